"""Joints that run away, and joints that were only hit."""

import numpy as np

from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray
from biped_control.safety.overspeed import OverspeedWatch
from biped_control.safety.safety_limits import SafetyLimits


def moving(robot: RobotModel, **speeds: float) -> FloatArray:
    velocities = np.zeros(robot.nu)
    for joint, speed in speeds.items():
        velocities[robot.joint_index[joint]] = speed
    return velocities


def test_it_names_the_joint_after_several_ticks_in_a_row(robot: RobotModel) -> None:
    watch = OverspeedWatch(SafetyLimits.of(robot, 1.0 / 120.0))
    fast = moving(robot, l_knee_pitch=-25.0, r_knee_pitch=19.0)  # the limit is 20 rad/s
    assert [watch.update(fast) for _ in range(6)] == [()] * 4 + [("l_knee_pitch",)] * 2
    assert watch.update(moving(robot)) == ()


def test_an_impact_is_none(robot: RobotModel) -> None:
    watch = OverspeedWatch(SafetyLimits.of(robot, 1.0 / 120.0))
    fast, slow = moving(robot, l_knee_pitch=25.0), moving(robot, l_knee_pitch=15.0)
    assert not any(watch.update(velocities) for velocities in [fast, fast, fast, fast, slow] * 5)


def test_a_reset_forgets(robot: RobotModel) -> None:
    watch = OverspeedWatch(SafetyLimits.of(robot, 1.0 / 120.0))
    fast = moving(robot, torso_yaw=16.0)
    for _ in range(3):
        for _ in range(4):
            assert watch.update(fast) == ()
        watch.reset()
