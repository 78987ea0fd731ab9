"""Judges a clip: whether it obeys physics, stays within the robot's limits, and fits its neighbours.

Everything is measured on the finished clip, with nothing taken from the planner that made it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pinocchio as pin

from biped_control.errors import MotionError
from biped_control.motion.clip import Clip, dynamics_residuals
from biped_control.motion.foot_clearance import foot_gaps
from biped_control.motion.kinematic_cycle import FEET, HEEL_COLUMN
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import ANTICIPATED_POINTS, PointSet, anticipated_points, sole_corners
from biped_control.robot.state import BoolArray, FloatArray

DYNAMICS_TOLERANCE = 1e-6  # [N, N m]
BOUNDARY_TOLERANCE = 1e-9  # [m, rad]
GROUND_TOLERANCE = 1e-6  # [m]
FRICTION = 0.8
CLEARANCE = 0.01  # [m]
_ROUNDING = 1e-6  # of limits that the optimizer meets exactly: shares, N and rad


@dataclass(frozen=True)
class Check:
    """One thing that was measured of a clip.

    Attributes:
        name: key in JSON.
        title: for people.
        value: the worst that was found.
        limit: what it is compared with.
        above: the value must be above the limit, not below.
        unit: of both, for people.
        where: frame and part of the robot at which the worst was found.
    """

    name: str
    title: str
    value: float
    limit: float
    above: bool
    unit: str
    where: str

    @property
    def passed(self) -> bool:
        """Within the limit; a limit that the optimizer meets exactly may be missed by rounding."""
        return self.value >= self.limit - _ROUNDING if self.above else self.value <= self.limit

    @property
    def expected(self) -> str:
        """The limit in words."""
        return f"{'at least' if self.above else 'at most'} {self.limit:.3g} {self.unit}".rstrip()

    @property
    def found(self) -> str:
        """The value in words."""
        return f"{self.value:.3g} {self.unit}".rstrip() + (f" at {self.where}" if self.where else "")


@dataclass(frozen=True)
class ClipChecks:
    """All checks of one clip."""

    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        """All of them."""
        return not self.failures

    @property
    def failures(self) -> list[str]:
        """What is wrong, a phrase each."""
        return [
            f"{check.title} {check.found}, expected {check.expected}"
            for check in self.checks
            if not check.passed
        ]

    def __getitem__(self, name: str) -> Check:
        return next(check for check in self.checks if check.name == name)

    def summary(self) -> dict[str, object]:
        """For JSON: name to value, limit, where and whether it passed."""
        return {
            check.name: {
                "value": check.value,
                "limit": check.limit,
                "unit": check.unit,
                "where": check.where,
                "passed": check.passed,
            }
            for check in self.checks
        }

    def require(self, name: str) -> None:
        """Raises MotionError unless all checks have passed."""
        if not self.passed:
            raise MotionError(f"clip '{name}' is not kept: {'; '.join(self.failures)}")


def check_clip(robot: RobotModel, clip: Clip, hubs: Mapping[str, Clip]) -> ClipChecks:
    """Measures a clip.

    Args:
        robot: the robot of the clip.
        clip: what to judge.
        hubs: the hubs of the clip by name; a cyclic clip is its own and needs none.

    Raises:
        MotionError: a hub is missing.
    """
    points = _paths(robot, clip, anticipated_points(robot))
    corners = _paths(robot, clip, sole_corners(robot))
    return ClipChecks(
        (
            _dynamics(robot, clip),
            _joint_limits(robot, clip),
            _efforts(robot, clip),
            _friction(clip),
            _normal_forces(clip),
            _forces_in_the_air(clip),
            _ground(clip, points),
            _sliding(clip, points),
            *_clearance(clip, corners),
            _feet(robot, clip),
            *_boundaries(clip, hubs),
        )
    )


def _dynamics(robot: RobotModel, clip: Clip) -> Check:
    worst = dynamics_residuals(robot, clip).max(axis=1)
    step = int(np.argmax(worst))
    return _at_most("dynamics", "dynamics residual", worst[step], DYNAMICS_TOLERANCE, "N", f"frame {step}")


def _joint_limits(robot: RobotModel, clip: Clip) -> Check:
    joints = clip.positions[:, ROOT_DOF:]
    reserve = np.minimum(joints - robot.lower_limits, robot.upper_limits - joints)
    frame, joint = _index(np.argmin(reserve), reserve)
    where = f"frame {frame}, {robot.joint_names[joint]}"
    return _at_least("joint_reserve", "distance to a joint limit", reserve[frame, joint], 0.0, "rad", where)


def _efforts(robot: RobotModel, clip: Clip) -> Check:
    share = np.abs(clip.torques) / robot.effort_limits
    frame, joint = _index(np.argmax(share), share)
    where = f"frame {frame}, {robot.joint_names[joint]}"
    return _at_most(
        "effort_share", "share of the effort limit", share[frame, joint], 1.0 + _ROUNDING, "", where
    )


def _friction(clip: Clip) -> Check:
    normal = clip.forces[:, :, 2]
    tangential = np.hypot(clip.forces[:, :, 0], clip.forces[:, :, 1])
    # Forces of next to nothing have no direction.
    ratio = np.where(clip.contacts & (normal > _ROUNDING), tangential / np.maximum(normal, _ROUNDING), 0.0)
    frame, point = _index(np.argmax(ratio), ratio)
    return _at_most(
        "friction", "friction needed", ratio[frame, point], FRICTION + _ROUNDING, "", _at(frame, point)
    )


def _normal_forces(clip: Clip) -> Check:
    normal = np.where(clip.contacts, clip.forces[:, :, 2], np.inf)
    frame, point = _index(np.argmin(normal), normal)
    if not clip.contacts.any():
        return _at_least("normal_force", "normal force", 0.0, 0.0, "N", "")
    return _at_least("normal_force", "normal force", normal[frame, point], 0.0, "N", _at(frame, point))


def _forces_in_the_air(clip: Clip) -> Check:
    forces = np.where(clip.contacts, 0.0, np.abs(clip.forces).max(axis=2))
    frame, point = _index(np.argmax(forces), forces)
    title = "force at a point that does not touch"
    return _at_most("force_in_the_air", title, forces[frame, point], _ROUNDING, "N", _at(frame, point))


def _ground(clip: Clip, points: FloatArray) -> Check:
    away = np.where(clip.contacts, np.abs(points[:, :, 2]), 0.0)
    frame, point = _index(np.argmax(away), away)
    title = "height of a point that carries force"
    return _at_most("ground_gap", title, away[frame, point], GROUND_TOLERANCE, "m", _at(frame, point))


def _sliding(clip: Clip, points: FloatArray) -> Check:
    moved = np.hypot(*np.moveaxis(np.diff(points[:, :, :2], axis=0), 2, 0))
    sliding = np.zeros(clip.contacts.shape)
    sliding[1:] = np.where(clip.contacts[1:] & clip.contacts[:-1], moved, 0.0)
    frame, point = _index(np.argmax(sliding), sliding)
    title = "sliding of a point that carries force"
    return _at_most("sliding", title, sliding[frame, point], GROUND_TOLERANCE, "m a frame", _at(frame, point))


def _clearance(clip: Clip, corners: FloatArray) -> Iterator[Check]:
    """Over the middle third of every swing the whole sole is clear of the ground."""
    heights = corners[:, :, 2].reshape(clip.steps, len(FEET), -1).min(axis=2)
    lowest, where = np.inf, ""
    for place, foot in enumerate(FEET):
        column = HEEL_COLUMN[foot]
        swinging = np.logical_not(clip.contacts[:, column : column + 2].any(axis=1))
        for start, count in _swings(swinging, clip.cyclic):
            middle = np.arange(start + count // 3, start + count - count // 3) % clip.steps
            frame = int(middle[np.argmin(heights[middle, place])])
            if heights[frame, place] < lowest:
                lowest, where = heights[frame, place], f"frame {frame}, {foot} foot"
    if where:
        yield _at_least("clearance", "clearance in mid-swing", float(lowest), CLEARANCE, "m", where)


def _feet(robot: RobotModel, clip: Clip) -> Check:
    """Solid against solid at every pose, in contact or not."""
    gaps = foot_gaps(robot, clip.positions)
    frame = int(np.argmin(gaps))
    return _at_least("feet_gap", "distance of the feet", gaps[frame], 0.0, "m", f"pose {frame}")


def _swings(swinging: BoolArray, cyclic: bool) -> Iterator[tuple[int, int]]:
    """(start, length) of every swing that the clip holds from lift to landing."""
    if swinging.all() or not swinging.any():
        return
    shift = int(np.argmin(swinging)) if cyclic else 0
    edges = np.flatnonzero(np.diff(np.roll(swinging, -shift).astype(int), prepend=0, append=0))
    steps = len(swinging)
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        if cyclic or (start > 0 and end < steps):
            yield (int(start) + shift) % steps, int(end - start)


def _boundaries(clip: Clip, hubs: Mapping[str, Clip]) -> Iterator[Check]:
    hubs = {clip.name: clip, **hubs} if clip.cyclic else hubs
    for name in (clip.start_hub, clip.end_hub):
        if name not in hubs:
            raise MotionError(f"clip '{clip.name}' cannot be judged without its hub '{name}'")
    if not clip.cyclic:
        yield _boundary("start", clip.positions[:2], hubs[clip.start_hub].positions[:2], clip.start_hub)
    following = clip.advance.move(hubs[clip.end_hub].positions[:2])
    yield _boundary("end", clip.positions[-2:], following, clip.end_hub)


def _boundary(place: Literal["start", "end"], positions: FloatArray, wanted: FloatArray, hub: str) -> Check:
    away = float(np.abs(positions - wanted).max())
    return _at_most(f"{place}_gap", f"{place} away from '{hub}'", away, BOUNDARY_TOLERANCE, "m, rad", "")


def _paths(robot: RobotModel, clip: Clip, points: PointSet) -> FloatArray:
    """(T, n, 3) where points are when forces act, at q_1 ... q_T [m]."""
    model, data = robot.pinocchio, robot.pinocchio.createData()
    feet = np.unique(points.joints)
    rotations, translations = np.empty((clip.steps, len(feet), 3, 3)), np.empty((clip.steps, len(feet), 3))
    for frame, q in enumerate(clip.positions[1:-1]):
        pin.forwardKinematics(model, data, q)
        for index, joint in enumerate(feet):
            placement = data.oMi[int(joint)]
            rotations[frame, index], translations[frame, index] = placement.rotation, placement.translation
    foot = np.searchsorted(feet, points.joints)
    paths: FloatArray = np.einsum("tnij,nj->tni", rotations[:, foot], points.offsets) + translations[:, foot]
    return paths


def _index(flat: np.intp, array: FloatArray) -> tuple[int, int]:
    row, column = np.unravel_index(flat, array.shape)
    return int(row), int(column)


def _at(frame: int, point: int) -> str:
    return f"frame {frame}, {ANTICIPATED_POINTS[point].replace('_', ' ')}"


def _at_most(name: str, title: str, value: float, limit: float, unit: str, where: str) -> Check:
    return Check(name, title, float(value), limit, False, unit, where)


def _at_least(name: str, title: str, value: float, limit: float, unit: str, where: str) -> Check:
    return Check(name, title, float(value), limit, True, unit, where)
