"""What feet of a clip do: carry on the ground, stay where they stand, swing clear of it and each other."""

from collections.abc import Iterator

import numpy as np
import pinocchio as pin

from biped_control.motion.clip import Clip
from biped_control.motion.clip_check import Check, at_least, at_most, at_point, index_in
from biped_control.motion.foot_clearance import foot_gaps
from biped_control.motion.kinematic_cycle import FEET, HEEL_COLUMN
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import PointSet
from biped_control.robot.state import BoolArray, FloatArray

GROUND_TOLERANCE = 1e-6  # [m]
CLEARANCE = 0.01  # [m]


def ground(clip: Clip, points: FloatArray) -> Check:
    """What carries force lies on the ground; `points` are (T, 4, 3) paths of the anticipated points [m]."""
    away = np.where(clip.contacts, np.abs(points[:, :, 2]), 0.0)
    frame, point = index_in(np.argmax(away), away)
    title = "height of a point that carries force"
    return at_most("ground_gap", title, away[frame, point], GROUND_TOLERANCE, "m", at_point(frame, point))


def sliding(clip: Clip, points: FloatArray) -> Check:
    """What carries force stays where it is; `points` as for `ground`."""
    moved = np.hypot(*np.moveaxis(np.diff(points[:, :, :2], axis=0), 2, 0))
    slid = np.zeros(clip.contacts.shape)
    slid[1:] = np.where(clip.contacts[1:] & clip.contacts[:-1], moved, 0.0)
    frame, point = index_in(np.argmax(slid), slid)
    title = "sliding of a point that carries force"
    return at_most(
        "sliding", title, slid[frame, point], GROUND_TOLERANCE, "m a frame", at_point(frame, point)
    )


def clearance(clip: Clip, corners: FloatArray) -> Iterator[Check]:
    """Over the middle third of every swing all (T, 8, 3) sole `corners` [m] are clear of the ground."""
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
        yield at_least("clearance", "clearance in mid-swing", float(lowest), CLEARANCE, "m", where)


def feet(robot: RobotModel, clip: Clip) -> Check:
    """Solid against solid at every pose, in contact or not."""
    gaps = foot_gaps(robot, clip.positions)
    frame = int(np.argmin(gaps))
    return at_least("feet_gap", "distance of the feet", gaps[frame], 0.0, "m", f"pose {frame}")


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


def paths_of(robot: RobotModel, clip: Clip, points: PointSet) -> FloatArray:
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
