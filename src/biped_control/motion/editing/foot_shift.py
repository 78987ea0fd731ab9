"""Poses whose pelvis and feet are moved, with all that hangs between following along, velocities too."""

from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from biped_control.compiled import kernel
from biped_control.errors import MotionError
from biped_control.motion.editing.leg_chain import LegChain, foot_pose, leg_chain, product, rotated, turn
from biped_control.motion.editing.leg_solution import LEG, solve_leg, solve_leg_rates
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State

_SMALLEST_KNEE = 0.02  # [rad]: less than clips have
_BENT_KNEE = 0.5  # [rad] to start from where the planned angles lead nowhere
_REACHED = 1e-4  # [m]


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
    """Moves pelvis and feet of one robot."""

    def __init__(self, robot: RobotModel) -> None:
        """
        Args:
            robot: any humanoid of the limb map.

        Raises:
            MotionError: a leg does not have six joints.
        """
        self._legs = [_leg(robot, place) for place in range(len(robot.limbs.sides))]

    def feet(self, state: State) -> list[FootMotion]:
        """Right and left foot of a state."""
        return [_motion(leg.chain, state) for leg in self._legs]

    def apply(self, state: State, pelvis: Shift, feet: tuple[Shift, Shift]) -> ShiftedState:
        """The state with pelvis and feet moved; trunk and arms keep their joint angles.

        Args:
            state: as planned.
            pelvis: its shift; its rotation is not used, the pelvis keeps its own.
            feet: shifts of right and left foot.
        """
        q, v = state.q.copy(), state.v.copy()
        q[:3] += pelvis.position
        v[:3] += pelvis.rate
        miss = 0.0
        for leg, shift in zip(self._legs, feet, strict=True):
            missed = shift_leg(
                leg.chain,
                state.q,
                state.v,
                q,
                v,
                shift.position,
                shift.rate,
                shift.rotation,
                leg.lower,
                leg.upper,
                leg.bent,
            )
            miss = max(miss, missed)
        return ShiftedState(State(q, v), miss)


@dataclass(frozen=True)
class _Leg:
    chain: LegChain
    lower: FloatArray
    upper: FloatArray
    bent: FloatArray


def _leg(robot: RobotModel, place: int) -> _Leg:
    side = robot.limbs.sides[place]
    chain, joints = leg_chain(robot, side.foot), [robot.joint_index[name] for name in side.leg]
    if len(joints) != LEG or chain.columns.tolist() != [*range(ROOT_DOF), *(ROOT_DOF + j for j in joints)]:
        raise MotionError(f"{side.foot}: expected a leg of six joints on the pelvis, got {side.leg}")
    lower, upper = robot.lower_limits[joints].copy(), robot.upper_limits[joints].copy()
    bent = np.clip(np.zeros(LEG), lower, upper)
    for i, name in enumerate(side.leg):
        if robot.group_of_joint[name] == "knee":
            lower[i], bent[i] = max(lower[i], _SMALLEST_KNEE), _BENT_KNEE
    return _Leg(chain, lower, upper, bent)


def _motion(chain: LegChain, state: State) -> FootMotion:
    pose = foot_pose(chain, state.q)
    return FootMotion(pin.SE3(pose.rotation, pose.place), pose.jacobian[:3] @ state.v[chain.columns])


@kernel
def shift_leg(
    chain: LegChain,
    q: FloatArray,
    v: FloatArray,
    moved_q: FloatArray,
    moved_v: FloatArray,
    position: FloatArray,
    rate: FloatArray,
    rotation: FloatArray,
    lower: FloatArray,
    upper: FloatArray,
    bent: FloatArray,
) -> float:
    """Solves one leg of a state whose pelvis has moved already.

    Args:
        chain: of the leg.
        q, v: (nv,) as planned.
        moved_q, moved_v: (nv,) with the pelvis moved; the leg's entries are set.
        position, rate, rotation: (3,) of the foot's `Shift`.
        lower, upper: (6,) limits [rad].
        bent: (6,) where to start if the planned angles lead nowhere [rad].

    Returns:
        Distance of the foot from where it should be [m].
    """
    planned, turned = foot_pose(chain, q), turn(rotation)
    to_rotation, to_place = product(turned, planned.rotation), planned.place + position
    miss = solve_leg(chain, moved_q, to_rotation, to_place, lower, upper)
    if miss > _REACHED:
        again = moved_q.copy()
        for i in range(LEG):
            again[chain.columns[len(chain.columns) - LEG + i]] = bent[i]
        missed = solve_leg(chain, again, to_rotation, to_place, lower, upper)
        if missed < miss:
            miss = missed
            moved_q[:] = again
    twist = planned.jacobian @ v[chain.columns]
    twist[:3] += rate
    twist[3:] = rotated(turned, twist[3:])
    solve_leg_rates(chain, foot_pose(chain, moved_q).jacobian, moved_v, twist)
    return miss
