"""The mirror image of a motion is as good a motion."""

from collections.abc import Callable

import numpy as np
import pinocchio as pin
import pytest

from biped_control.errors import RobotError
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.limbs import LimbMap
from biped_control.robot.mirror import Mirror, mirror_forces, mirror_matrix
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.soles import anticipated_points, sole_corners
from biped_control.robot.state import FloatArray, State

REFLECTION = np.array([1.0, -1.0, 1.0])
OTHER_FOOT = [2, 3, 0, 1]


@pytest.fixture(scope="module")
def matrix(robot: RobotModel) -> FloatArray:
    return mirror_matrix(robot)


def test_twice_is_nothing(matrix: FloatArray) -> None:
    np.testing.assert_array_equal(matrix @ matrix, np.eye(len(matrix)))


def test_partners_by_name(robot: RobotModel, matrix: FloatArray) -> None:
    for name, index in robot.joint_index.items():
        partner = {"l_": "r_", "r_": "l_"}.get(name[:2], name[:2]) + name[2:]
        sign = -1.0 if name.endswith(("_roll", "_yaw")) else 1.0
        assert matrix[ROOT_DOF + index, ROOT_DOF + robot.joint_index[partner]] == sign


@pytest.mark.parametrize("seed", range(5))
def test_energy_is_the_same(
    robot: RobotModel, matrix: FloatArray, random_state: Callable[[int], State], seed: int
) -> None:
    state, model, data = random_state(seed), robot.pinocchio, robot.pinocchio.createData()
    kinetic = pin.computeKineticEnergy(model, data, state.q, state.v)
    potential = pin.computePotentialEnergy(model, data, state.q)
    mirrored = State(matrix @ state.q, matrix @ state.v)
    assert pin.computeKineticEnergy(model, data, mirrored.q, mirrored.v) == pytest.approx(kinetic, rel=1e-12)
    assert pin.computePotentialEnergy(model, data, mirrored.q) == pytest.approx(potential, rel=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_feet_change_places(
    robot: RobotModel, matrix: FloatArray, random_state: Callable[[int], State], seed: int
) -> None:
    state, terms, points = random_state(seed), DynamicsTerms(robot), anticipated_points(robot)
    terms.compute(state.q, state.v)
    positions = terms.point_positions(points)
    terms.compute(matrix @ state.q, matrix @ state.v)
    np.testing.assert_allclose(
        terms.point_positions(points), positions[OTHER_FOOT] * REFLECTION, rtol=0, atol=1e-12
    )


def test_mirrored_forces_do_the_mirrored_work(
    robot: RobotModel, matrix: FloatArray, random_state: Callable[[int], State]
) -> None:
    state, terms, points = random_state(11), DynamicsTerms(robot), anticipated_points(robot)
    forces = np.random.default_rng(2).normal(size=(4, 3))

    def generalized(q: FloatArray, applied: FloatArray) -> FloatArray:
        terms.compute(q, np.zeros(robot.nv))
        return np.asarray(terms.point_jacobians(points).T @ applied.ravel())

    mirrored = generalized(matrix @ state.q, mirror_forces(forces))
    np.testing.assert_allclose(mirrored, matrix @ generalized(state.q, forces), atol=1e-12)


def test_forces_of_many_frames_mirror_frame_by_frame() -> None:
    forces = np.random.default_rng(3).normal(size=(6, 4, 3))
    mirrored = mirror_forces(forces)
    np.testing.assert_array_equal(mirrored[2], mirror_forces(forces[2]))
    np.testing.assert_array_equal(mirror_forces(mirrored), forces)


def test_limb_map_that_pairs_a_hip_with_a_knee(robot: RobotModel) -> None:
    limbs = robot.limbs.model_dump()
    leg = list(limbs["left"]["leg"])
    leg[0], leg[2] = leg[2], leg[0]  # the left hip's yaw and pitch exchanged
    limbs["left"]["leg"] = leg
    wrong = RobotModel(robot.urdf, LimbMap.model_validate(limbs), robot.pinocchio)
    with pytest.raises(RobotError, match="not the mirror image"):
        mirror_matrix(wrong)


def test_corner_forces_do_the_mirrored_work(
    robot: RobotModel, matrix: FloatArray, random_state: Callable[[int], State]
) -> None:
    state, terms, corners = random_state(12), DynamicsTerms(robot), sole_corners(robot)
    placement = Placement(mirror=Mirror.of(robot))
    forces = np.random.default_rng(4).normal(size=(8, 3))

    def generalized(q: FloatArray, applied: FloatArray) -> FloatArray:
        terms.compute(q, np.zeros(robot.nv))
        return np.asarray(terms.point_jacobians(corners).T @ applied.ravel())

    mirrored = generalized(matrix @ state.q, placement.corner_forces(forces))
    np.testing.assert_allclose(mirrored, matrix @ generalized(state.q, forces), atol=1e-12)
