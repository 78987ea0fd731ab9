"""Loading the humanoid: compared with DART, and what is said about a robot that cannot be used."""

import re
from collections.abc import Callable
from pathlib import Path

import dartpy
import numpy as np
import pinocchio as pin
import pytest

from biped_control.errors import RobotError
from biped_control.resources import share_path
from biped_control.robot.chain_root import ROOT_JOINTS, with_chain_root
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.state import State


@pytest.fixture(scope="module")
def skeleton(robot: RobotModel) -> dartpy.dynamics.Skeleton:
    """The same robot, read by DART."""
    loader = dartpy.utils.DartLoader()
    return loader.parseSkeletonString(with_chain_root(robot.urdf), dartpy.common.Uri(""))


def test_coordinates_in_the_order_of_dart(robot: RobotModel, skeleton: dartpy.dynamics.Skeleton) -> None:
    names = [dof.getName() for dof in skeleton.getDofs()]
    assert names == [*ROOT_JOINTS, *robot.joint_names]
    assert robot.nu == len(robot.joint_names) == 23


def test_limits_as_dart_reads_them(robot: RobotModel, skeleton: dartpy.dynamics.Skeleton) -> None:
    np.testing.assert_allclose(robot.lower_limits, skeleton.getPositionLowerLimits()[6:])
    np.testing.assert_allclose(robot.upper_limits, skeleton.getPositionUpperLimits()[6:])
    np.testing.assert_allclose(robot.effort_limits, skeleton.getForceUpperLimits()[6:])


@pytest.mark.parametrize("seed", range(5))
def test_mass_matrix_and_bias_of_dart(
    robot: RobotModel, skeleton: dartpy.dynamics.Skeleton, random_state: Callable[[int], State], seed: int
) -> None:
    state, model, data = random_state(seed), robot.pinocchio, robot.pinocchio.createData()
    skeleton.setPositions(state.q)
    skeleton.setVelocities(state.v)
    skeleton.setGravity([0.0, 0.0, -GRAVITY])
    mass = pin.crba(model, data, state.q)
    mass = np.triu(mass) + np.triu(mass, 1).T
    np.testing.assert_allclose(mass, skeleton.getMassMatrix(), atol=1e-10)
    bias = pin.nonLinearEffects(model, data, state.q, state.v)
    np.testing.assert_allclose(bias, skeleton.getCoriolisAndGravityForces(), atol=1e-9)
    # The five carriers of the chain root are no part of the robot.
    assert robot.mass == pytest.approx(skeleton.getMass() - 5e-4, abs=1e-10)


@pytest.mark.parametrize("seed", range(5))
def test_link_frames_of_dart(
    robot: RobotModel, skeleton: dartpy.dynamics.Skeleton, random_state: Callable[[int], State], seed: int
) -> None:
    state, model, data = random_state(seed), robot.pinocchio, robot.pinocchio.createData()
    skeleton.setPositions(state.q)
    pin.framesForwardKinematics(model, data, state.q)
    for body in skeleton.getBodyNodes():
        ours = data.oMf[robot.frame_id(body.getName())].homogeneous
        np.testing.assert_allclose(ours, body.getWorldTransform().matrix(), atol=1e-10)


def test_fingerprint_sees_the_body_and_not_the_paint(robot: RobotModel) -> None:
    repainted = re.sub(r'rgba="[^"]*"', 'rgba="1 0 0 1"', robot.urdf)
    assert repainted != robot.urdf
    assert RobotModel.from_urdf(repainted, robot.limbs).fingerprint == robot.fingerprint
    heavier = robot.urdf.replace('<mass value="12.8" />', '<mass value="12.9" />')
    assert heavier != robot.urdf
    assert RobotModel.from_urdf(heavier, robot.limbs).fingerprint != robot.fingerprint


# What can be wrong with a robot
# ------------------------------------------------------------------------------


@pytest.fixture
def load_urdf(tmp_path: Path) -> Callable[[str], RobotModel]:
    """Loads URDF text from a file, with the limb map that ships."""

    def load(text: str) -> RobotModel:
        path = tmp_path / "broken.urdf"
        path.write_text(text, encoding="utf-8")
        return RobotModel.load(path)

    return load


@pytest.fixture
def load_limbs(tmp_path: Path) -> Callable[[str, str], RobotModel]:
    """Loads the humanoid with its limb map changed by a replacement."""

    def load(old: str, new: str) -> RobotModel:
        text = share_path("config/robot.yaml").read_text(encoding="utf-8")
        assert old in text
        path = tmp_path / "limbs.yaml"
        path.write_text(text.replace(old, new), encoding="utf-8")
        return RobotModel.load(limbs_path=path)

    return load


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(RobotError, match=r"nowhere\.urdf: cannot be read"):
        RobotModel.load(tmp_path / "nowhere.urdf")


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "photo.urdf"
    path.write_bytes(b"\xff\xd8\xff\xe0 no text at all \xfe")
    with pytest.raises(RobotError, match=r"photo\.urdf: cannot be read"):
        RobotModel.load(path)


def test_text_that_is_no_urdf(load_urdf: Callable[[str], RobotModel]) -> None:
    with pytest.raises(RobotError, match=r"broken\.urdf: URDF: not well-formed"):
        load_urdf("HIERARCHY\nROOT Hips {")


def test_truncated_urdf(robot: RobotModel, load_urdf: Callable[[str], RobotModel]) -> None:
    with pytest.raises(RobotError, match=r"broken\.urdf: URDF: not well-formed"):
        load_urdf(robot.urdf[: len(robot.urdf) // 2])


def test_link_without_inertia(robot: RobotModel, load_urdf: Callable[[str], RobotModel]) -> None:
    head, shank = robot.urdf.split('<link name="l_shank">')
    end = shank.index("</inertial>") + len("</inertial>")
    with pytest.raises(
        RobotError, match=r"broken\.urdf.*link 'l_shank', moved by 'l_knee_pitch', has no inertia"
    ):
        load_urdf(head + '<link name="l_shank">' + shank[end:])


def test_mass_that_is_not_positive(robot: RobotModel, load_urdf: Callable[[str], RobotModel]) -> None:
    with pytest.raises(RobotError, match=r"base_link.*above 0 kg"):
        load_urdf(robot.urdf.replace('<mass value="12.8" />', '<mass value="-12.8" />'))


def test_joint_that_is_missing_from_the_urdf(
    robot: RobotModel, load_urdf: Callable[[str], RobotModel]
) -> None:
    with pytest.raises(RobotError, match=r"unknown joints \['l_elbow_pitch'\]"):
        load_urdf(robot.urdf.replace('"l_elbow_pitch"', '"l_elbow_flexion"'))


def test_joint_of_more_than_one_degree(robot: RobotModel, load_urdf: Callable[[str], RobotModel]) -> None:
    with pytest.raises(RobotError, match="has type 'floating'; expected one of revolute"):
        load_urdf(robot.urdf.replace('"l_elbow_pitch" type="revolute"', '"l_elbow_pitch" type="floating"'))


def test_joint_to_a_link_that_is_not_there(robot: RobotModel, load_urdf: Callable[[str], RobotModel]) -> None:
    with pytest.raises(RobotError, match=r"broken\.urdf"):
        load_urdf(robot.urdf.replace('<child link="l_gripper" />', '<child link="l_claw" />'))


def test_limb_map_with_an_unknown_joint(load_limbs: Callable[[str, str], RobotModel]) -> None:
    with pytest.raises(RobotError, match=r"unknown joints \['r_knee'\].*'r_knee_pitch'"):
        load_limbs("r_knee_pitch", "r_knee")


def test_limb_map_that_forgets_a_joint(load_limbs: Callable[[str, str], RobotModel]) -> None:
    with pytest.raises(RobotError, match=r"joints \['torso_yaw'\] in no group"):
        load_limbs("[torso_yaw, torso_roll, torso_pitch]", "[torso_roll, torso_pitch]")


def test_limb_map_with_an_unknown_link(load_limbs: Callable[[str, str], RobotModel]) -> None:
    with pytest.raises(RobotError, match="unknown link 'r_hoof'"):
        load_limbs("foot: r_foot", "foot: r_hoof")


def test_limb_map_with_an_unknown_shoulder(load_limbs: Callable[[str, str], RobotModel]) -> None:
    with pytest.raises(RobotError, match=r"unknown joints \['wing'\]"):
        load_limbs("shoulder: r_shoulder_pitch", "shoulder: wing")
