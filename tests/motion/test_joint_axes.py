"""Joints found by what they do."""

import pytest

from biped_control.errors import MotionError
from biped_control.motion.joint_axes import joint_about
from biped_control.robot.model import RobotModel


def test_finds_each_axis_of_the_hip(robot: RobotModel) -> None:
    for axis, name in (("x", "l_hip_roll"), ("y", "l_hip_pitch"), ("z", "l_hip_yaw")):
        found = joint_about(robot, robot.limbs.left.leg, "hip", axis)  # type: ignore[arg-type]
        assert found.column == 6 + robot.joint_index[name]
        assert found.sign == 1.0


def test_a_reversed_axis_has_a_negative_sign(robot: RobotModel) -> None:
    knee = robot.urdf.index('name="l_knee_pitch"')
    axis = robot.urdf.index('xyz="0 1 0"', knee)
    urdf = robot.urdf[:axis] + 'xyz="0 -1 0"' + robot.urdf[axis + len('xyz="0 1 0"') :]
    reversed_knee = RobotModel.from_urdf(urdf, robot.limbs)
    assert joint_about(reversed_knee, robot.limbs.left.leg, "knee", "y").sign == -1.0


def test_no_such_joint_is_an_error(robot: RobotModel) -> None:
    with pytest.raises(MotionError, match=r"0 of the knee joints .* about x"):
        joint_about(robot, robot.limbs.left.leg, "knee", "x")
