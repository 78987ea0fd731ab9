import numpy as np
import pinocchio as pin
import pytest

from biped_control.motion.gaits.arm_swing import UPPER_BODY_STYLE, GaitPhase, swing_arm, swing_trunk
from biped_control.motion.proportions import joint_centre_tracks, proportions_of
from biped_control.robot.model import RobotModel

_PHASES = np.arange(8) / 8.0
_GAIT = GaitPhase(_PHASES, np.full(8, 0.5))


@pytest.fixture(scope="module")
def swinging(robot):
    """A robot whose pelvis yaws and rolls while it walks into direction 0.5 rad."""
    q = np.zeros((8, robot.nv))
    q[:, 3], q[:, 5] = 0.5 + 0.1 * np.cos(2.0 * np.pi * _PHASES), 0.05 * np.sin(2.0 * np.pi * _PHASES)
    swing_trunk(robot, UPPER_BODY_STYLE, _GAIT, q[:, 3:6], q)
    for foot in ("right", "left"):
        swing_arm(robot, UPPER_BODY_STYLE, _GAIT, foot, q)
    return q


def test_the_shoulders_turn_against_the_legs_and_stay_level(robot, swinging):
    tracks = joint_centre_tracks(robot, proportions_of(robot), swinging)
    across = tracks["left_shoulder"] - tracks["right_shoulder"]
    yaw = np.arctan2(-across[:, 0], across[:, 1])
    wanted = 0.5 - UPPER_BODY_STYLE.trunk_turn * np.cos(2.0 * np.pi * _PHASES)
    np.testing.assert_allclose(yaw, wanted, atol=0.01)
    assert np.abs(across[:, 2]).max() < 0.01 * 0.38


def test_the_trunk_leans_forward(robot, swinging):
    data, torso = robot.pinocchio.createData(), robot.frame_id(robot.limbs.torso)
    pin.forwardKinematics(robot.pinocchio, data, swinging[2])
    up = pin.updateFramePlacement(robot.pinocchio, data, torso).rotation[:, 2]
    ahead = up @ np.array([np.cos(0.5), np.sin(0.5), 0.0])
    assert ahead == pytest.approx(np.sin(UPPER_BODY_STYLE.trunk_lean), abs=0.01)


def test_an_arm_is_behind_while_its_leg_is_in_front(robot, swinging):
    tracks = joint_centre_tracks(robot, proportions_of(robot), swinging)
    way = np.array([np.cos(0.5), np.sin(0.5), 0.0])
    right = (tracks["right_elbow"] - tracks["right_shoulder"]) @ way
    left = (tracks["left_elbow"] - tracks["left_shoulder"]) @ way
    assert right[0] < -0.05 < 0.05 < left[0]  # phase 0: the right heel strikes
    assert left[4] < -0.05 < 0.05 < right[4]


def test_a_robot_without_arms(robot):
    arms = {side: getattr(robot.limbs, side).model_copy(update={"arm": ()}) for side in ("right", "left")}
    armless = RobotModel.from_urdf(robot.urdf, robot.limbs.model_copy(update=arms))
    q = np.zeros((8, robot.nv))
    swing_arm(armless, UPPER_BODY_STYLE, _GAIT, "right", q)
    assert not q.any()
