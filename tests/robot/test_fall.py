"""When a robot counts as fallen."""

import numpy as np
import pytest

from biped_control.robot.fall import has_fallen
from biped_control.robot.state import State


@pytest.fixture
def upright() -> State:
    return State(np.array([4.0, 2.0, 0.9, 3.0, 0.1, 0.0, 0.2]), np.zeros(7))


def changed(state: State, index: int, value: float) -> State:
    q = state.q.copy()
    q[index] = value
    return State(q, state.v)


def test_walking_is_no_fall(upright: State) -> None:
    assert not has_fallen(upright, upright)
    assert not has_fallen(changed(upright, 2, 0.5), upright)  # a deep squat
    assert not has_fallen(changed(upright, 3, -9.0), upright)  # heading is not posture


@pytest.mark.parametrize(
    ("index", "value"), [(2, 0.35), (4, 1.3), (4, -1.2), (5, 1.1), (5, -1.1), (6, np.nan)]
)
def test_low_tilted_or_lost_is_a_fall(upright: State, index: int, value: float) -> None:
    assert has_fallen(changed(upright, index, value), upright)


def test_speed_without_end_is_a_fall(upright: State) -> None:
    assert has_fallen(State(upright.q, np.full(7, np.inf)), upright)
