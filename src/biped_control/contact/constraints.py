"""Which unilateral constraints may act in a tick: sole corners near the ground, joints near a limit."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from biped_control.compiled import kernel
from biped_control.complementarity.directions import contact_directions
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import DynamicsTerms, IntArray, point_jacobians
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import sole_corners
from biped_control.robot.state import FloatArray
from biped_control.settings import ControlSettings


@dataclass(frozen=True)
class ConstraintSettings:
    """When a constraint is looked at and how a violation is mended.

    Attributes:
        dt: length of a tick [s].
        contact_distance: sole corners nearer to the ground than this are contact candidates [m].
        limit_distance: joints nearer to a limit than this get a unilateral constraint [rad].
        error_reduction: share of a violation that one tick removes.
    """

    dt: float
    contact_distance: float
    limit_distance: float
    error_reduction: float

    @classmethod
    def of(cls, settings: ControlSettings) -> "ConstraintSettings":
        """What the control settings say about constraints."""
        return cls(
            settings.dt, settings.contact_distance_m, settings.limit_distance_rad, settings.error_reduction
        )


@dataclass(frozen=True)
class Ground:
    """The ground under each of n points.

    Attributes:
        heights: (n,) [m].
        normals: (n, 3) unit, upward.
        points: (n, 3) where the robot meets it, if that is not where it was asked for: on the edge of a ledge
            within a sole.
    """

    heights: FloatArray
    normals: FloatArray
    points: FloatArray | None = None

    @classmethod
    def flat(cls, count: int) -> "Ground":
        """Level ground at height zero."""
        return cls(np.zeros(count), np.tile([0.0, 0.0, 1.0], (count, 1)))


GroundAt = Callable[[FloatArray], Ground]
"""The ground under (n, 3) points in the world."""


@dataclass(frozen=True)
class Constraints:
    """Unilateral constraints at one pose: jacobian @ v+ + shift >= 0 while their impulses push.

    Attributes:
        jacobian: (3 c + l, nv) rows (normal, tangent, tangent) of each contact, then joint limits.
        shift: (3 c + l,) room left before the constraint acts, over the tick (gap / dt); for a penetration
            the speed at which it shall be removed, negative.
        contacts: number c of contact triples.
        corners: (c,) index of the sole corner of each contact.
        positions: (c, 3) of these corners in the world, or of the edges that carry in their stead [m].
        directions: (c, 3, 3) unit normal and tangents of each contact, row by row, in world axes.
    """

    jacobian: FloatArray
    shift: FloatArray
    contacts: int
    corners: IntArray
    positions: FloatArray
    directions: FloatArray

    def forces(self, impulses: FloatArray, dt: float) -> FloatArray:
        """(c, 3) contact forces in world axes [N] from the impulses of a tick of length `dt`."""
        triples = impulses[: 3 * self.contacts].reshape(-1, 3) / dt
        return np.asarray(np.einsum("ci,cij->cj", triples, self.directions))


class ConstraintFinder:
    """Finds the constraints of one robot on flat ground, or on ground that the caller knows."""

    def __init__(self, robot: RobotModel, settings: ConstraintSettings) -> None:
        self.corners = sole_corners(robot)
        self._lower, self._upper = robot.lower_limits, robot.upper_limits
        self._settings = settings
        self._flat = Ground.flat(len(self.corners))

    def find(
        self,
        terms: DynamicsTerms,
        q: FloatArray,
        v: FloatArray,
        ground_at: GroundAt | None = None,
    ) -> Constraints:
        """Constraints at the pose of the last `terms.compute`.

        Args:
            terms: evaluator, already computed at (q, v).
            q, v: (nv,) state.
            ground_at: the ground under (n, 3) points; flat at height zero when left out.
        """
        settings = self._settings
        positions = terms.point_positions(self.corners)
        ground = self._flat if ground_at is None else ground_at(positions)
        positions = positions if ground.points is None else ground.points
        jacobian, shift, corners, touching, directions = assemble(
            terms.latest.axes,
            terms.supports,
            self.corners.joints,
            positions,
            ground.heights,
            ground.normals,
            q,
            v,
            self._lower,
            self._upper,
            settings.contact_distance,
            settings.limit_distance,
            settings.dt,
            settings.error_reduction,
        )
        return Constraints(jacobian, shift, len(corners), corners, touching, directions)


@kernel
def assemble(
    axes: FloatArray,
    supports: NDArray[np.bool_],
    point_joints: IntArray,
    positions: FloatArray,
    heights: FloatArray,
    normals: FloatArray,
    q: FloatArray,
    v: FloatArray,
    lower: FloatArray,
    upper: FloatArray,
    contact_distance: float,
    limit_distance: float,
    dt: float,
    error_reduction: float,
) -> tuple[FloatArray, FloatArray, IntArray, FloatArray, FloatArray]:
    """The active constraints.

    Args:
        axes, supports: of the last `DynamicsTerms.compute`, and `joint_supports`.
        point_joints: (n,) joint that carries each sole corner.
        positions: (n, 3) of the sole corners [m].
        heights, normals: (n,) and (n, 3) ground under them.
        q, v: (nv,) state.
        lower, upper: (nu,) joint limits.
        contact_distance, limit_distance, dt, error_reduction: as in `ConstraintSettings`.

    Returns:
        jacobian, shift, corners, positions, directions of `Constraints`.
    """
    gaps = (positions[:, 2] - heights) * normals[:, 2]
    corners = np.flatnonzero(gaps < contact_distance)
    touching = positions[corners]
    directions = contact_directions(normals[corners], q[3])
    points = point_jacobians(axes, supports, point_joints[corners], touching)
    nv, contacts, joints = len(q), len(corners), len(lower)
    at_lower, at_upper = np.zeros(joints, dtype=np.bool_), np.zeros(joints, dtype=np.bool_)
    limits = 0
    for j in range(joints):
        angle, rate = q[ROOT_DOF + j], v[ROOT_DOF + j]
        reach = limit_distance + dt * abs(rate)
        at_lower[j] = angle - lower[j] < reach
        at_upper[j] = upper[j] - angle < reach
        limits += int(at_lower[j]) + int(at_upper[j])
    jacobian, shift = np.zeros((3 * contacts + limits, nv)), np.zeros(3 * contacts + limits)
    for i in range(contacts):
        row = 3 * i
        for k in range(3):
            x, y, z = directions[i, k, 0], directions[i, k, 1], directions[i, k, 2]
            for j in range(nv):
                jacobian[row + k, j] = x * points[row, j] + y * points[row + 1, j] + z * points[row + 2, j]
        shift[row] = _room(gaps[corners[i]], dt, error_reduction)
    row = 3 * contacts
    for j in range(joints):
        angle = q[ROOT_DOF + j]
        if at_lower[j]:
            jacobian[row, ROOT_DOF + j] = 1.0
            shift[row] = _room(angle - lower[j], dt, error_reduction)
            row += 1
        if at_upper[j]:
            jacobian[row, ROOT_DOF + j] = -1.0
            shift[row] = _room(upper[j] - angle, dt, error_reduction)
            row += 1
    return jacobian, shift, corners, touching, directions


@kernel
def _room(gap: float, dt: float, error_reduction: float) -> float:
    """Approach speed that a gap allows; a penetration is removed by a share a tick."""
    return gap / dt if gap > 0.0 else error_reduction * gap / dt
