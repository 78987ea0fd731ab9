"""When a robot counts as fallen."""

import numpy as np
import pytest

from biped_control.robot.fall import FallWatch
from biped_control.robot.model import RobotModel
from biped_control.robot.state import State


@pytest.fixture
def upright(robot: RobotModel) -> State:
    q = np.zeros(robot.nv)
    q[:6] = [4.0, 2.0, 0.9, 3.0, 0.1, 0.0]
    return State(q, np.zeros(robot.nv))


@pytest.fixture
def watch(robot: RobotModel, upright: State) -> FallWatch:
    return FallWatch(robot, upright)


def changed(state: State, index: int, value: float) -> State:
    q = state.q.copy()
    q[index] = value
    return State(q, state.v)


def folded(robot: RobotModel, state: State, knee: float) -> State:
    """The legs fold under an upright base."""
    q = state.q.copy()
    for name, share in (("hip", -0.5), ("knee", 1.0), ("ankle", -0.5)):
        for side in "lr":
            q[6 + robot.joint_index[f"{side}_{name}_pitch"]] = share * knee
    return State(q, state.v)


def test_walking_is_no_fall(robot: RobotModel, watch: FallWatch, upright: State) -> None:
    assert not watch.fallen(upright)
    assert not watch.fallen(folded(robot, upright, 1.8))  # a deep squat
    assert not watch.fallen(changed(upright, 3, -9.0))  # heading is not posture


@pytest.mark.parametrize("height", [0.3, -5.0, 20.0])
def test_nor_is_walking_far_down_or_up(watch: FallWatch, upright: State, height: float) -> None:
    assert not watch.fallen(changed(upright, 2, height))


@pytest.mark.parametrize(("index", "value"), [(4, 1.3), (4, -1.2), (5, 1.1), (5, -1.1), (6, np.nan)])
def test_tilted_or_lost_is_a_fall(watch: FallWatch, upright: State, index: int, value: float) -> None:
    assert watch.fallen(changed(upright, index, value))


def test_sitting_on_the_heels_is_a_fall_wherever_the_ground_is(
    robot: RobotModel, watch: FallWatch, upright: State
) -> None:
    low = folded(robot, upright, 2.5)
    assert watch.fallen(low)
    assert watch.fallen(changed(low, 2, 3.0))


def test_speed_without_end_is_a_fall(robot: RobotModel, watch: FallWatch, upright: State) -> None:
    assert watch.fallen(State(upright.q, np.full(robot.nv, np.inf)))
