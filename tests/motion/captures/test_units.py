from pathlib import Path

import numpy as np
import pytest

from biped_control.errors import CaptureError
from biped_control.motion.captures.capture import Capture
from biped_control.motion.captures.landmarks import LANDMARKS
from biped_control.motion.captures.units import metres_per_unit, with_adult_legs


@pytest.mark.parametrize("metres", [1.0, 0.01, 0.001, 0.0254, 0.0254 / 0.45])
@pytest.mark.parametrize("leg", [0.72, 0.9, 1.0])
def test_the_unit_follows_from_the_legs(stick_walker, metres, leg):
    points = stick_walker(leg=leg, speed=0.9).landmarks(0.5).points
    assert metres_per_unit(Path("take"), LANDMARKS, points / metres) == metres


@pytest.mark.parametrize("factor", [100.0, 1000.0, 39.370078740157])
def test_a_wrong_unit_is_repaired_and_reported(stick_walker, factor):
    points = stick_walker().landmarks(0.5).points
    capture = with_adult_legs(Capture(Path("take"), 120.0, LANDMARKS, points * factor))
    np.testing.assert_allclose(capture.positions, points)
    assert capture.repairs[0].startswith(f"lengths multiplied by {1 / factor:g}: legs of ")


def test_an_adult_stays_as_he_is(stick_walker):
    capture = Capture(Path("take"), 120.0, LANDMARKS, stick_walker().landmarks(0.5).points)
    assert with_adult_legs(capture) is capture


def test_a_wrong_unit_of_a_skeleton_that_states_its_own(stick_walker):
    # An Acclaim skeleton says inches, and its numbers are centimetres.
    points = stick_walker().landmarks(0.5).points
    capture = Capture(Path("take"), 120.0, LANDMARKS, points * 2.54, unit=0.0254)
    repaired = with_adult_legs(capture)
    np.testing.assert_allclose(repaired.positions, points)
    assert repaired.unit == pytest.approx(0.01)


@pytest.mark.parametrize("factor", [0.5, 2.0, 0.01, 10.0, 200.0])
def test_legs_of_no_adult(stick_walker, factor):
    points = stick_walker().landmarks(0.5).points * factor
    with pytest.raises(
        CaptureError, match=r"take: legs of \S+ file units .*expected 0\.62 to 1\.08 m as of an adult"
    ):
        with_adult_legs(Capture(Path("take"), 120.0, LANDMARKS, points))
