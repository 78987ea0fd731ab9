"""From a captured turn between straight walks to a kinematic motion that begins and ends in one of these."""

from dataclasses import dataclass, replace

import numpy as np

from biped_control.motion.captures.landmarks import Landmarks
from biped_control.motion.gaits.arm_swing import GaitPhase
from biped_control.motion.kinematic_cycle import FEET
from biped_control.motion.kinematic_motion import KinematicMotion
from biped_control.motion.proportions import proportions_of
from biped_control.motion.retargeting.body_motion import carried_body, with_legs
from biped_control.motion.retargeting.foot_tracks import foot_track
from biped_control.motion.retargeting.hip_yaw import hip_yaw_range, limited_pelvis, within_reach
from biped_control.motion.retargeting.retargeting import scaled_landmarks
from biped_control.motion.retargeting.take_turn import TurnSpan
from biped_control.motion.retargeting.turn_stances import Hub, turn_stances
from biped_control.motion.retargeting.upper_body import base_track
from biped_control.motion.smooth_step import smooth_step
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray

# The ends go over into the hub's motion within these times [s]; legs sooner, for the feet are snapped to its.
_BODY_BLEND, _LEG_BLEND = 0.42, 0.1


@dataclass(frozen=True)
class RetargetedTurn:
    """A captured turn on the robot.

    Attributes:
        motion: the T + 2 frames that `optimize_between` asks for.
        advance: where the clip that follows begins.
        landmarks: name -> (T + 2, 3) captured landmark, scaled, in the frame of the motion [m].
        scale: robot leg length over human leg length.
        pelvis_drop: by how much the pelvis was lowered until the legs fitted [m].
        ik_error: largest distance between a foot and where it should be [m].
        snapped: how far the footholds at the ends were moved onto those of the straight walk, at most [m].
    """

    motion: KinematicMotion
    advance: Placement
    landmarks: dict[str, FloatArray]
    scale: float
    pelvis_drop: float
    ik_error: float
    snapped: float


def retarget_turn(landmarks: Landmarks, span: TurnSpan, hub: Hub, robot: RobotModel) -> RetargetedTurn:
    """Puts a captured turn on the robot.

    The footholds at both ends are snapped to those of the straight walk, body and legs go over into it; in
    between, everything is as captured, but for the cleaned feet.

    Args:
        landmarks: clean, at the control rate.
        span: where the turn lies.
        hub: straight walk of the same person.
        robot: any humanoid of the limb map.

    Raises:
        MotionError: the take ends too early, or is out of the robot's reach.
    """
    proportions = proportions_of(robot)
    scale = proportions.leg_length / landmarks.leg_length
    steps = span.end - span.start
    frames = np.arange(steps + 2)
    stances, reach = turn_stances(landmarks, span, hub, proportions, scale), hip_yaw_range(robot)
    take = stances.take
    facing = base_track(take, span.start + frames, straight=False).angles[:, 0]
    wanted = {foot: within_reach(stances.wanted[foot], facing, reach) for foot in FEET}
    facing = limited_pelvis(facing, wanted, reach)
    stances = replace(stances, wanted=wanted)
    feet = {
        foot: foot_track(
            take,
            stances.falls(foot),
            proportions.soles[foot],
            scale,
            range(steps + 2),
            facing,
        )
        for foot in FEET
    }
    gait = GaitPhase(stances.phases(steps + 2), stances.headings(steps + 2))
    floor = float(
        np.mean(
            [
                scale * stance.ankle[2] + proportions.soles[foot].z
                for foot in FEET
                for stance in stances.captured[foot]
            ]
        )
    )
    body, drop = carried_body(
        robot, proportions, take, span.start + frames, feet, gait, floor, scale, straight=False
    )
    body[:, 3] = facing
    start_hub = hub.positions(frames, Placement())
    end_hub = hub.positions(frames - steps, stances.end)
    _blend(body, start_hub, end_hub, _BODY_BLEND * landmarks.rate_hz)
    contacts = stances.contacts(steps + 2)
    positions, ik_error = with_legs(robot, take.source, body, feet, contacts)
    _blend(
        positions[:, ROOT_DOF:],
        start_hub[:, ROOT_DOF:],
        end_hub[:, ROOT_DOF:],
        _LEG_BLEND * landmarks.rate_hz,
    )
    motion = KinematicMotion(
        rate_hz=landmarks.rate_hz,
        positions=positions,
        contacts=contacts,
        footholds=stances.footholds(steps + 2),
        headings=gait.headings,
        source=landmarks.source.name,
    )
    landmarks_there = scaled_landmarks(take, span.start + frames, scale, np.array([0.0, 0.0, floor]))
    return RetargetedTurn(motion, stances.end, landmarks_there, scale, drop, ik_error, stances.snapped)


def _blend(positions: FloatArray, start: FloatArray, end: FloatArray, frames: float) -> None:
    """Goes over from `start` into the positions and from them into `end`, in place; all (F, n)."""
    last = len(positions) - 2  # the first frame of the hub that follows
    for frame in range(len(positions)):
        near_start = smooth_step(1.0 - frame / frames)
        near_end = smooth_step(1.0 - (last - frame) / frames)
        positions[frame] += near_start * (start[frame] - positions[frame])
        positions[frame] += near_end * (end[frame] - positions[frame])
