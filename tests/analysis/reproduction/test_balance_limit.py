"""The strongest push that standing soles balance, against a pendulum that is pushed."""

import numpy as np
import pinocchio as pin
import pytest
from scipy.integrate import solve_ivp

from biped_control.analysis.reproduction.balance_limit import BalanceLimit, strongest_push
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.state import State

HEIGHT, MASS, SECONDS, EDGE = 0.66, 71.0, 0.17, 0.08


def end_of(force: float) -> float:
    """Capture point, less the edge, after a push with the pressure at the edge all the time [m]."""

    def motion(time: float, state: np.ndarray) -> list[float]:
        return [state[1], GRAVITY / HEIGHT * (state[0] - EDGE) + force / MASS]

    position, velocity = solve_ivp(motion, (0.0, SECONDS), [0.0, 0.0], rtol=1e-10, atol=1e-12).y[:, -1]
    return float(position + velocity / np.sqrt(GRAVITY / HEIGHT) - EDGE)


def test_the_pendulum_ends_with_its_capture_point_at_the_edge() -> None:
    force = strongest_push(EDGE, HEIGHT, MASS, SECONDS)
    assert end_of(force) == pytest.approx(0.0, abs=1e-9)
    assert end_of(1.01 * force) > 0.0


def test_from_beyond_the_edge_nothing_is_balanced() -> None:
    assert strongest_push(-0.01, HEIGHT, MASS, SECONDS) == 0.0


def test_a_standing_robot(robot: RobotModel) -> None:
    """It is symmetric; speed towards an edge leaves less for a push; its feet reach out in front."""
    limit, state = BalanceLimit(robot), State(np.zeros(robot.nv), np.zeros(robot.nv))
    left, right, front, back = (
        limit.newtons(state, np.array([x, y, 0.0]), SECONDS)
        for x, y in ((0.0, 30.0), (0.0, -30.0), (30.0, 0.0), (-30.0, 0.0))
    )
    assert left == pytest.approx(right)
    assert front > back > 0.0
    moving = State(state.q, state.v + np.eye(robot.nv)[0] * 0.1)
    height = float(pin.centerOfMass(robot.pinocchio, robot.pinocchio.createData(), state.q)[2]) + 0.895
    less = strongest_push(0.1 / np.sqrt(GRAVITY / height), height, robot.mass, SECONDS)
    assert front - limit.newtons(moving, np.array([1.0, 0.0, 0.0]), SECONDS) == pytest.approx(less)
