"""A reference that was planned on flat ground, put on the ground that the feet feel."""

from dataclasses import replace
from math import cos, sin
from typing import NamedTuple

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


class Lowering(NamedTuple):
    """By how much the pelvis comes down on a slope, in metres times the grade."""

    uphill: float
    downhill: float


OF_REGULATOR = Lowering(0.0, 0.5)
"""Downhill the leading leg must reach farther down than on level ground; too short, it lands late at every
step. Uphill a regulator whose gains are for the legs of the clip falls with legs that are more bent."""

OF_PLANNER = Lowering(0.35, 0.7)
"""Where a policy plans ahead, it must not ask the trailing leg for more than its length either."""

_LOWERING_GAIN = 0.03
"""Share of a change that a tick takes over. A slope is felt within a tenth of a second of the first step on
it; a pelvis that came down as fast would throw the robot over."""


class Lift(NamedTuple):
    """How much higher than over flat ground feet are wanted.

    Attributes:
        now: (2,) of the clip's right and left foot [m].
        next: (2,) a tick later [m].
        tick: its length [s].
    """

    now: FloatArray
    next: FloatArray
    tick: float


class GroundedReference:
    """Moves references up and down, feet included, tick by tick. Owns pinocchio's work space: one a thread.

    The pelvis keeps its height over the ground below it and stays upright. Each foot keeps its height over
    the ground below it, more if it is lifted, and its sole turns with that ground. On slopes the pelvis comes
    down a little, so that no leg is asked for more than its length.
    """

    def __init__(self, robot: RobotModel) -> None:
        self._model, self._data = robot.pinocchio, robot.pinocchio.createData()
        self._feet = [robot.frame_id(side.foot) for side in robot.limbs.sides]
        self._legs = [LegInverseKinematics(robot, foot, _SMALLEST_KNEE) for foot in FEET]
        self._feet_ahead = FootShift(robot)
        self.reset()

    def reset(self) -> None:
        """A new run begins."""
        self._lower = 0.0  # the pelvis, by so much [m]

    def place(self, reference: Reference, ground: GroundBelief, lift: Lift | None = None) -> Reference:
        """The same reference on that ground; contacts, forces and torques stay as planned.

        So do velocities, but for those of legs that are lifted: a foot that is wanted ever higher, and wanted
        to move as over flat ground, would lag behind and come down late. What lies ahead, where a reference
        tells it, goes up with the ground, velocities included.
        """
        lower = self._lower = self._lower + _LOWERING_GAIN * (_lowering(reference, ground) - self._lower)
        shift = after_shift = self._shift(reference, ground, lower, None if lift is None else lift.now)
        rates = np.zeros(len(shift))
        if lift is not None:
            after_shift = self._shift(reference, ground, lower, lift.next)
            rates = (after_shift - shift) / lift.tick
        state, after = reference.state, reference.next_state
        return replace(
            reference,
            state=State(state.q + shift, state.v + rates),
            next_state=State(after.q + after_shift, after.v + rates),
            ground=planes_in_clip(ground, reference.placement),
            ahead=None if reference.ahead is None else self._ahead(reference, reference.ahead, ground, lower),
        )

    def _ahead(self, reference: Reference, ahead: Preview, ground: GroundBelief, lower: float) -> Preview:
        """The end of the window on the ground at large, which begins where pelvis and feet are now."""
        placement, end = reference.placement, ahead.end
        grade = np.array([*placement.turn_back(ground.grade), 0.0])
        way = float(grade @ (end.q[:3] - reference.state.q[:3]))
        pelvis = _rise(ground.height + way - lower, float(grade @ end.v[:3]), np.zeros(3))
        here, there = self._feet_ahead.feet(reference.state), self._feet_ahead.feet(end)
        shifts = []
        for foot, (before, after) in enumerate(zip(here, there, strict=True)):
            robots = placement.foot(foot)
            way = float(grade @ (after.placement.translation - before.placement.translation))
            height = ground.height + float(ground.rises[robots]) + way
            turn = _turn(ground.slopes[robots], placement)
            shifts.append(_rise(height, float(grade @ after.velocity), turn))
        return replace(ahead, end=self._feet_ahead.apply(end, pelvis, (shifts[0], shifts[1])).state)

    def _shift(
        self, reference: Reference, ground: GroundBelief, lower: float, lifts: FloatArray | None
    ) -> FloatArray:
        """(nv,) what is added to positions, in the frame of the clip; `lower` lowers the pelvis [m]."""
        q, placement = reference.state.q, reference.placement
        shift = np.zeros(len(q))
        shift[_HEIGHT] = ground.height - lower
        pin.forwardKinematics(self._model, self._data, q)
        for foot, (frame, leg) in enumerate(zip(self._feet, self._legs, strict=True)):
            robots = placement.foot(foot)
            planned = pin.updateFramePlacement(self._model, self._data, frame)
            lifted = 0.0 if lifts is None else float(lifts[foot])
            rise = np.array([0.0, 0.0, ground.rises[robots] + lower + lifted])
            turn = pin.exp3(_turn(ground.slopes[robots], placement))
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
        planes[row, 1:] = placement.turn_back(slope)
    return planes


def _lowering(reference: Reference, ground: GroundBelief) -> float:
    """By how much the pelvis should be lower on a slope [m]."""
    heading = reference.placement.heading(float(reference.state.q[3]))
    uphill = cos(heading) * ground.grade[0] + sin(heading) * ground.grade[1] > 0.0
    lowering = OF_REGULATOR if reference.ahead is None else OF_PLANNER
    return float((lowering.uphill if uphill else lowering.downhill) * np.hypot(*ground.grade))


def _rise(height: float, rate: float, turn: FloatArray) -> Shift:
    return Shift(np.array([0.0, 0.0, height]), np.array([0.0, 0.0, rate]), turn)


def _turn(slope: FloatArray, placement: Placement) -> FloatArray:
    """(3,) rotation vector that lays level things on a slope of the world, in the frame of the clip [rad]."""
    along, across = placement.turn_back(slope)
    return np.array([across, -along, 0.0])
