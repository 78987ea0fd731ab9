"""All tables of claims, by name."""

from collections.abc import Callable, Mapping

from biped_control.analysis.reproduction.jain_edits import JainEditsTable
from biped_control.analysis.reproduction.jain_pushes import JainPushesTable
from biped_control.analysis.reproduction.jain_tracking import JainTrackingTable
from biped_control.analysis.reproduction.muico_60hz import Muico60HzTable
from biped_control.analysis.reproduction.muico_fig3 import MuicoFig3Table
from biped_control.analysis.reproduction.muico_horizon import MuicoHorizonTable
from biped_control.analysis.reproduction.muico_stairs import MuicoStairsTable
from biped_control.analysis.reproduction.muico_table4 import MuicoTable4Table
from biped_control.analysis.reproduction.robustness import RobustnessTable
from biped_control.analysis.reproduction.steering import SteeringTable
from biped_control.analysis.reproduction.table import Extent, Table
from biped_control.errors import ConfigurationError

TABLES: Mapping[str, Callable[[Extent], Table]] = {
    "steering": SteeringTable,
    "muico-fig3": MuicoFig3Table,
    "muico-table4": MuicoTable4Table,
    "muico-60hz": Muico60HzTable,
    "muico-stairs": MuicoStairsTable,
    "muico-horizon": MuicoHorizonTable,
    "robustness": RobustnessTable,
    "jain-tracking": JainTrackingTable,
    "jain-pushes": JainPushesTable,
    "jain-edits": JainEditsTable,
}


def table_named(name: str, extent: Extent) -> Table:
    """The table of that name.

    Raises:
        ConfigurationError: there is none, or the extent makes no sense.
    """
    if name not in TABLES:
        raise ConfigurationError(f"unknown table '{name}'; expected one of {', '.join(TABLES)}")
    return TABLES[name](extent)
