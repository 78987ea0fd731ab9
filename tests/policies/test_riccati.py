"""The Riccati sweep against one big linear solve of the same tracking problem (eq. 8)."""

import numpy as np
import pytest

from biped_control.motion.clip import Clip
from biped_control.policies.discrete_map import DiscreteMap, LinearizedClip
from biped_control.policies.riccati import cyclic_sweep, sweep, terminal_cost
from biped_control.policies.weights import LookAheadWeights
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray


@pytest.fixture(scope="module")
def linear(robot: RobotModel, clip: Clip) -> LinearizedClip:
    return DiscreteMap(robot, clip.dt).linearize(clip)


def first_control(
    linear: LinearizedClip, weights: LookAheadWeights, start: FloatArray, end: FloatArray
) -> FloatArray:
    """Optimal eta_0 by condensing: every state as an affine function of all controls, then least squares.

    Shares nothing with a backward recursion. `end` (2 nv, 2 nv) is the terminal weight.
    """
    steps, size, nc = linear.control_matrices.shape
    state, response = start, np.zeros((size, steps * nc))
    rows, right = [], []
    for k in range(steps):
        root = np.sqrt(weights.state)[:, None]
        rows.append(root * response)
        right.append(-root[:, 0] * state)
        window = slice(k * nc, (k + 1) * nc)
        for weight, offset in ((weights.deviation, 0.0), (weights.magnitude, linear.controls[k])):
            block = np.zeros((nc, steps * nc))
            block[:, window] = np.diag(np.sqrt(weight))
            rows.append(block)
            right.append(-np.sqrt(weight) * offset)
        state = linear.state_matrices[k] @ state + linear.defects[k]
        response = linear.state_matrices[k] @ response
        response[:, window] += linear.control_matrices[k]
    root = np.linalg.cholesky(end).T
    rows.append(root @ response)
    right.append(-root @ state)
    solution = np.linalg.lstsq(np.vstack(rows), np.concatenate(right), rcond=None)[0]
    return solution[:nc]


def test_gains_equal_the_condensed_solution(linear: LinearizedClip, weights: LookAheadWeights) -> None:
    start = np.random.default_rng(1).normal(scale=0.02, size=len(weights.state))
    result = sweep(linear, weights, terminal_cost(weights))
    expected = first_control(linear, weights, start, np.diag(weights.state))
    np.testing.assert_allclose(-result.offsets[0] - result.gains[0] @ start, expected, rtol=1e-6, atol=1e-6)


def test_costate_recursion_of_the_paper(linear: LinearizedClip, weights: LookAheadWeights) -> None:
    """S_k and s_k as printed in section 3.4, with the inverse of S that the sweep avoids."""
    result = sweep(linear, weights, terminal_cost(weights))
    k = linear.controls.shape[0] - 1
    a, b, d = linear.state_matrices[k], linear.control_matrices[k], linear.defects[k]
    s_next, s_vector = result.quadratic[k + 1], result.linear[k + 1]
    control_inverse = np.diag(1.0 / weights.control)
    middle = np.linalg.inv(np.linalg.inv(s_next) + b @ control_inverse @ b.T)
    quadratic = np.diag(weights.state) + a.T @ middle @ a
    driven = d - b @ control_inverse @ (weights.magnitude * linear.controls[k] + b.T @ s_vector)
    np.testing.assert_allclose(result.quadratic[k], quadratic, rtol=1e-6, atol=1e-8 * np.abs(quadratic).max())
    expected = a.T @ s_vector + a.T @ middle @ driven
    np.testing.assert_allclose(result.linear[k], expected, rtol=1e-6, atol=1e-8 * np.abs(expected).max())


def test_two_cycles_equal_one_clip_of_twice_the_length(
    linear: LinearizedClip, weights: LookAheadWeights
) -> None:
    double = LinearizedClip(*(np.concatenate([part, part]) for part in vars(linear).values()))
    repeated = cyclic_sweep(linear, weights, Placement(1.0, 2.0, 0.0), cycles=2)
    direct = sweep(double, weights, terminal_cost(weights))
    steps = linear.controls.shape[0]
    np.testing.assert_allclose(repeated.gains, direct.gains[:steps], rtol=1e-9, atol=1e-9)


def test_cost_to_go_turns_with_its_frame(weights: LookAheadWeights) -> None:
    """A deviation costs the same in the frame of the clip and in the one that it is placed in."""
    random = np.random.default_rng(3)
    nv = len(weights.state) // 2
    root = random.normal(size=(2 * nv, 2 * nv))
    cost = type(terminal_cost(weights))(root @ root.T, random.normal(size=2 * nv))
    placement = Placement(3.0, -1.0, 0.7)
    deviation = random.normal(size=2 * nv)
    c, s = np.cos(0.7), np.sin(0.7)
    inside = deviation.copy()
    for i in (0, nv):
        inside[i] = c * deviation[i] + s * deviation[i + 1]
        inside[i + 1] = -s * deviation[i] + c * deviation[i + 1]
    outer = cost.seen_from(placement)
    assert deviation @ outer.quadratic @ deviation == pytest.approx(
        inside @ cost.quadratic @ inside, rel=1e-10
    )
    assert deviation @ outer.linear == pytest.approx(inside @ cost.linear, rel=1e-10)
