"""Where the feet are: placement while they touch the ground, clearance while they do not.

Seen from its foothold (x along the foot, y across), a foot that touches with its
- heel: keeps the heel edge on its line and on the ground, and does not turn (5 rows);
- toe: the same for the toe edge (5 rows);
- whole sole: has the heel edge in place and the toe on the ground (6 rows; more would be dependent).

A foot in mid-swing that passes the other one stays beside it: seen from the other's foothold, its heel and
toe keep the width of a foot and some more away from the line on which that one stands.
"""

from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from biped_control.motion.kinematic_cycle import HEEL_COLUMN
from biped_control.motion.spacetime.problem import SpacetimeProblem
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.soles import PointSet, anticipated_points, sole_corners, sole_of
from biped_control.robot.state import BoolArray, FloatArray

_PASSING_GAP = 0.008  # [m] between the edges of two soles
_OUTWARD = (-1.0, 1.0)  # y of the right and the left foot, seen from the other

# What is measured of a foot, in this order.
_HEEL_X, _HEEL_Y, _TOE_X, _TOE_Y, _TOE_Z = 0, 1, 2, 3, 4
_HEEL_CORNERS, _TOE_CORNERS = (5, 6), (7, 8)
_APART = (9, 10)  # of heel and toe, outward from the line of the other foot
_MEASURES = 11
_HEEL_ROWS = (_HEEL_X, _HEEL_Y, _TOE_Y, *_HEEL_CORNERS)
_TOE_ROWS = (_TOE_X, _TOE_Y, _HEEL_Y, *_TOE_CORNERS)
_FLAT_ROWS = (_HEEL_X, _HEEL_Y, _TOE_Y, *_HEEL_CORNERS, _TOE_Z)


@dataclass(frozen=True)
class FootRows:
    """Rows of constraints on single frames.

    Attributes:
        frames: (m,) frame of each row.
        values: (m,) what must be zero (placement) or not negative (clearance, passing) [m].
        jacobians: (m, nv) derivative by the positions of that frame.
    """

    frames: np.ndarray[tuple[int], np.dtype[np.int64]]
    values: FloatArray
    jacobians: FloatArray


class FootPlacement:
    """Evaluates placement and clearance of both feet. Owns pinocchio's work space.

    Attributes:
        passing: (F, 2) frames in which the right or left foot passes the other.
    """

    def __init__(self, problem: SpacetimeProblem) -> None:
        robot = problem.robot
        middles, corners = anticipated_points(robot), sole_corners(robot)
        self.points = PointSet(
            np.concatenate([middles.joints, corners.joints]), np.vstack([middles.offsets, corners.offsets])
        )
        self.terms = DynamicsTerms(robot)
        self.footholds = problem.motion.footholds
        self.frames = np.flatnonzero(~problem.ends.known[:, : robot.nv].all(axis=1))
        soles = [sole_of(robot, side.foot) for side in (robot.limbs.right, robot.limbs.left)]
        self.lengths = [sole.toe_x - sole.heel_x for sole in soles]
        width = 2.0 * max(sole.half_width for sole in soles)
        asked = np.zeros((problem.frames, 1, 1), dtype=np.bool_)
        asked[self.frames] = True
        self.placed = asked & _placed_measures(problem.contacts)
        wanted = _wanted_heights(problem.contacts, problem.clearances)
        self.passing = self._passing(problem)
        wanted[:, :, _APART[0] :] = np.where(self.passing[:, :, None], width + _PASSING_GAP, -np.inf)
        self.least = np.where(asked, wanted, -np.inf)

    def evaluate(self, positions: FloatArray) -> tuple[FootRows, FootRows]:
        """Rows of placement (= 0), of clearance and passing (>= 0) at (F, nv) positions, in open frames."""
        count, nv = positions.shape
        values = np.zeros((count, 2, _MEASURES))
        jacobians = np.zeros((count, 2, _MEASURES, nv))
        for frame in self.frames:
            pin.computeJointJacobians(self.terms.model, self.terms.data, positions[frame])
            points = self.terms.point_positions(self.points)
            jacobian = self.terms.point_jacobians(self.points, points).reshape(-1, 3, nv)
            for foot in range(2):
                heel, toe, corners = 2 * foot, 2 * foot + 1, slice(4 + 4 * foot, 8 + 4 * foot)
                hold = self.footholds[frame, foot]
                c, s = np.cos(hold[2]), np.sin(hold[2])
                along = np.array([[c, s], [-s, c]])
                values[frame, foot, :2] = along @ (points[heel, :2] - hold[:2])
                values[frame, foot, 2:4] = along @ (points[toe, :2] - hold[:2]) - [self.lengths[foot], 0.0]
                values[frame, foot, 4] = points[toe, 2]
                values[frame, foot, 5:9] = points[corners, 2]
                jacobians[frame, foot, :2] = along @ jacobian[heel, :2]
                jacobians[frame, foot, 2:4] = along @ jacobian[toe, :2]
                jacobians[frame, foot, 4] = jacobian[toe, 2]
                jacobians[frame, foot, 5:9] = jacobian[corners, 2]
                other = self.footholds[frame, 1 - foot]
                across = _OUTWARD[foot] * np.array([-np.sin(other[2]), np.cos(other[2])])
                values[frame, foot, 9:] = (points[[heel, toe], :2] - other[:2]) @ across
                jacobians[frame, foot, 9:] = across @ jacobian[[heel, toe], :2]
        return _select(self.placed, values, jacobians), _select(
            np.isfinite(self.least), values - self.least, jacobians
        )

    def _passing(self, problem: SpacetimeProblem) -> BoolArray:
        """(F, 2) frames in which a foot in mid-swing is wanted beside the other, which stands."""
        passing = np.zeros((problem.frames, 2), dtype=np.bool_)
        for frame in self.frames:
            pin.computeJointJacobians(self.terms.model, self.terms.data, problem.motion.positions[frame])
            points = self.terms.point_positions(self.points)
            for foot in range(2):
                own, other = (slice(2 * place, 2 * place + 2) for place in (foot, 1 - foot))
                in_the_air = (problem.clearances[frame, own] >= problem.settings.clearance_m).all()
                stands = problem.contacts[frame, other].any()
                hold = self.footholds[frame, 1 - foot]
                along = np.array([np.cos(hold[2]), np.sin(hold[2])])
                ahead = (points[own, :2].mean(axis=0) - hold[:2]) @ along - 0.5 * self.lengths[1 - foot]
                near = abs(ahead) < 0.5 * sum(self.lengths) + _PASSING_GAP
                passing[frame, foot] = in_the_air and stands and near
        return passing


def _placed_measures(contacts: BoolArray) -> BoolArray:
    """(F, 2, 11) which measures are held at zero."""
    placed = np.zeros((len(contacts), 2, _MEASURES), dtype=np.bool_)
    for foot, column in enumerate(HEEL_COLUMN.values()):
        heel, toe = contacts[:, column], contacts[:, column + 1]
        for touching, rows in ((heel & ~toe, _HEEL_ROWS), (toe & ~heel, _TOE_ROWS), (heel & toe, _FLAT_ROWS)):
            for row in rows:
                placed[touching, foot, row] = True
    return placed


def _wanted_heights(contacts: BoolArray, clearances: FloatArray) -> FloatArray:
    """(F, 2, 11) smallest heights of corners that do not touch [m]; minus infinity where nothing is asked."""
    heights = np.full((len(contacts), 2, _MEASURES), -np.inf)
    for foot, column in enumerate(HEEL_COLUMN.values()):
        for offset, rows in ((0, _HEEL_CORNERS), (1, _TOE_CORNERS)):
            free = ~contacts[:, column + offset]
            for row in rows:
                heights[free, foot, row] = clearances[free, column + offset]
    return heights


def _select(mask: BoolArray, values: FloatArray, jacobians: FloatArray) -> FootRows:
    return FootRows(np.nonzero(mask)[0], values[mask], jacobians[mask])
