"""How near the soles come, seen from above."""

from collections.abc import Iterable

import numpy as np
import pinocchio as pin

from biped_control.robot.model import RobotModel
from biped_control.robot.soles import Sole, sole_of
from biped_control.robot.state import FloatArray


def sole_gaps(robot: RobotModel, positions: FloatArray) -> FloatArray:
    """(F,) distances of the soles in (F, nv) poses, as `gaps_between`."""
    model, data = robot.pinocchio, robot.pinocchio.createData()
    frames = [robot.frame_id(side.foot) for side in robot.limbs.sides]
    poses: tuple[list[pin.SE3], list[pin.SE3]] = ([], [])
    for q in positions:
        pin.forwardKinematics(model, data, q)
        for foot, frame in zip(poses, frames, strict=True):
            foot.append(pin.SE3(pin.updateFramePlacement(model, data, frame)))
    outlines = (
        sole_outlines(sole_of(robot, side.foot), foot)
        for side, foot in zip(robot.limbs.sides, poses, strict=True)
    )
    return gaps_between(*outlines)


def sole_outlines(sole: Sole, poses: Iterable[pin.SE3]) -> FloatArray:
    """(F, 4, 2) corners of a sole on the ground plan, in the order in which one walks around it [m]."""
    around = sole.corners()[[0, 1, 3, 2]]
    outlines = [(around @ pose.rotation.T + pose.translation)[:, :2] for pose in poses]
    return np.array(outlines).reshape(-1, 4, 2)


def gaps_between(one: FloatArray, other: FloatArray) -> FloatArray:
    """(F,) distance of two soles with outlines (F, 4, 2), seen from above [m]; by how much they overlap where
    negative.

    It is the largest gap between their shadows on a line across one of their edges, and so never more than
    the true distance.
    """
    edges = np.concatenate([np.roll(sole, -1, axis=1) - sole for sole in (one, other)], axis=1)
    normals = np.stack([-edges[..., 1], edges[..., 0]], axis=-1)
    normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
    first, second = (np.einsum("fnk,fck->fnc", normals, sole) for sole in (one, other))
    apart = np.maximum(second.min(axis=2) - first.max(axis=2), first.min(axis=2) - second.max(axis=2))
    gaps: FloatArray = apart.max(axis=1)
    return gaps
