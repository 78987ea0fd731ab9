"""From a captured cycle to a kinematic cycle of the robot."""

from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from biped_control.errors import MotionError
from biped_control.motion.cycle_extraction import CapturedCycle
from biped_control.motion.foot_tracks import foot_track
from biped_control.motion.gait_events import foot_events
from biped_control.motion.inverse_kinematics import solve_legs
from biped_control.motion.kinematic_cycle import FEET, Foot, Foothold, KinematicCycle, contact_schedule
from biped_control.motion.proportions import Proportions, joint_centre_tracks, proportions_of
from biped_control.motion.stances import even_stances
from biped_control.motion.upper_body import BaseTrack, base_track, set_upper_body
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray

# So straight a leg has its knee bent by a fifth of a radian; straighter, the knee moves wildly.
_REACH = 0.994
_DROP_STEP, _LARGEST_DROP = 0.0025, 0.12  # [m]
_IK_ERROR = 1e-3  # [m]

Tracks = dict[Foot, list[pin.SE3]]


@dataclass(frozen=True)
class Retargeted:
    """A captured cycle on the robot.

    Attributes:
        cycle: symmetric kinematic cycle.
        uneven: (C, nv) positions before left and right were made equal.
        joint_centres: landmark name -> (C, 3) captured joint centre, scaled, in the frame of the cycle [m].
        scale: robot leg length over human leg length.
        half_width: distance of the ankles from the midline, as walked by the robot [m].
        captured_half_width: the same in the capture, scaled [m].
        pelvis_drop: by how much the pelvis was lowered until the legs fitted [m].
        ik_error: largest distance between a foot and where it should be, before the averaging [m].
    """

    cycle: KinematicCycle
    uneven: FloatArray
    joint_centres: dict[str, FloatArray]
    scale: float
    half_width: float
    captured_half_width: float
    pelvis_drop: float
    ik_error: float


def retarget(captured: CapturedCycle, robot: RobotModel, human_leg: float) -> Retargeted:
    """Puts a captured walk on the robot: lengths scaled by the legs, time unchanged, both sides made equal.

    Args:
        captured: one straight, periodic cycle.
        robot: any humanoid of the limb map.
        human_leg: length of the captured legs [m].

    Raises:
        MotionError: not a walk from heel to toe, or out of the robot's reach.
    """
    proportions = proportions_of(robot)
    scale = proportions.leg_length / human_leg
    events = {foot: foot_events(captured, foot, scale) for foot in FEET}
    stances = even_stances(captured, events, proportions.soles, scale)
    tracks: Tracks = {
        foot: foot_track(captured, foot, events[foot], stances.of[foot], proportions.soles[foot], scale)
        for foot in FEET
    }
    # The frame of the cycle starts under the right heel, on the midline, on the floor that the flat feet
    # stand on.
    floor = float(np.mean([scale * events[foot].ankle[2] + proportions.soles[foot].z for foot in FEET]))
    origin = np.array([stances.of["right"].heel[0], stances.midline, 0.0])

    base = base_track(captured)
    hips = 0.5 * scale * (captured["right_hip"] + captured["left_hip"]) - [0.0, 0.0, floor]
    drop = _pelvis_drop(captured, proportions, base, hips, tracks)
    hips[:, 2] -= drop
    q = np.zeros((captured.frames, robot.nv))
    q[:, :3] = hips - np.einsum("tij,j->ti", base.rotations, proportions.middle_of_hips)
    q[:, 3:ROOT_DOF] = base.angles
    set_upper_body(robot, proportions, captured, base, q)
    legs = solve_legs(robot, q, tracks["right"], tracks["left"])
    _check_reach(captured, legs.position_errors)
    uneven = legs.positions
    uneven[:, :3] -= origin

    timing = np.array(stances.of["right"].timing)
    footholds = {
        foot: Foothold(
            heel_x=float(stance.heel[0] - origin[0]),
            heel_y=float(stance.heel[1] - origin[1]),
            yaw=stance.yaw,
            strike_frame=stance.strike,
        )
        for foot, stance in stances.of.items()
    }
    cycle = KinematicCycle(
        rate_hz=captured.rate_hz,
        positions=uneven,
        contacts=contact_schedule(captured.frames, timing, timing, stances.of["left"].strike),
        advance=Placement(scale * captured.stride),
        symmetric=False,
        right=footholds["right"],
        left=footholds["left"],
        source=captured.source.name,
    )
    return Retargeted(
        cycle=cycle.symmetrized(robot),
        uneven=uneven,
        joint_centres={
            name: scale * captured[name] - origin - [0.0, 0.0, floor] for name in proportions.joints
        },
        scale=scale,
        half_width=stances.half_width,
        captured_half_width=stances.captured_half_width,
        pelvis_drop=drop,
        ik_error=float(legs.position_errors.max()),
    )


def joint_centre_errors(robot: RobotModel, retargeted: Retargeted, positions: FloatArray) -> FloatArray:
    """(C, joints) distances between captured and robot's joint centres for (C, nv) positions [m]."""
    tracks = joint_centre_tracks(robot, proportions_of(robot), positions)
    distances = [
        np.linalg.norm(tracks[name] - wanted, axis=1) for name, wanted in retargeted.joint_centres.items()
    ]
    return np.stack(distances, axis=1)


def _pelvis_drop(
    captured: CapturedCycle, proportions: Proportions, base: BaseTrack, hips: FloatArray, tracks: Tracks
) -> float:
    """How far the (C, 3) middle of the hips must come down until each foot is always within reach [m]."""
    legs = []
    for foot in FEET:
        outward = proportions.zero_pose[f"{foot}_hip"] - proportions.middle_of_hips
        hip = hips + np.einsum("tij,j->ti", base.rotations, outward)
        legs.append(hip - np.array([pose.translation for pose in tracks[foot]]))
    longest = 0.0
    for drop in np.arange(0.0, _LARGEST_DROP, _DROP_STEP):
        longest = float(np.linalg.norm(np.concatenate(legs) - [0.0, 0.0, drop], axis=1).max())
        if longest < _REACH * proportions.leg_length:
            return float(drop)
    raise MotionError(
        f"{captured.source}: even with the pelvis {_LARGEST_DROP} m lower a foot is {longest:.3f} m from its "
        f"hip; the robot's legs are {proportions.leg_length:.3f} m long; expected shorter steps"
    )


def _check_reach(captured: CapturedCycle, errors: FloatArray) -> None:
    worst = float(errors.max())
    if worst > _IK_ERROR:
        frame, foot = np.unravel_index(np.argmax(errors), errors.shape)
        raise MotionError(
            f"{captured.source}: frame {frame} of the cycle: the {FEET[foot]} foot misses its place by "
            f"{1e3 * worst:.1f} mm; expected less than {1e3 * _IK_ERROR:.0f} mm (joint limits of the robot?)"
        )
