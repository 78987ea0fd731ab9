"""The invariant filter against integration, finite differences, theory and its own statistics."""

from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest

from biped_control.estimation.belief import (
    GYRO,
    POSITION,
    SIZE,
    Belief,
    error_between,
    point_slice,
)
from biped_control.estimation.imu import ImuNoise, ImuReading
from biped_control.estimation.invariant_filter import (
    ContactNoise,
    correct_by_ground,
    correct_by_kinematics,
    lift,
    plant,
    propagate,
    transition,
)
from biped_control.robot.state import FloatArray

DT = 1.0 / 120.0
GRAVITY = np.array([0.0, 0.0, -9.81])
SILENT = ImuNoise(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
NOISE = ImuNoise()


def some_belief(seed: int = 0) -> Belief:
    """Anywhere, two points down."""
    draw = np.random.default_rng(seed)
    belief = Belief(
        pin.exp3(draw.normal(size=3)),
        draw.normal(size=(6, 3)),
        0.1 * draw.normal(size=(2, 3)),
        np.array([True, False, True, False]),
        np.eye(SIZE),
    )
    for index in (1, 3):
        lift(belief, index)
    return belief


def some_reading(seed: int = 1) -> ImuReading:
    """A fast turn, so that nothing is small by chance."""
    draw = np.random.default_rng(seed)
    return ImuReading(0.2 * draw.normal(size=3), draw.normal(size=3), np.zeros(3))


def moved(belief: Belief, error: FloatArray) -> Belief:
    """The belief whose error to `belief` is `error`."""
    other = replace(belief)
    other.take_off(-error)
    return other


def test_error_and_take_off_are_inverse() -> None:
    belief = some_belief()
    error = 0.3 * np.random.default_rng(2).normal(size=SIZE)
    np.testing.assert_allclose(error_between(moved(belief, error), belief), error, atol=1e-12)


def test_propagation_is_the_flight_of_a_turning_body() -> None:
    """Constant specific force in the world and constant turn: a parabola, in closed form."""
    turn_rate, force = np.array([0.3, -0.2, 0.5]), np.array([0.5, 0.2, 9.0])
    belief = some_belief()
    belief.biases[:] = 0.0
    start, seconds = belief, 1.0
    for _ in range(120):
        reading = ImuReading(DT * turn_rate, belief.rotation.T @ force * DT, turn_rate)
        belief = propagate(belief, reading, DT, SILENT, ContactNoise())
    fall = force + GRAVITY
    np.testing.assert_allclose(belief.rotation, start.rotation @ pin.exp3(turn_rate), atol=1e-12)
    np.testing.assert_allclose(belief.velocity, start.velocity + fall * seconds, atol=1e-12)
    np.testing.assert_allclose(
        belief.position, start.position + start.velocity * seconds + 0.5 * fall * seconds**2, atol=1e-12
    )


def test_transition_is_the_derivative_of_the_propagation() -> None:
    belief, reading = some_belief(), some_reading()
    expected = np.empty((SIZE, SIZE))
    free = [i for i in range(SIZE) if not (12 <= i < 15 or 18 <= i < 21)]

    def after(error: FloatArray) -> FloatArray:
        changed = propagate(moved(belief, error), reading, DT, SILENT, ContactNoise())
        return error_between(changed, propagate(belief, reading, DT, SILENT, ContactNoise()))

    for column in free:
        step = np.zeros(SIZE)
        step[column] = 1e-6
        expected[:, column] = (after(step) - after(-step)) / 2e-6
    found = transition(belief, reading, DT)
    np.testing.assert_allclose(found[np.ix_(free, free)], expected[np.ix_(free, free)], atol=1e-8)


@pytest.mark.parametrize("kind", ["kinematics", "ground"])
def test_correction_is_the_gauss_newton_step_of_the_finite_differenced_measurement(kind: str) -> None:
    """The information form with Jacobians by finite differences is an independent way to the same update."""
    belief, noise = some_belief(), ContactNoise(kinematics=0.1, ground=0.1)
    belief.covariance = 0.01 * belief.covariance
    seen = np.random.default_rng(4).normal(size=(4, 3))

    def mismatch(of: Belief) -> FloatArray:
        if kind == "ground":
            return of.points[[0, 2], 2] - 0.4
        return np.concatenate([of.rotation @ seen[i] + of.position - of.points[i] for i in (0, 2)])

    columns = []
    # The innovation of the kinematics compares the estimate with what the truth shows: seen = R^T (d - p).
    for column in range(SIZE):
        step = np.zeros(SIZE)
        step[column] = 1e-6
        if kind == "ground":
            columns.append((mismatch(moved(belief, step)) - mismatch(moved(belief, -step))) / 2e-6)
            continue
        pair = []
        for sign in (1.0, -1.0):
            other = moved(belief, sign * step)
            pair.append(
                np.concatenate(
                    [
                        other.rotation @ belief.rotation.T @ (belief.points[i] - belief.position)
                        + other.position
                        - other.points[i]
                        for i in (0, 2)
                    ]
                )
            )
        columns.append((pair[0] - pair[1]) / 2e-6)
    jacobian = np.array(columns).T
    known = np.flatnonzero(np.diag(belief.covariance) > 0.0)
    jacobian = jacobian[:, known]
    information = np.linalg.inv(belief.covariance[np.ix_(known, known)]) + jacobian.T @ jacobian / 0.01
    step = np.zeros(SIZE)
    step[known] = np.linalg.solve(information, jacobian.T @ mismatch(belief) / 0.01)
    expected = moved(belief, -step)
    corrected = replace(belief)
    if kind == "ground":
        correct_by_ground(corrected, [0, 2], 0.4, noise)
    else:
        correct_by_kinematics(corrected, seen, noise)
    np.testing.assert_allclose(error_between(corrected, expected), 0.0, atol=1e-6)
    np.testing.assert_allclose(
        corrected.covariance[np.ix_(known, known)], np.linalg.inv(information), atol=1e-7
    )


def test_heading_and_place_are_not_observable() -> None:
    """Rank of the observability matrix of a robot that stands on all points without the ground's height.

    Hartley et al. 2020, section V: what no measurement shows is a shift of everything and a turn about
    gravity. Three points, so that the heading shows in nothing but the world.
    """
    belief = some_belief()
    belief.active[:] = True
    powers, blocks = np.eye(SIZE), []
    rows = np.zeros((12, SIZE))
    for index in range(4):
        rows[3 * index : 3 * index + 3, POSITION] = np.eye(3)
        rows[3 * index : 3 * index + 3, point_slice(index)] = -np.eye(3)
    for seed in range(8):
        blocks.append(rows @ powers)
        powers = transition(belief, some_reading(seed), DT) @ powers
        belief = propagate(belief, some_reading(seed), DT, SILENT, ContactNoise())
    matrix = np.concatenate(blocks)
    hidden = np.zeros((SIZE, 4))
    hidden[2, 0] = 1.0  # turn about the vertical
    for axis in range(3):
        hidden[[6 + axis, *(9 + 3 * i + axis for i in range(4))], 1 + axis] = 1.0
    np.testing.assert_allclose(matrix @ hidden, 0.0, atol=1e-9)
    assert np.linalg.matrix_rank(matrix, tol=1e-9) == SIZE - 4


def test_errors_are_as_large_as_the_filter_believes() -> None:
    """Normalized estimation error squared over many runs with the model's own noise is its dimension."""
    contact = ContactNoise(slip=0.01, kinematics=0.005, integration=1e-3, ground=0.01)
    draw = np.random.default_rng(7)
    runs, ticks, values = 30, 60, []
    for _ in range(runs):
        values.append(_final_nees(draw, contact, ticks))
    size = 15
    # The mean of `runs` chi-square variables has this standard deviation; four of them.
    assert abs(np.mean(values) - size) < 4.0 * np.sqrt(2.0 * size / runs)


def _final_nees(draw: np.random.Generator, contact: ContactNoise, ticks: int) -> float:
    noise = ImuNoise(0.01, 0.05, 0.01, 0.05, 0.02, 0.1)
    spread = np.array([0.05] * 3 + [0.1] * 3 + [0.05] * 3 + [0.0] * 12 + [0.02] * 3 + [0.1] * 3)
    vectors = np.array([[0.1, 0.0, 0.0], [0.0, 0.0, 0.9], *np.zeros((4, 3))])
    truth = Belief(np.eye(3), vectors, np.zeros((2, 3)), np.zeros(4, dtype=np.bool_), np.diag(spread**2))
    estimate = moved(truth, spread * draw.normal(size=SIZE))
    feet = np.array([[-0.1, -0.1, -0.9], [0.1, -0.1, -0.9], [-0.1, 0.1, -0.9], [0.1, 0.1, -0.9]])
    for tick in range(ticks):
        force = np.array([np.sin(0.3 * tick), np.cos(0.2 * tick), 0.2 * np.sin(tick)])
        clean = ImuReading(
            DT * np.array([0.5, -0.3, 0.4]) * np.sin(0.1 * tick),
            truth.rotation.T @ (force - GRAVITY) * DT,
            np.zeros(3),
        )
        exact = ImuReading(clean.turn + DT * truth.biases[0], clean.push + DT * truth.biases[1], clean.rate)
        truth = propagate(truth, exact, DT, noise, contact)
        root = np.sqrt(DT)
        noisy = ImuReading(
            exact.turn + noise.gyro * root * draw.normal(size=3),
            exact.push + noise.accelerometer * root * draw.normal(size=3),
            clean.rate,
        )
        walks = np.array([[noise.gyro_walk], [noise.accelerometer_walk]])
        truth.biases += root * walks * draw.normal(size=(2, 3))
        truth.vectors[1] += contact.integration * root * draw.normal(size=3)
        truth.vectors[2:] += contact.slip * root * draw.normal(size=(4, 3))
        estimate = propagate(estimate, noisy, DT, noise, contact)
        if tick % 20 == 0:  # a step: the other foot
            for index in (0, 1) if tick % 40 else (2, 3):
                truth.vectors[2 + index] = truth.position + truth.rotation @ feet[index]
                truth.vectors[2 + index, 2] = contact.ground * draw.normal()
                seen = truth.rotation.T @ (truth.points[index] - truth.position)
                truth.active[index] = True
                lift(estimate, index)
                plant(estimate, index, seen + contact.kinematics * draw.normal(size=3), contact)
                correct_by_ground(estimate, [index], 0.0, contact)
            for index in (2, 3) if tick % 40 else (0, 1):
                truth.active[index] = False
                lift(estimate, index)
            continue
        seen_points = (truth.points - truth.position) @ truth.rotation
        correct_by_kinematics(estimate, seen_points + contact.kinematics * draw.normal(size=(4, 3)), contact)
    known = [*range(9), *range(GYRO.start, SIZE)]
    error = error_between(estimate, truth)[known]
    return float(error @ np.linalg.solve(estimate.covariance[np.ix_(known, known)], error))


@pytest.mark.parametrize(("field", "density"), [("turn", {"gyro": 0.3}), ("push", {"accelerometer": 0.3})])
def test_noise_of_the_unit_enters_as_finite_differences_say(field: str, density: dict[str, float]) -> None:
    belief, reading, silent = some_belief(), some_reading(), ContactNoise(0.0, 0.0, 0.0)
    belief.covariance = np.zeros((SIZE, SIZE))
    here = propagate(belief, reading, DT, SILENT, silent)
    columns = []
    for axis in np.eye(3):
        there = replace(reading, **{field: getattr(reading, field) + 1e-6 * axis})
        columns.append(error_between(propagate(belief, there, DT, SILENT, silent), here) / 1e-6)
    effect = np.array(columns).T
    for index in (1, 3):  # points in the air have no error
        effect[point_slice(index)] = 0.0
    found = propagate(belief, reading, DT, replace(SILENT, **density), silent).covariance
    np.testing.assert_allclose(found, 0.09 * DT * effect @ effect.T, atol=1e-8)


def test_a_new_point_is_as_uncertain_as_the_base_and_the_kinematics() -> None:
    belief, contact = some_belief(), ContactNoise(kinematics=0.1)
    plant(belief, 1, np.array([0.1, 0.2, -0.9]), contact)
    here = belief.covariance[point_slice(1)]
    np.testing.assert_allclose(here[:, POSITION], belief.covariance[POSITION, POSITION])
    np.testing.assert_allclose(here[:, point_slice(1)], 1.01 * np.eye(3))
    np.testing.assert_allclose(belief.points[1], belief.position + belief.rotation @ [0.1, 0.2, -0.9])
