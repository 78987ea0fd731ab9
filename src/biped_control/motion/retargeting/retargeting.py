"""From a captured cycle to a kinematic cycle of the robot."""

from dataclasses import dataclass

import numpy as np

from biped_control.motion.captures.landmarks import LANDMARKS
from biped_control.motion.gaits.arm_swing import GaitPhase
from biped_control.motion.kinematic_cycle import FEET, Foot, Foothold, KinematicCycle, contact_schedule
from biped_control.motion.proportions import Proportions, joint_centre_tracks, proportions_of
from biped_control.motion.retargeting.body_motion import carried_body, with_legs
from biped_control.motion.retargeting.captured_cycle import CapturedCycle
from biped_control.motion.retargeting.captured_motion import CapturedMotion, Frames
from biped_control.motion.retargeting.foot_tracks import Footfall, foot_track
from biped_control.motion.retargeting.gait_events import FootEvents, cycle_events
from biped_control.motion.retargeting.stances import CycleStances, even_stances, own_stances
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import BoolArray, FloatArray


@dataclass(frozen=True)
class Retargeted:
    """A captured cycle on the robot.

    Attributes:
        cycle: kinematic cycle; symmetric where the captured one is straight.
        uneven: (C, nv) positions before left and right were made equal.
        landmarks: name -> (C, 3) captured landmark, scaled, in the frame of the cycle [m].
        scale: robot leg length over human leg length.
        half_width: distance of the ankles from the midline, as walked by the robot [m].
        captured_half_width: the same in the capture, scaled [m].
        pelvis_drop: by how much the pelvis was lowered until the legs fitted [m].
        ik_error: largest distance between a foot and where it should be, before the averaging [m].
    """

    cycle: KinematicCycle
    uneven: FloatArray
    landmarks: dict[str, FloatArray]
    scale: float
    half_width: float
    captured_half_width: float
    pelvis_drop: float
    ik_error: float


def retarget(captured: CapturedCycle, robot: RobotModel, human_leg: float) -> Retargeted:
    """Puts a captured gait cycle on the robot: lengths scaled by the legs, time unchanged.

    Both sides of a straight cycle are made equal; a turning one keeps its own.

    Args:
        captured: one periodic cycle.
        robot: any humanoid of the limb map.
        human_leg: length of the captured legs [m].

    Raises:
        MotionError: not a gait from heel to toe, or out of the robot's reach.
    """
    proportions = proportions_of(robot)
    scale = proportions.leg_length / human_leg
    events = {foot: cycle_events(captured, foot) for foot in FEET}
    make_stances = even_stances if captured.straight else own_stances
    stances = make_stances(captured, events, proportions.soles, scale)
    advance = Placement(scale * captured.advance.x, scale * captured.advance.y, captured.advance.yaw)
    # The frame of the cycle starts under the right heel, on the midline, on the floor that the flat feet
    # stand on.
    floor = floor_height(proportions, events, scale)
    origin = Placement(float(stances.of["right"].heel[0]), stances.midline)
    to_origin = np.array([origin.x, origin.y, 0.0])

    frames = np.arange(captured.frames)
    phases = frames / captured.frames
    feet = {
        foot: foot_track(
            captured,
            _falls(captured, Footfall(events[foot].standing, stances.of[foot]), advance),
            proportions.soles[foot],
            scale,
            range(captured.frames),
        )
        for foot in FEET
    }
    gait = GaitPhase(phases, captured.advance.yaw * phases)
    body, drop = carried_body(
        robot, proportions, captured, frames, feet, gait, floor, scale, captured.straight
    )
    uneven, ik_error = with_legs(robot, captured.source, body, feet, _contacts(captured, stances))
    uneven[:, :3] -= to_origin
    cycle = KinematicCycle(
        rate_hz=captured.rate_hz,
        positions=uneven,
        contacts=_contacts(captured, stances),
        advance=origin.inverse().compose(advance).compose(origin),
        symmetric=False,
        right=_foothold(stances, "right", origin, advance, captured.frames),
        left=_foothold(stances, "left", origin, advance, captured.frames),
        source=captured.source.name,
    )
    return Retargeted(
        cycle=cycle.symmetrized(robot) if captured.straight else cycle,
        uneven=uneven,
        landmarks=scaled_landmarks(captured, frames, scale, to_origin + np.array([0.0, 0.0, floor])),
        scale=scale,
        half_width=stances.half_width,
        captured_half_width=stances.captured_half_width,
        pelvis_drop=drop,
        ik_error=ik_error,
    )


def floor_height(proportions: Proportions, events: dict[Foot, FootEvents], scale: float) -> float:
    """Height of the floor that the flat feet stand on, scaled [m]."""
    return float(
        np.mean([scale * events[foot].standing.ankle[2] + proportions.soles[foot].z for foot in FEET])
    )


def scaled_landmarks(
    motion: CapturedMotion, frames: Frames, scale: float, origin: FloatArray
) -> dict[str, FloatArray]:
    """Name -> (n, 3) landmark, scaled, seen from `origin` (3,) [m]; those that were seen."""
    return {name: scale * motion.at(name, frames) - origin for name in LANDMARKS if motion.has(name)}


def joint_centre_errors(
    robot: RobotModel, landmarks: dict[str, FloatArray], positions: FloatArray
) -> FloatArray:
    """(n, joints) distances between captured and robot's joint centres for (n, nv) positions [m]."""
    tracks = joint_centre_tracks(robot, proportions_of(robot), positions)
    distances = [
        np.linalg.norm(track - landmarks[name], axis=1) for name, track in tracks.items() if name in landmarks
    ]
    return np.stack(distances, axis=1)


def _falls(captured: CapturedCycle, own: Footfall, advance: Placement) -> list[Footfall]:
    """The stances of a foot that reach into the cycle: one before, the own one, one after."""
    frames = captured.frames
    before = own.moved(captured.advance.inverse(), advance.inverse(), -frames)
    return [before, own, own.moved(captured.advance, advance, frames)]


def _contacts(captured: CapturedCycle, stances: CycleStances) -> BoolArray:
    right, left = stances.of["right"], stances.of["left"]
    return contact_schedule(captured.frames, np.array(right.timing), np.array(left.timing), left.strike)


def _foothold(
    stances: CycleStances, foot: Foot, origin: Placement, advance: Placement, frames: int
) -> Foothold:
    stance = stances.of[foot]
    cycles = stance.strike // frames  # of a landing just before the cycle, the next one counts
    place = stance.moved(origin.inverse().compose(advance.repeated(-cycles)), -cycles * frames)
    return Foothold(float(place.heel[0]), float(place.heel[1]), place.yaw, place.strike)
