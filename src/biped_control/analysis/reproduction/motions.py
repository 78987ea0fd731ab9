"""Motions of the paper and the clips of the library that they are reproduced with."""

from collections.abc import Mapping

WALK = "straight walk"
RUN = "run"
STAND = "standing"
TURN_45 = "45-degree turn"
TURN_180 = "180-degree turn"
BOTH_45 = "45-degree turns"

CLIPS: Mapping[str, tuple[str, ...]] = {
    WALK: ("walk",),
    RUN: ("run",),
    STAND: ("stand",),
    TURN_45: ("turn_left_45",),
    TURN_180: ("turn_left_180",),
    BOTH_45: ("turn_left_45", "turn_right_45"),
}
"""What is played in turn; a clip that turns comes after a cycle of the straight walk."""
