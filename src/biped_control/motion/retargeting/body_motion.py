"""The whole robot over the frames of a captured motion, once it is known where its feet are."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pinocchio as pin

from biped_control.errors import MotionError
from biped_control.motion.gaits.arm_swing import GaitPhase
from biped_control.motion.inverse_kinematics import solve_legs
from biped_control.motion.kinematic_cycle import FEET, Foot
from biped_control.motion.proportions import Proportions
from biped_control.motion.retargeting.captured_motion import CapturedMotion, Frames
from biped_control.motion.retargeting.upper_body import BaseTrack, base_track, set_upper_body
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import BoolArray, FloatArray

# So straight a leg has its knee bent by a fifth of a radian; straighter, the knee moves wildly.
_REACH = 0.994
_DROP_STEP, _LARGEST_DROP = 0.0025, 0.12  # [m]
# A foot may miss its place by this much where the robot's joints are stiffer than the person's [m]: the
# optimization puts it there and moves the rest of the body.
LARGEST_MISS = 0.08
_LARGEST_SWING_MISS = 0.15

FootPoses = Mapping[Foot, Sequence[pin.SE3]]


def carried_body(
    robot: RobotModel,
    proportions: Proportions,
    motion: CapturedMotion,
    frames: Frames,
    feet: FootPoses,
    gait: GaitPhase,
    floor: float,
    scale: float,
    straight: bool,
) -> tuple[FloatArray, float]:
    """Pelvis, trunk and arms as captured; the pelvis as much lower as the legs need.

    Args:
        robot: any humanoid of the limb map.
        proportions: its lengths.
        motion: captured, unscaled.
        frames: (F,) which of its frames.
        feet: F poses of each foot link on the robot.
        gait: phase and direction of travel of the F frames.
        floor: height of the captured floor, scaled [m].
        scale: robot length over human length.
        straight: the person faces straight ahead in the mean.

    Returns:
        (F, nv) positions in the scaled frame of the capture, legs straight, and by how much the pelvis was
        lowered [m].

    Raises:
        MotionError: a foot is out of the robot's reach.
    """
    base = base_track(motion, frames, straight)
    hips = 0.5 * scale * (motion.at("right_hip", frames) + motion.at("left_hip", frames))
    hips[:, 2] -= floor
    drop = _pelvis_drop(motion, proportions, base, hips, feet)
    hips[:, 2] -= drop
    q = np.zeros((len(frames), robot.nv))
    q[:, :3] = hips - np.einsum("tij,j->ti", base.rotations, proportions.middle_of_hips)
    q[:, 3:ROOT_DOF] = base.angles
    set_upper_body(robot, proportions, motion, frames, base, gait, q)
    return q, drop


def with_legs(
    robot: RobotModel, source: Path, body: FloatArray, feet: FootPoses, contacts: BoolArray
) -> tuple[FloatArray, float]:
    """Legs that reach to where the feet are.

    Args:
        robot: any humanoid of the limb map.
        source: the capture, for messages.
        body: (F, nv) positions.
        feet: F poses of each foot link, in the same frame.
        contacts: (F, 4) which heels and toes stand on the ground.

    Returns:
        (F, nv) positions, and the largest distance between a foot and where it should be [m].

    Raises:
        MotionError: the joint limits of the robot leave a foot far from its place.
    """
    legs = solve_legs(robot, body, feet["right"], feet["left"])
    standing = contacts.reshape(-1, len(FEET), 2).any(axis=2)
    allowed = np.where(standing, LARGEST_MISS, _LARGEST_SWING_MISS)
    excess = legs.position_errors - allowed
    frame, foot = np.unravel_index(np.argmax(excess), excess.shape)
    if excess[frame, foot] > 0.0:
        raise MotionError(
            f"{source}: frame {frame} of the motion: the {FEET[foot]} foot misses its place by "
            f"{1e3 * legs.position_errors[frame, foot]:.1f} mm; expected less than "
            f"{1e3 * allowed[frame, foot]:.0f} mm (joint limits of the robot?)"
        )
    return legs.positions, float(legs.position_errors.max())


def _pelvis_drop(
    motion: CapturedMotion, proportions: Proportions, base: BaseTrack, hips: FloatArray, feet: FootPoses
) -> float:
    """How far the (F, 3) middle of the hips must come down until each foot is always within reach [m]."""
    legs = []
    for foot in FEET:
        outward = proportions.zero_pose[f"{foot}_hip"] - proportions.middle_of_hips
        hip = hips + np.einsum("tij,j->ti", base.rotations, outward)
        legs.append(hip - np.array([pose.translation for pose in feet[foot]]))
    longest = 0.0
    for drop in np.arange(0.0, _LARGEST_DROP, _DROP_STEP):
        longest = float(np.linalg.norm(np.concatenate(legs) - [0.0, 0.0, drop], axis=1).max())
        if longest < _REACH * proportions.leg_length:
            return float(drop)
    raise MotionError(
        f"{motion.source}: even with the pelvis {_LARGEST_DROP} m lower a foot is {longest:.3f} m from its "
        f"hip; the robot's legs are {proportions.leg_length:.3f} m long; expected shorter steps"
    )
