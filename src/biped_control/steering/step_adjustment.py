"""The swing foot goes where the capture point goes.

The look-ahead policy believes that planned forces are there whenever they are planned, and answers a push
sideways by leaning on a foot of nine centimetres. What carries the body after a push is the next foothold:
moved with the instantaneous capture point, c + dc/dt / omega (Pratt et al. 2006), the coming step begins as
if nothing had happened. As in SIMBICON (Yin et al. 2007) the reference of the swing leg is moved, at the hip.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pinocchio as pin

from biped_control.motion.clip import Clip
from biped_control.motion.reference import Reference
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.state import FloatArray, State
from biped_control.steering.swings import swing_shares

GAIN = 0.75
"""Metres of the foothold for a metre of the capture point; .5 to 1 survive pushes about equally well."""

GAIN_OF_PLANS = 1.0
"""The same under a policy that plans ahead. With less, some speed aside is left after each step, and a robot
pushed toward the leg on which it stands, so that its legs have to cross, falls two or three steps later."""

FARTHEST_M = 0.2
"""No foothold is moved farther than this: legs have limits."""

FULL_FROM = 0.3
"""Share of the swing after which the whole shift is wanted; before, it grows evenly from zero at lift-off."""

KEPT = 0.9
"""What a tick leaves of the shift of a foot that has landed. Wanted back where it was planned at once, the
foot, which stands, would push the body out over itself."""

_NOTHING_M = 1e-6

_MOSTLY = 0.7
"""Of the forward axis: a joint that turns about it this much rolls the leg; the others swing or twist it."""


class StepAdjustment:
    """Moves the legs of references sideways. Owns pinocchio's work space: one instance a thread.

    Attributes:
        gain: metres of the foothold for a metre of the capture point.
    """

    def __init__(self, robot: RobotModel, clips: Mapping[str, Clip]) -> None:
        """
        Args:
            robot: of the clips.
            clips: all that may be played, by name.
        """
        self.gain = GAIN
        self._model, self._data = robot.pinocchio, robot.pinocchio.createData()
        self._roll_of_shift = leg_rolls(robot)
        self._shares = {name: swing_shares(clip.contacts, clip.cyclic) for name, clip in clips.items()}
        self._omegas = {name: self._omega(clip.positions[0]) for name, clip in clips.items()}
        self.reset()

    def reset(self) -> None:
        """A new run begins."""
        self._shifts = np.zeros(2)  # of the robot's right and left foot, to its left [m]

    def adjust(self, state: State, reference: Reference) -> Reference:
        """What the robot should follow instead.

        Args:
            state: measured, in the world.
            reference: placed under the robot, see `following_placement`.

        Returns:
            The same reference; hip and ankle of a leg are rolled while its foot swings and a little longer.
        """
        shares = self._shares[reference.clip][reference.frame]
        if not shares.any() and np.abs(self._shifts).max() < _NOTHING_M:
            return reference
        feet, side = [reference.placement.foot(foot) for foot in (0, 1)], reference.placement.side
        grown = np.minimum(shares / FULL_FROM, 1.0) * self._wanted(state, reference)
        shifts = np.where(shares > 0.0, grown, KEPT * side * self._shifts[feet])
        self._shifts[feet] = side * shifts
        q = reference.state.q + shifts @ self._roll_of_shift
        return replace(reference, state=State(q, reference.state.v))

    def _wanted(self, state: State, reference: Reference) -> float:
        """How far to the left of the clip a foot in the air should land [m]."""
        omega = self._omegas[reference.clip]
        local = reference.placement.to_clip(state, near_yaw=float(reference.state.q[3]))
        error = self._capture_point(local, omega) - self._capture_point(reference.state, omega)
        return float(np.clip(self.gain * error, -FARTHEST_M, FARTHEST_M))

    def _capture_point(self, state: State, omega: float) -> float:
        """How far to the left the capture point lies [m]."""
        pin.centerOfMass(self._model, self._data, state.q, state.v)
        return float(self._data.com[0][1] + self._data.vcom[0][1] / omega)

    def _omega(self, pose: FloatArray) -> float:
        """Rate of the pendulum that a robot in this pose on ground at height zero is [1/s]."""
        height = float(pin.centerOfMass(self._model, self._data, pose)[2])
        return float(np.sqrt(GRAVITY / height))


def leg_rolls(robot: RobotModel) -> FloatArray:
    """(2, nv) angles that take the right and the left foot one metre to the left, its sole level [rad/m].

    For a straight leg and small angles: hip and ankle roll against each other.
    """
    model, data = robot.pinocchio, robot.pinocchio.createData()
    pin.computeJointJacobians(model, data, pin.neutral(model))
    rolls = np.zeros((2, robot.nv))
    for foot, side in enumerate(robot.limbs.sides):
        columns = [ROOT_DOF + robot.joint_index[name] for name in side.leg]
        forward = [column for column in columns if abs(data.J[3, column]) > _MOSTLY]
        hip, ankle = forward[0], forward[-1]
        joints = [model.getJointId(robot.joint_names[column - ROOT_DOF]) for column in (hip, ankle)]
        length = data.oMi[joints[0]].translation[2] - data.oMi[joints[1]].translation[2]
        rolls[foot, hip] = 1.0 / (length * data.J[3, hip])
        rolls[foot, ankle] = -1.0 / (length * data.J[3, ankle])
    return rolls
