"""The overspeed latch."""

import numpy as np

from biped_control.robot.model import RobotModel
from biped_control.robot.overspeed import OverspeedLatch
from biped_control.robot.state import State


def moving(robot: RobotModel, **speeds: float) -> State:
    v = np.zeros(robot.nv)
    for joint, speed in speeds.items():
        v[6 + robot.joint_index[joint]] = speed
    return State(np.zeros(robot.nv), v)


def test_it_trips_after_several_ticks_in_a_row_and_names_the_joint(robot: RobotModel) -> None:
    latch = OverspeedLatch(robot, ticks=3)
    fast = moving(robot, l_knee_pitch=-25.0, r_knee_pitch=19.0)  # the limit is 20 rad/s
    assert [latch.update(fast) for _ in range(3)] == [False, False, True]
    assert latch.joints == ("l_knee_pitch",)


def test_an_impact_does_not_trip_it(robot: RobotModel) -> None:
    latch = OverspeedLatch(robot, ticks=3)
    fast, slow = moving(robot, l_knee_pitch=25.0), moving(robot, l_knee_pitch=15.0)
    assert not any(latch.update(state) for state in [fast, fast, slow] * 5)


def test_only_a_reset_leaves_it(robot: RobotModel) -> None:
    latch = OverspeedLatch(robot, ticks=1)
    latch.update(moving(robot, torso_yaw=16.0))
    assert latch.update(moving(robot))
    assert latch.joints == ("torso_yaw",)
    latch.reset()
    assert not latch.update(moving(robot))
