"""All tables of claims, by name."""

from collections.abc import Callable, Mapping

from biped_control.analysis.reproduction.steering import SteeringTable
from biped_control.analysis.reproduction.table import Extent, Table
from biped_control.errors import ConfigurationError

TABLES: Mapping[str, Callable[[Extent], Table]] = {"steering": SteeringTable}


def table_named(name: str, extent: Extent) -> Table:
    """The table of that name.

    Raises:
        ConfigurationError: there is none, or the extent makes no sense.
    """
    if name not in TABLES:
        raise ConfigurationError(f"unknown table '{name}'; expected one of {', '.join(TABLES)}")
    return TABLES[name](extent)
