"""How far is still to turn."""

from math import pi

import pytest

from biped_control.steering.intent import Intent
from biped_control.steering.situation import Situation


@pytest.mark.parametrize(
    ("wanted", "heading", "error"),
    [
        (1.0, 0.25, 0.75),
        (3.0, -3.0, 6.0 - 2 * pi),
        (-1.0, 4 * pi, -1.0),
        (0.5, 6 * pi + 0.4, 0.1),
        (None, 2.0, 0.0),
    ],
)
def test_heading_error_is_the_short_way(wanted: float | None, heading: float, error: float) -> None:
    situation = Situation("walk", heading, 0.0, Intent(wanted, 1.0), "walk")
    assert situation.heading_error == pytest.approx(error)


@pytest.mark.parametrize(
    ("angle", "mirrored", "text"),
    [(0.7, False, "+40"), (0.7, True, "-40"), (0.0, True, "+0"), (-0.001, False, "+0"), (-1.0, False, "-57")],
)
def test_angles_are_told_as_they_are_in_the_world_and_nothing_has_no_minus(
    angle: float, mirrored: bool, text: str
) -> None:
    assert Situation("walk", 0.0, 0.0, Intent(None, 1.0), "walk", mirrored).degrees(angle) == text
