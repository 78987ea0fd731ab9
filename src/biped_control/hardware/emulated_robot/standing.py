"""Where a robot is when it is put onto the floor, or hangs above it."""

import numpy as np
import pinocchio as pin

from biped_control.robot.model import RobotModel
from biped_control.robot.soles import sole_corners
from biped_control.robot.state import State

ON_HOIST = 0.3
"""How high the soles of a robot on a hoist hang above the floor [m]: feet that touch it cannot turn."""


def standing_state(robot: RobotModel, height: float = 0.0) -> State:
    """At rest, all joints zero, the lowest corner of the soles `height` [m] above the ground."""
    q = np.zeros(robot.nv)
    data = robot.pinocchio.createData()
    pin.forwardKinematics(robot.pinocchio, data, q)
    corners = sole_corners(robot)
    places = zip(corners.joints.tolist(), corners.offsets, strict=True)
    lowest = min(data.oMi[joint].act(offset)[2] for joint, offset in places)
    q[2] = height - lowest
    return State(q, np.zeros(robot.nv))
