"""Robot, clips and gains, loaded once in each process."""

from dataclasses import replace
from functools import cache

from biped_control.analysis.assembly import WalkParts, assemble
from biped_control.settings import ControlSettings


def prepared_parts(clip: str, settings: ControlSettings) -> WalkParts:
    """As `assemble`; loaded from disk only the first time.

    Raises:
        BipedError: see `assemble`.
    """
    return replace(_loaded(clip, settings.replaced(gamma=0.0)), settings=settings)


@cache
def _loaded(clip: str, settings: ControlSettings) -> WalkParts:
    return assemble(clip, settings)  # nothing of it depends on gamma
