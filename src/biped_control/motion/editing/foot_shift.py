"""Poses whose pelvis and feet are moved, with all that hangs between following along, velocities too."""

from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from biped_control.motion.inverse_kinematics import LegInverseKinematics
from biped_control.motion.kinematic_cycle import FEET
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State

_SMALLEST_KNEE = 0.02  # [rad]: less than clips have
_DAMPING = 1e-6  # of the square of a leg's Jacobian: a straight knee is singular


@dataclass(frozen=True)
class Shift:
    """How a body moves away from where it is planned.

    Attributes:
        position: (3,) [m].
        rate: (3,) of the position [m/s].
        rotation: (3,) rotation vector, applied after the planned rotation [rad].
    """

    position: FloatArray
    rate: FloatArray
    rotation: FloatArray


@dataclass(frozen=True)
class FootMotion:
    """Where a foot is planned.

    Attributes:
        placement: of the foot link.
        velocity: (3,) of its origin [m/s].
    """

    placement: pin.SE3
    velocity: FloatArray


@dataclass(frozen=True)
class ShiftedState:
    """A state after a shift.

    Attributes:
        state: with both legs solved.
        miss: distance of the worse foot from where it should be [m]; more than a tenth of a millimetre is out
            of reach.
    """

    state: State
    miss: float


class FootShift:
    """Moves pelvis and feet of one robot. Owns pinocchio's work space: one instance a thread."""

    def __init__(self, robot: RobotModel) -> None:
        self._model, self._data = robot.pinocchio, robot.pinocchio.createData()
        self._frames = [robot.frame_id(side.foot) for side in robot.limbs.sides]
        self._legs = [LegInverseKinematics(robot, foot, _SMALLEST_KNEE) for foot in FEET]

    def feet(self, state: State) -> list[FootMotion]:
        """Right and left foot of a state."""
        pin.computeJointJacobians(self._model, self._data, state.q)
        return [
            FootMotion(
                pin.updateFramePlacement(self._model, self._data, frame).copy(),
                (self._jacobian(frame) @ state.v)[:3],
            )
            for frame in self._frames
        ]

    def apply(self, state: State, pelvis: Shift, feet: tuple[Shift, Shift]) -> ShiftedState:
        """The state with pelvis and feet moved; trunk and arms keep their joint angles.

        Args:
            state: as planned.
            pelvis: its shift; its rotation is not used, the pelvis keeps its own.
            feet: shifts of right and left foot.
        """
        planned = self.feet(state)
        twists = [(self._jacobian(frame) @ state.v).copy() for frame in self._frames]
        q, v = state.q.copy(), state.v.copy()
        q[:3] += pelvis.position
        v[:3] += pelvis.rate
        miss = 0.0
        for leg, motion, shift in zip(self._legs, planned, feet, strict=True):
            turn = pin.exp3(shift.rotation)
            placement = motion.placement
            target = pin.SE3(turn @ placement.rotation, placement.translation + shift.position)
            solution = leg.solve(q, target)
            q[leg.columns] = solution.angles
            miss = max(miss, solution.position_error)
        pin.computeJointJacobians(self._model, self._data, q)
        for leg, frame, twist, shift in zip(self._legs, self._frames, twists, feet, strict=True):
            jacobian = self._jacobian(frame)
            wanted = np.concatenate([twist[:3] + shift.rate, pin.exp3(shift.rotation) @ twist[3:]])
            v[leg.columns] = 0.0
            of_leg = jacobian[:, leg.columns]
            square = of_leg.T @ of_leg + _DAMPING * np.eye(len(leg.columns))
            v[leg.columns] = np.linalg.solve(square, of_leg.T @ (wanted - jacobian @ v))
        return ShiftedState(State(q, v), miss)

    def _jacobian(self, frame: int) -> FloatArray:
        jacobian: FloatArray = pin.getFrameJacobian(
            self._model, self._data, frame, pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
        )
        return jacobian
