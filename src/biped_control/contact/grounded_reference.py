"""A reference that was planned on flat ground, put on the ground that the feet feel."""

from dataclasses import replace
from math import cos, sin

import numpy as np
import pinocchio as pin

from biped_control.contact.ground_belief import GroundBelief
from biped_control.motion.inverse_kinematics import LegInverseKinematics
from biped_control.motion.kinematic_cycle import FEET
from biped_control.motion.reference import Reference
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray, State

_HEIGHT = 2  # chain-root coordinate
_SMALLEST_KNEE = (
    0.02  # [rad]: less than clips have; a leg that must be longer than it is stays nearly straight
)


class GroundedReference:
    """Moves references up and down, feet included. Owns pinocchio's work space: one instance a thread.

    The pelvis keeps its height over the ground below it and stays upright. Each foot keeps its height over
    the ground below it, and its sole turns with that ground.
    """

    def __init__(self, robot: RobotModel) -> None:
        self._model, self._data = robot.pinocchio, robot.pinocchio.createData()
        self._feet = [robot.frame_id(side.foot) for side in robot.limbs.sides]
        self._legs = [LegInverseKinematics(robot, foot, _SMALLEST_KNEE) for foot in FEET]

    def place(self, reference: Reference, ground: GroundBelief) -> Reference:
        """The same reference on that ground; contacts, forces, torques and velocities stay as planned."""
        shift = self._shift(reference, ground)
        state, after = reference.state, reference.next_state
        return replace(
            reference, state=State(state.q + shift, state.v), next_state=State(after.q + shift, after.v)
        )

    def _shift(self, reference: Reference, ground: GroundBelief) -> FloatArray:
        """(nv,) what is added to positions, in the frame of the clip."""
        q, placement = reference.state.q, reference.placement
        shift = np.zeros(len(q))
        shift[_HEIGHT] = ground.height
        pin.forwardKinematics(self._model, self._data, q)
        for foot, (frame, leg) in enumerate(zip(self._feet, self._legs, strict=True)):
            of_robot = 1 - foot if placement.mirrored else foot
            planned = pin.updateFramePlacement(self._model, self._data, frame)
            rise = np.array([0.0, 0.0, ground.rises[of_robot]])
            turn = pin.exp3(_turn(ground.slopes[of_robot], placement))
            target = pin.SE3(turn @ planned.rotation, planned.translation + rise)
            shift[leg.columns] = leg.solve(q, target).angles - q[leg.columns]
        return shift


def _turn(slope: FloatArray, placement: Placement) -> FloatArray:
    """(3,) rotation vector that lays level things on a slope of the world, in the frame of the clip [rad]."""
    along = cos(placement.yaw) * slope[0] + sin(placement.yaw) * slope[1]
    across = placement.side * (cos(placement.yaw) * slope[1] - sin(placement.yaw) * slope[0])
    return np.array([across, -along, 0.0])
