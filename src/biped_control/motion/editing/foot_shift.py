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
_LED_NOWHERE = 1e-4  # [m] a search that ends so far away begins anew, with a bent knee

OUT_OF_REACH_M = 1e-3
"""[m] from where it should be: a foot that ends farther away is out of reach."""


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
        miss: distance of the worse foot from where it should be [m], see `OUT_OF_REACH_M`.
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

    def pose(
        self, q: FloatArray, moved: FloatArray, positions: FloatArray, rotations: FloatArray
    ) -> tuple[FloatArray, float]:
        """The moved pose with legs whose feet are where they were planned, but for their shifts.

        Args:
            q: (nv,) as planned.
            moved: (nv,) with another pelvis, trunk or arms; the search for legs begins with its.
            positions, rotations: (2, 3) shifts of right and left foot, see `Shift`.

        Returns:
            (nv,) positions, and the distance of the worse foot from where it should be [m].
        """
        found, miss = moved.copy(), 0.0
        for leg, position, rotation in zip(self._legs, positions, rotations, strict=True):
            missed = place_leg(leg.chain, q, found, position, rotation, leg.lower, leg.upper, leg.bent)
            miss = max(miss, missed)
        return found, miss

    def apply(self, state: State, pelvis: Shift, feet: tuple[Shift, Shift]) -> ShiftedState:
        """The state with pelvis and feet moved, velocities too; trunk and arms keep their joint angles.

        Args:
            state: as planned.
            pelvis: its shift; its rotation is not used, the pelvis keeps its own.
            feet: shifts of right and left foot.
        """
        q, v = state.q.copy(), state.v.copy()
        q[:3] += pelvis.position
        v[:3] += pelvis.rate
        positions, rotations = (
            np.array([foot.position for foot in feet]),
            np.array([foot.rotation for foot in feet]),
        )
        q, miss = self.pose(state.q, q, positions, rotations)
        for leg, shift in zip(self._legs, feet, strict=True):
            move_leg(leg.chain, state.q, state.v, q, v, shift.rate, shift.rotation)
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
def place_leg(
    chain: LegChain,
    q: FloatArray,
    moved: FloatArray,
    position: FloatArray,
    rotation: FloatArray,
    lower: FloatArray,
    upper: FloatArray,
    bent: FloatArray,
) -> float:
    """Solves one leg of a pose whose pelvis has moved already.

    Args:
        chain: of the leg.
        q: (nv,) as planned.
        moved: (nv,) with the pelvis moved; the leg's entries are set, the search begins with them.
        position, rotation: (3,) of the foot's `Shift`.
        lower, upper: (6,) limits [rad].
        bent: (6,) where to start if the angles that are there lead nowhere [rad].

    Returns:
        Distance of the foot from where it should be [m].
    """
    planned = foot_pose(chain, q)
    to_rotation, to_place = product(turn(rotation), planned.rotation), planned.place + position
    miss = solve_leg(chain, moved, to_rotation, to_place, lower, upper)
    if miss > _LED_NOWHERE:
        again = moved.copy()
        for i in range(LEG):
            again[chain.columns[len(chain.columns) - LEG + i]] = bent[i]
        missed = solve_leg(chain, again, to_rotation, to_place, lower, upper)
        if missed < miss:
            miss = missed
            moved[:] = again
    return miss


@kernel
def move_leg(
    chain: LegChain,
    q: FloatArray,
    v: FloatArray,
    moved_q: FloatArray,
    moved_v: FloatArray,
    rate: FloatArray,
    rotation: FloatArray,
) -> None:
    """Solves the rates of one leg of a state whose pelvis has moved and whose leg is solved already.

    Args:
        chain: of the leg.
        q, v: (nv,) as planned.
        moved_q, moved_v: (nv,) of that state; the leg's rates are set.
        rate, rotation: (3,) of the foot's `Shift`.
    """
    twist = foot_pose(chain, q).jacobian @ v[chain.columns]
    twist[:3] += rate
    twist[3:] = rotated(turn(rotation), twist[3:])
    solve_leg_rates(chain, foot_pose(chain, moved_q).jacobian, moved_v, twist)
