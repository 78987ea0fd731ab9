"""How long and how often steered runs may be asked for."""

from collections.abc import Collection
from math import isfinite

from biped_control.errors import ConfigurationError


def require_extent(minutes: float, seeds: Collection[int]) -> None:
    """Raises ConfigurationError unless runs of so many minutes can be done with these seeds."""
    if not isfinite(minutes) or not 0.1 <= minutes <= 1e4:
        raise ConfigurationError(f"minutes {minutes:g}: expected 0.1 to 10000")
    if not seeds:
        raise ConfigurationError("no seed: expected at least one, each 0 or more")
    if min(seeds) < 0:
        raise ConfigurationError(f"seed {min(seeds)}: expected 0 or more")
