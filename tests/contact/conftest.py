"""A pose in which the robot stands on its right foot, two millimetres in the ground, knee at its limit."""

import numpy as np
import pytest

from biped_control.robot.model import RobotModel
from biped_control.robot.state import State

ANKLE_TO_SOLE = 0.075
LEG = 0.82


@pytest.fixture(scope="session")
def touching(robot: RobotModel) -> State:
    random = np.random.default_rng(11)
    q = np.zeros(robot.nv)
    q[2] = LEG + ANKLE_TO_SOLE - 0.002
    q[3] = 0.6
    q[6 + robot.joint_index["l_elbow_pitch"]] = -0.3
    q[6 + robot.joint_index["r_elbow_pitch"]] = -0.3
    q[6 + robot.joint_index["l_hip_pitch"]] = -0.5
    q[6 + robot.joint_index["l_knee_pitch"]] = 0.8
    q[6 + robot.joint_index["l_ankle_pitch"]] = -0.3
    return State(q, random.normal(scale=0.1, size=robot.nv))
