"""Clips of several gaits, to go over from one to another."""

import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.motion.clip import Clip
from biped_control.motion.library.clip_library import ClipLibrary

_NAMES = ("walk", "walk_slow", "stand", "squat", "swing", "turn_left_15", "turn_left_180", "walk_fast", "run")


@pytest.fixture(scope="session")
def gaits(walk_parts: WalkParts) -> dict[str, Clip]:
    """Clips by name, built."""
    library = ClipLibrary(walk_parts.robot, walk_parts.settings.rate_hz)
    return {name: library.load(name) for name in _NAMES}
