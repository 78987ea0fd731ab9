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
