"""A reference that was planned on flat ground, put on the ground that the feet feel."""

from dataclasses import replace
from math import cos, sin

import numpy as np
import pinocchio as pin

from biped_control.contact.ground_belief import GroundBelief
from biped_control.motion.editing.foot_shift import FootShift, Shift
from biped_control.motion.inverse_kinematics import LegInverseKinematics
from biped_control.motion.kinematic_cycle import FEET
from biped_control.motion.reference import Preview, Reference
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray, State

_HEIGHT = 2  # chain-root coordinate
_SMALLEST_KNEE = (
    0.02  # [rad]: less than clips have; a leg that must be longer than it is stays nearly straight
)
_LOWERING_UP, _LOWERING_DOWN = 0.35, 0.7
"""[m] times the grade: legs must reach farther down than on level ground, downhill the leading one."""


class GroundedReference:
    """Moves references up and down, feet included. Owns pinocchio's work space: one instance a thread.

    The pelvis keeps its height over the ground below it and stays upright. Each foot keeps its height over
    the ground below it, and its sole turns with that ground. For policies that plan ahead the pelvis comes
    down a little on slopes, so that they do not ask a leg for more than its length.
    """

    def __init__(self, robot: RobotModel) -> None:
        self._model, self._data = robot.pinocchio, robot.pinocchio.createData()
        self._feet = [robot.frame_id(side.foot) for side in robot.limbs.sides]
        self._legs = [LegInverseKinematics(robot, foot, _SMALLEST_KNEE) for foot in FEET]
        self._feet_ahead = FootShift(robot)

    def place(self, reference: Reference, ground: GroundBelief) -> Reference:
        """The same reference on that ground; contacts, forces, torques and velocities stay as planned.

        What lies ahead, where a reference tells it, goes up with the ground, velocities included.
        """
        lower = 0.0 if reference.ahead is None else _lowering(reference, ground)
        shift = self._shift(reference, ground, lower)
        state, after = reference.state, reference.next_state
        return replace(
            reference,
            state=State(state.q + shift, state.v),
            next_state=State(after.q + shift, after.v),
            ground=planes_in_clip(ground, reference.placement),
            ahead=None if reference.ahead is None else self._ahead(reference, reference.ahead, ground, lower),
        )

    def _ahead(self, reference: Reference, ahead: Preview, ground: GroundBelief, lower: float) -> Preview:
        """The end of the window on the ground at large, which begins where pelvis and feet are now."""
        placement, end = reference.placement, ahead.end
        grade = np.array([*_in_clip(ground.grade, placement), 0.0])
        way = float(grade @ (end.q[:3] - reference.state.q[:3]))
        pelvis = _rise(ground.height + way - lower, float(grade @ end.v[:3]), np.zeros(3))
        here, there = self._feet_ahead.feet(reference.state), self._feet_ahead.feet(end)
        shifts = []
        for foot, (before, after) in enumerate(zip(here, there, strict=True)):
            of_robot = 1 - foot if placement.mirrored else foot
            way = float(grade @ (after.placement.translation - before.placement.translation))
            height = ground.height + float(ground.rises[of_robot]) + way
            turn = _turn(ground.slopes[of_robot], placement)
            shifts.append(_rise(height, float(grade @ after.velocity), turn))
        return replace(ahead, end=self._feet_ahead.apply(end, pelvis, (shifts[0], shifts[1])).state)

    def _shift(self, reference: Reference, ground: GroundBelief, lower: float) -> FloatArray:
        """(nv,) what is added to positions, in the frame of the clip; `lower` lowers the pelvis [m]."""
        q, placement = reference.state.q, reference.placement
        shift = np.zeros(len(q))
        shift[_HEIGHT] = ground.height - lower
        pin.forwardKinematics(self._model, self._data, q)
        for foot, (frame, leg) in enumerate(zip(self._feet, self._legs, strict=True)):
            of_robot = 1 - foot if placement.mirrored else foot
            planned = pin.updateFramePlacement(self._model, self._data, frame)
            rise = np.array([0.0, 0.0, ground.rises[of_robot] + lower])
            turn = pin.exp3(_turn(ground.slopes[of_robot], placement))
            target = pin.SE3(turn @ planned.rotation, planned.translation + rise)
            shift[leg.columns] = leg.solve(q, target).angles - q[leg.columns]
        return shift


def planes_in_clip(ground: GroundBelief, placement: Placement) -> FloatArray:
    """(2, 3) the ground that contacts are looked for on, as a `Reference` tells it."""
    believed = ground.ground_at(np.zeros((8, 3)))  # where the plane under each foot passes the origin
    feet = [4, 0] if placement.mirrored else [0, 4]
    planes = np.empty((2, 3))
    for row, foot in enumerate(feet):
        slope = -believed.normals[foot, :2] / believed.normals[foot, 2]
        planes[row, 0] = believed.heights[foot] + slope @ [placement.x, placement.y]
        planes[row, 1:] = _in_clip(slope, placement)
    return planes


def _lowering(reference: Reference, ground: GroundBelief) -> float:
    """By how much the pelvis is lower on a slope [m]."""
    heading = reference.placement.heading(float(reference.state.q[3]))
    uphill = cos(heading) * ground.grade[0] + sin(heading) * ground.grade[1] > 0.0
    return float((_LOWERING_UP if uphill else _LOWERING_DOWN) * np.hypot(*ground.grade))


def _rise(height: float, rate: float, turn: FloatArray) -> Shift:
    return Shift(np.array([0.0, 0.0, height]), np.array([0.0, 0.0, rate]), turn)


def _in_clip(slope: FloatArray, placement: Placement) -> tuple[float, float]:
    """A slope of the world along the axes of the clip."""
    along = cos(placement.yaw) * slope[0] + sin(placement.yaw) * slope[1]
    across = placement.side * (cos(placement.yaw) * slope[1] - sin(placement.yaw) * slope[0])
    return float(along), float(across)


def _turn(slope: FloatArray, placement: Placement) -> FloatArray:
    """(3,) rotation vector that lays level things on a slope of the world, in the frame of the clip [rad]."""
    along, across = _in_clip(slope, placement)
    return np.array([across, -along, 0.0])
