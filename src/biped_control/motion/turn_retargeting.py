"""From a captured turn between straight walks to a kinematic motion that begins and ends in one of these."""

from dataclasses import dataclass, replace

import numpy as np

from biped_control.errors import MotionError
from biped_control.motion.arm_swing import GaitPhase
from biped_control.motion.body_motion import carried_body, with_legs
from biped_control.motion.captured_motion import CapturedTake, Frames
from biped_control.motion.clip import Clip
from biped_control.motion.foot_roll import heel_of_standing_foot
from biped_control.motion.foot_tracks import Footfall, foot_track, smooth_step
from biped_control.motion.gait_events import StandingFoot, standing_foot
from biped_control.motion.kinematic_cycle import FEET, HEEL_COLUMN, Foot, KinematicCycle
from biped_control.motion.kinematic_motion import KinematicMotion
from biped_control.motion.landmarks import Landmarks
from biped_control.motion.proportions import Proportions, proportions_of
from biped_control.motion.retargeting import scaled_joint_centres
from biped_control.motion.stances import Stance
from biped_control.motion.take_turn import TurnSpan
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import BoolArray, FloatArray

# The ends go over into the hub's motion within these times [s]; legs sooner, for the feet are snapped to its.
_BODY_BLEND, _LEG_BLEND = 0.42, 0.1


@dataclass(frozen=True)
class RetargetedTurn:
    """A captured turn on the robot.

    Attributes:
        motion: the T + 2 frames that `optimize_between` asks for.
        advance: where the clip that follows begins.
        joint_centres: landmark name -> (T + 2, 3) captured joint centre, scaled, in the motion's frame [m].
        scale: robot leg length over human leg length.
        pelvis_drop: by how much the pelvis was lowered until the legs fitted [m].
        ik_error: largest distance between a foot and where it should be [m].
        snapped: how far the footholds at the ends were moved onto those of the straight walk, at most [m].
    """

    motion: KinematicMotion
    advance: Placement
    joint_centres: dict[str, FloatArray]
    scale: float
    pelvis_drop: float
    ik_error: float
    snapped: float


@dataclass(frozen=True)
class Hub:
    """The straight walk that a turn begins from and ends in.

    Attributes:
        cycle: as wanted; it knows the footholds.
        clip: as optimized.
    """

    cycle: KinematicCycle
    clip: Clip

    def timing(self) -> tuple[int, int, int]:
        """Frames from heel strike to flat, heel off and toe off."""
        flat, heel_off, toe_off = self.cycle.timing("right")
        return int(flat), int(heel_off), int(toe_off)

    def stance(self, foot: Foot) -> Stance:
        """The stance of a foot at frame 0: the right one begins, the left one began half a cycle ago."""
        frames, hold = self.cycle.frames, self.cycle.foothold(foot)
        x, y, yaw = hold.at(0, frames, self.cycle.advance)
        strike = hold.strike_frame - (frames if foot == "left" else 0)
        return Stance(np.array([x, y]), float(yaw), strike, self.timing())

    def positions(self, frames: Frames, placement: Placement) -> FloatArray:
        """(n, nv) the clip at any whole frames, placed."""
        steps, rows = self.clip.steps, []
        for frame in frames:
            cycle, own = divmod(int(frame), steps)
            rows.append(self.clip.advance.repeated(cycle).move(self.clip.positions[own]))
        return placement.move(np.array(rows))


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
    take = _placed(landmarks, span, hub, proportions, scale)
    standing = {foot: _standing_feet(take, span, foot, hub) for foot in FEET}
    held = {
        foot: [_captured_stance(foot_, proportions, scale, span, hub) for foot_ in standing[foot]]
        for foot in FEET
    }
    end = _end(held, hub, span.angle)
    snapped = _snap(held, standing, hub, end, span)

    frames = np.arange(steps + 2)
    feet = {
        foot: foot_track(
            take,
            [Footfall(*pair) for pair in zip(standing[foot], held[foot], strict=True)],
            proportions.soles[foot],
            scale,
            range(steps + 2),
        )
        for foot in FEET
    }
    gait = GaitPhase(_phases(held["right"], frames), _headings(held, frames, span.angle))
    ankles = [scale * foot.ankle[2] + proportions.soles[side].z for side in FEET for foot in standing[side]]
    floor = float(np.mean(ankles))
    body, drop = carried_body(
        robot, proportions, take, span.start + frames, feet, gait, floor, scale, straight=False
    )
    start_hub = hub.positions(frames, Placement())
    end_hub = hub.positions(frames - steps, end)
    _blend(body, start_hub, end_hub, _BODY_BLEND * landmarks.rate_hz)
    positions, ik_error = with_legs(robot, take.source, body, feet)
    _blend(
        positions[:, ROOT_DOF:],
        start_hub[:, ROOT_DOF:],
        end_hub[:, ROOT_DOF:],
        _LEG_BLEND * landmarks.rate_hz,
    )
    motion = KinematicMotion(
        rate_hz=landmarks.rate_hz,
        positions=positions,
        contacts=_contacts(held, frames),
        footholds=_footholds(held, frames),
        headings=gait.headings,
        source=landmarks.source.name,
    )
    centres = scaled_joint_centres(take, proportions, span.start + frames, scale, np.array([0.0, 0.0, floor]))
    return RetargetedTurn(motion, end, centres, scale, drop, ik_error, snapped)


def _placed(
    landmarks: Landmarks, span: TurnSpan, hub: Hub, proportions: Proportions, scale: float
) -> CapturedTake:
    """The take seen from where its first stances lie as those of the hub do at frame 0."""
    turned = CapturedTake(landmarks, Placement(yaw=span.before))
    heels = []
    for foot in FEET:
        first = _standing_feet(turned, span, foot, hub)[0]
        heels.append(heel_of_standing_foot(proportions.soles[foot], scale * first.ankle, first.yaw))
    offset = np.mean(heels, axis=0) - np.mean([hub.stance(foot).heel for foot in FEET], axis=0)
    x, y, _ = Placement(yaw=span.before).rotate_vectors(np.append(offset / scale, 0.0))
    return CapturedTake(landmarks, Placement(float(x), float(y), span.before))


def _standing_feet(take: CapturedTake, span: TurnSpan, foot: Foot, hub: Hub) -> list[StandingFoot]:
    """The stances of a foot in the turn, with headings that go on from one to the next."""
    strikes = span.right if foot == "right" else span.left
    usual = hub.cycle.frames
    durations = [*np.diff(strikes).tolist(), usual]
    found: list[StandingFoot] = []
    for strike, frames in zip(strikes, durations, strict=True):
        toe_off = round(hub.timing()[2] * frames / usual)
        stance = standing_foot(take, foot, strike, frames, toe_off)
        before = found[-1].yaw if found else 0.0
        found.append(replace(stance, yaw=float(np.unwrap([before, stance.yaw])[1])))
    return found


def _captured_stance(
    foot: StandingFoot, proportions: Proportions, scale: float, span: TurnSpan, hub: Hub
) -> Stance:
    """Where it was captured; heel and toe lift after the same part of the stride as in the straight walk."""
    flat, heel_off, toe_off = hub.timing()
    slower = foot.frames / hub.cycle.frames
    timing = (flat, max(round(slower * heel_off), flat + 1), round(slower * toe_off))
    heel = heel_of_standing_foot(proportions.soles[foot.foot], scale * foot.ankle, foot.yaw)
    return Stance(heel, foot.yaw, foot.strike - span.start, timing)


def _end(held: dict[Foot, list[Stance]], hub: Hub, angle: float) -> Placement:
    """Where the clip that follows begins: between the last footholds."""
    captured = np.mean([held[foot][-1].heel for foot in FEET], axis=0)
    x, y = np.mean([hub.stance(foot).heel for foot in FEET], axis=0)
    there = Placement(yaw=angle).compose(Placement(float(x), float(y)))
    return Placement(float(captured[0]) - there.x, float(captured[1]) - there.y, angle)


def _snap(
    held: dict[Foot, list[Stance]],
    standing: dict[Foot, list[StandingFoot]],
    hub: Hub,
    end: Placement,
    span: TurnSpan,
) -> float:
    """Moves the stances at both ends onto the hub's, in place; returns by how much at most [m]."""
    steps, moved = span.end - span.start, []
    for foot in FEET:
        first, last = hub.stance(foot), hub.stance(foot).moved(end, steps)
        moved += [held[foot][0].heel - first.heel, held[foot][-1].heel - last.heel]
        # Only what is left of the first stance counts, so that it may as well have begun when the hub's did.
        held[foot][0] = replace(first, timing=held["right"][0].timing) if foot == "right" else first
        standing[foot][0] = replace(standing[foot][0], strike=span.start + first.strike)
        if foot == "left":
            # It landed when it did, but lifts as the hub's does.
            landed = held[foot][-1].strike
            flat, *later = last.timing
            heel_off, toe_off = (frame + last.strike - landed for frame in later)
            if not landed + flat < last.strike + last.timing[1]:
                raise MotionError(
                    f"left foot lands {(last.strike - landed) / hub.cycle.rate_hz:+.2f} s off the middle of "
                    "the last step of the turn; expected an even walk after the turn"
                )
            last = replace(last, strike=landed, timing=(flat, heel_off, toe_off))
        held[foot][-1] = last
    return float(np.linalg.norm(moved, axis=1).max())


def _phases(right: list[Stance], frames: Frames) -> FloatArray:
    strikes = [stance.strike for stance in right]
    return np.interp(frames, strikes, np.arange(len(strikes)))


def _headings(held: dict[Foot, list[Stance]], frames: Frames, angle: float) -> FloatArray:
    """(F,) direction of travel: midway between the yaws of the feet at every landing [rad]."""
    landings = sorted((stance.strike, foot, stance.yaw) for foot in FEET for stance in held[foot])
    times, yaws = [], []
    latest: dict[str, float] = {}
    for strike, foot, yaw in landings:
        latest[foot] = yaw
        if len(latest) == 2:
            times.append(strike)
            yaws.append(0.5 * (latest["right"] + latest["left"]))
    yaws[0], yaws[-1] = 0.0, angle
    return np.interp(frames, times, yaws)


def _blend(positions: FloatArray, start: FloatArray, end: FloatArray, frames: float) -> None:
    """Goes over from `start` into the positions and from them into `end`, in place; all (F, n)."""
    last = len(positions) - 2  # the first frame of the hub that follows
    for frame in range(len(positions)):
        near_start = smooth_step(float(np.clip(1.0 - frame / frames, 0.0, 1.0)))
        near_end = smooth_step(float(np.clip(1.0 - (last - frame) / frames, 0.0, 1.0)))
        positions[frame] += near_start * (start[frame] - positions[frame])
        positions[frame] += near_end * (end[frame] - positions[frame])


def _at(stances: list[Stance], frame: int) -> Stance:
    """The latest stance that began by then."""
    return next(stance for stance in reversed(stances) if stance.strike <= frame)


def _contacts(held: dict[Foot, list[Stance]], frames: Frames) -> BoolArray:
    contacts = np.zeros((len(frames), 4), dtype=np.bool_)
    for foot in FEET:
        column = HEEL_COLUMN[foot]
        for frame in range(len(frames)):
            stance = _at(held[foot], frame)
            flat, heel_off, toe_off = stance.timing
            since = frame - stance.strike
            contacts[frame, column : column + 2] = since < heel_off, flat <= since < toe_off
    return contacts


def _footholds(held: dict[Foot, list[Stance]], frames: Frames) -> FloatArray:
    return np.array(
        [
            [[*_at(held[foot], frame).heel, _at(held[foot], frame).yaw] for foot in FEET]
            for frame in range(len(frames))
        ]
    )
