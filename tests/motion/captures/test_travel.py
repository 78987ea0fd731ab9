from pathlib import Path

import numpy as np
import pytest

from biped_control.errors import CaptureError
from biped_control.motion.captures.capture import Capture
from biped_control.motion.captures.landmarks import LANDMARKS
from biped_control.motion.captures.travel import measure_travel, with_travel_of_the_feet

_LEGS = np.array([name.endswith(("hip", "knee", "ankle", "ball")) for name in LANDMARKS])


def _walk(stick_walker, factor: float = 1.0, rate_hz: float = 120.0) -> Capture:
    """A walk whose root travels `factor` times as far as its feet push it."""
    points = stick_walker().landmarks(3.3, rate_hz).points
    return Capture(Path("take"), rate_hz, LANDMARKS, points + (factor - 1.0) * points[:, :1])


@pytest.mark.parametrize("rate_hz", [30.0, 120.0])
def test_standing_feet_stand(stick_walker, rate_hz):
    capture = _walk(stick_walker, rate_hz=rate_hz)
    travel = measure_travel(capture)
    assert travel.ratio == pytest.approx(0.95, abs=0.1)
    assert travel.agreement > 0.9
    assert with_travel_of_the_feet(capture) is capture


@pytest.mark.parametrize("factor", [1e-3, 0.01, 0.1, 10.0, 100.0])
def test_a_root_in_another_unit_is_repaired(stick_walker, factor):
    repaired = with_travel_of_the_feet(_walk(stick_walker, factor))
    np.testing.assert_allclose(repaired.positions, _walk(stick_walker).positions, atol=1e-9)
    expected = f"travel of 'lower_back' multiplied by {1 / factor:g}: standing feet slid"
    assert repaired.repairs == (expected,)


@pytest.mark.parametrize(
    ("factor", "found"), [(2.54, r"2\.\d+"), (-1.0, r"-1\.?\d*"), (-0.01, r"-0\.01\d*"), (0.3, r"0\.3\d*")]
)
def test_a_root_that_moves_otherwise(stick_walker, factor, found):
    with pytest.raises(CaptureError, match=rf"take: 'lower_back' moves {found} times as far as"):
        with_travel_of_the_feet(_walk(stick_walker, factor))


def test_of_a_person_who_stays_in_place_nothing_is_said(stick_walker):
    standing = np.repeat(_walk(stick_walker).positions[:1], 200, axis=0)
    standing += 0.003 * np.random.default_rng(3).normal(size=standing.shape)
    capture = Capture(Path("take"), 120.0, LANDMARKS, standing)
    assert with_travel_of_the_feet(capture) is capture


@pytest.mark.parametrize("sway", [0.0, 0.02])
def test_a_walk_on_a_treadmill_gets_the_speed_of_the_belt(stick_walker, sway):
    walking = _walk(stick_walker)
    times = np.arange(walking.frames) / 120.0
    treadmill = walking.positions - walking.positions[:, :1] * [1.0, 1.0, 0.0]
    treadmill[..., 1] += sway * np.sin(6.0 * times)[:, None]
    repaired = with_travel_of_the_feet(Capture(Path("take"), 120.0, LANDMARKS, treadmill))
    travelled = repaired.positions[-1, 0] - repaired.positions[0, 0]
    assert travelled[0] / times[-1] == pytest.approx(1.2, rel=0.1)
    assert abs(travelled[1]) < 0.05
    assert repaired.repairs[0].startswith("walked in place, as on a treadmill: travel of 1.")


def test_hidden_legs_say_nothing(stick_walker):
    capture = _walk(stick_walker)
    capture.positions[:, _LEGS] = np.nan
    assert with_travel_of_the_feet(capture) is capture


def test_real_captures_agree(mocap):
    from biped_control.motion.readers import read_capture

    for name in ("cmu_amc/02_01.amc", "c3d/FunctionalWalk.c3d", "accad_bvh/Female1_B05_WalkBackwards.bvh"):
        travel = measure_travel(read_capture(mocap / name))
        assert 0.8 < travel.ratio < 1.0, name
        assert travel.agreement > 0.85, name
