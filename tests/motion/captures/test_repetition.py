from dataclasses import replace

import numpy as np
import pytest

from biped_control.motion.captures.landmarks import LANDMARKS, Landmarks
from biped_control.motion.captures.repetition import repeated


def _bent(landmarks: Landmarks, radians_per_metre: float) -> Landmarks:
    """The walk along +x, laid along a circle."""
    points = landmarks.points.copy()
    angle = radians_per_metre * points[..., 0]
    radius = 1.0 / radians_per_metre - points[..., 1]
    points[..., 0] = radius * np.sin(angle)
    points[..., 1] = 1.0 / radians_per_metre - radius * np.cos(angle)
    return replace(landmarks, points=points)


def _cycle(landmarks: Landmarks) -> Landmarks:
    return replace(landmarks, points=landmarks.points[: 132 + 1], wraps=True)


@pytest.mark.parametrize("turn", [None, 0.5, -0.7])
def test_a_periodic_walk_goes_on_as_it_would(stick_walker, turn):
    walk = stick_walker(period=1.1).landmarks(seconds=3.31)
    if turn is not None:
        walk = _bent(walk, turn)
    three = repeated(_cycle(walk), 3)
    assert not three.wraps
    assert len(three.points) == 3 * 132 + 1
    np.testing.assert_allclose(three.points, walk.points[: 3 * 132 + 1], atol=1e-9)


def test_what_does_not_close_is_spread_over_the_cycle(stick_walker):
    walk = _cycle(stick_walker(period=1.1).landmarks(seconds=3.3))
    apart = walk.points.copy()
    wrist = LANDMARKS.index("left_wrist")
    apart[:, wrist] += np.linspace(0.0, 0.1, len(apart))[:, None] * [1.0, 0.0, 1.0]
    three = repeated(replace(walk, points=apart), 3)
    np.testing.assert_allclose(three.points, repeated(walk, 3).points, atol=1e-9)


def test_hips_that_sway_do_not_make_a_turn(stick_walker):
    walk = _cycle(stick_walker(period=1.1).landmarks(seconds=3.3))
    swayed = walk.points.copy()
    hips = [LANDMARKS.index("right_hip"), LANDMARKS.index("left_hip")]
    swayed[-1, hips, 0] += [0.01, -0.01]  # 6 degrees
    travel = repeated(replace(walk, points=swayed), 3)["lower_back"]
    np.testing.assert_allclose(travel[:, 1], 0.0, atol=1e-9)


@pytest.mark.parametrize(
    ("name", "degrees"),
    [("humanoid3d_walk", 0.0), ("walker/0walk_forward", 0.0), ("walker/turn_left0", 29.8)],
)
def test_real_cycles_go_on(mocap, name, degrees):
    from biped_control.motion.captures.landmarks import find_landmarks
    from biped_control.motion.readers import read_capture

    cycle = find_landmarks(read_capture(mocap / "deepmimic_json" / f"{name}.txt"))
    three = repeated(cycle, 3)
    steps = np.linalg.norm(np.diff(three.points, axis=0), axis=2)
    within = np.linalg.norm(np.diff(cycle.points, axis=0), axis=2).max(axis=0)
    assert (steps[len(cycle.points) - 2] < 1.5 * within).all()
    across = three["left_hip"] - three["right_hip"]
    headings = np.degrees(np.unwrap(np.arctan2(-across[:, 0], across[:, 1])))
    frames = len(cycle.points) - 1
    assert headings[2 * frames] - headings[frames] == pytest.approx(degrees, abs=0.2)
