"""Judges a clip: whether it obeys physics, stays within the robot's limits, and fits its neighbours.

Everything is measured on the finished clip, with nothing taken from the planner that made it.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

import numpy as np

from biped_control.errors import MotionError
from biped_control.motion.clip import Clip, dynamics_residuals
from biped_control.motion.clip_check import ROUNDING, Check, ClipChecks, at_least, at_most, at_point, index_in
from biped_control.motion.foot_checks import clearance, feet, ground, paths_of, sliding
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import anticipated_points, sole_corners
from biped_control.robot.state import FloatArray

DYNAMICS_TOLERANCE = 1e-6  # [N, N m]
BOUNDARY_TOLERANCE = 1e-9  # [m, rad]
FRICTION = 0.8


def check_clip(robot: RobotModel, clip: Clip, hubs: Mapping[str, Clip]) -> ClipChecks:
    """Measures a clip.

    Args:
        robot: the robot of the clip.
        clip: what to judge.
        hubs: the hubs of the clip by name; a cyclic clip is its own and needs none.

    Raises:
        MotionError: a hub is missing.
    """
    points = paths_of(robot, clip, anticipated_points(robot))
    corners = paths_of(robot, clip, sole_corners(robot))
    return ClipChecks(
        (
            _dynamics(robot, clip),
            _joint_limits(robot, clip),
            _efforts(robot, clip),
            _friction(clip),
            _normal_forces(clip),
            _forces_in_the_air(clip),
            ground(clip, points),
            sliding(clip, points),
            *clearance(clip, corners),
            feet(robot, clip),
            *_boundaries(clip, hubs),
        )
    )


def _dynamics(robot: RobotModel, clip: Clip) -> Check:
    worst = dynamics_residuals(robot, clip).max(axis=1)
    step = int(np.argmax(worst))
    return at_most("dynamics", "dynamics residual", worst[step], DYNAMICS_TOLERANCE, "N", f"frame {step}")


def _joint_limits(robot: RobotModel, clip: Clip) -> Check:
    joints = clip.positions[:, ROOT_DOF:]
    reserve = np.minimum(joints - robot.lower_limits, robot.upper_limits - joints)
    frame, joint = index_in(np.argmin(reserve), reserve)
    where = f"frame {frame}, {robot.joint_names[joint]}"
    return at_least("joint_reserve", "distance to a joint limit", reserve[frame, joint], 0.0, "rad", where)


def _efforts(robot: RobotModel, clip: Clip) -> Check:
    share = np.abs(clip.torques) / robot.effort_limits
    frame, joint = index_in(np.argmax(share), share)
    where = f"frame {frame}, {robot.joint_names[joint]}"
    return at_most(
        "effort_share", "share of the effort limit", share[frame, joint], 1.0 + ROUNDING, "", where
    )


def _friction(clip: Clip) -> Check:
    normal = clip.forces[:, :, 2]
    tangential = np.hypot(clip.forces[:, :, 0], clip.forces[:, :, 1])
    # Forces of next to nothing have no direction.
    ratio = np.where(clip.contacts & (normal > ROUNDING), tangential / np.maximum(normal, ROUNDING), 0.0)
    frame, point = index_in(np.argmax(ratio), ratio)
    return at_most(
        "friction", "friction needed", ratio[frame, point], FRICTION + ROUNDING, "", at_point(frame, point)
    )


def _normal_forces(clip: Clip) -> Check:
    normal = np.where(clip.contacts, clip.forces[:, :, 2], np.inf)
    frame, point = index_in(np.argmin(normal), normal)
    if not clip.contacts.any():
        return at_least("normal_force", "normal force", 0.0, 0.0, "N", "")
    return at_least("normal_force", "normal force", normal[frame, point], 0.0, "N", at_point(frame, point))


def _forces_in_the_air(clip: Clip) -> Check:
    forces = np.where(clip.contacts, 0.0, np.abs(clip.forces).max(axis=2))
    frame, point = index_in(np.argmax(forces), forces)
    title = "force at a point that does not touch"
    return at_most("force_in_the_air", title, forces[frame, point], ROUNDING, "N", at_point(frame, point))


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
    return at_most(f"{place}_gap", f"{place} away from '{hub}'", away, BOUNDARY_TOLERANCE, "m, rad", "")
