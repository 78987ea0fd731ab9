"""Robot, clips and gains, loaded once in each process."""

from dataclasses import replace
from functools import cache, lru_cache

from biped_control.analysis.assembly import WalkParts, assemble
from biped_control.analysis.weight_set import WeightSet
from biped_control.settings import ControlSettings


def prepared_parts(clip: str, settings: ControlSettings, weights: WeightSet | None = None) -> WalkParts:
    """As `assemble`; loaded from disk only the first time, and reweighted only when the weights change.

    Args:
        clip, settings: see `assemble`.
        weights: other than those that ship.

    Raises:
        BipedError: see `assemble`.
    """
    plain = settings.replaced(gamma=0.0)  # nothing that is loaded or built depends on gamma
    parts = _loaded(clip, plain) if weights is None else _reweighted(clip, plain, weights)
    return replace(parts, settings=settings)


@cache
def _loaded(clip: str, settings: ControlSettings) -> WalkParts:
    return assemble(clip, settings)


@lru_cache(maxsize=1)  # rollouts with the same weights come one after the other
def _reweighted(clip: str, settings: ControlSettings, weights: WeightSet) -> WalkParts:
    return _loaded(clip, settings).reweighted(weights)
