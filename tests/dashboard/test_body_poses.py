"""Where bodies are drawn, against kinematics computed from the URDF's own text."""

from xml.etree import ElementTree

import numpy as np
import pinocchio as pin
import pytest

from biped_control.dashboard.body_poses import BodyPoses
from biped_control.dashboard.urdf_shapes import visual_shapes
from biped_control.robot.base_coordinates import rotation_from_angles
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray


def link_poses(robot: RobotModel, q: FloatArray) -> dict[str, FloatArray]:
    """(4, 4) pose of every link, by walking down the URDF's tree."""
    poses = {"base_link": placement(q[:3], rotation_from_angles(*q[3:6]))}
    for joint in ElementTree.fromstring(robot.urdf).findall("joint"):
        parent, child, origin, axis = (joint.find(tag) for tag in ("parent", "child", "origin", "axis"))
        assert parent is not None
        assert child is not None
        assert origin is not None
        offset = np.array([float(word) for word in origin.get("xyz", "").split()])
        turn = np.eye(3)
        if axis is not None:
            angle = q[ROOT_DOF + robot.joint_index[joint.get("name", "")]]
            direction = np.array([float(word) for word in axis.get("xyz", "").split()])
            turn = pin.AngleAxis(angle, direction).toRotationMatrix()
        poses[child.get("link", "")] = poses[parent.get("link", "")] @ placement(offset, turn)
    return poses


def placement(position: FloatArray, rotation: FloatArray) -> FloatArray:
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = rotation, position
    return pose


def pose_of_seed(robot: RobotModel, seed: int) -> FloatArray:
    random = np.random.default_rng(seed)
    joints = random.uniform(robot.lower_limits, robot.upper_limits)
    return np.concatenate([random.uniform(-1.0, 1.0, ROOT_DOF), joints])


@pytest.mark.parametrize("seed", range(5))
def test_every_shape_is_where_its_link_is(robot: RobotModel, seed: int) -> None:
    q = pose_of_seed(robot, seed)
    links, poses = link_poses(robot, q), BodyPoses(robot)
    positions, _ = poses.compute(q)
    drawn = {}
    for body, position, rotation in zip(poses.bodies, positions, poses.rotations(), strict=True):
        for shape in body.shapes:
            world = placement(position, rotation) @ placement(shape.position, shape.rotation)
            drawn.setdefault(shape.link, []).append(world)
    expected: dict[str, list[FloatArray]] = {}
    for shape in visual_shapes(robot.urdf):
        world = links[shape.link] @ placement(shape.position, shape.rotation)
        expected.setdefault(shape.link, []).append(world)
    assert drawn.keys() == expected.keys()
    for link, worlds in expected.items():
        np.testing.assert_allclose(drawn[link], worlds, atol=1e-12)


def test_quaternions_are_those_of_the_rotations(robot: RobotModel) -> None:
    poses = BodyPoses(robot)
    _, quaternions = poses.compute(pose_of_seed(robot, 11))
    for (w, x, y, z), rotation in zip(quaternions, poses.rotations(), strict=True):
        np.testing.assert_allclose(pin.Quaternion(w, x, y, z).matrix(), rotation, atol=1e-12)


def test_a_head_that_is_fixed_to_the_torso_moves_with_it(robot: RobotModel) -> None:
    torso = next(body for body in BodyPoses(robot).bodies if body.name == "torso_pitch")
    assert {shape.link for shape in torso.shapes} == {"torso", "head"}
