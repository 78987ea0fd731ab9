"""Where and when the feet stand in a turn between straight walks: as captured, at the ends as in the walk."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import pinocchio as pin

from biped_control.errors import MotionError
from biped_control.motion.captures.landmarks import Landmarks
from biped_control.motion.clip import Clip
from biped_control.motion.foot_roll import heel_of_standing_foot
from biped_control.motion.kinematic_cycle import FEET, HEEL_COLUMN, Foot
from biped_control.motion.proportions import Proportions
from biped_control.motion.retargeting.captured_motion import CapturedTake, Frames
from biped_control.motion.retargeting.foot_tracks import Footfall
from biped_control.motion.retargeting.gait_events import StandingFoot, standing_foot
from biped_control.motion.retargeting.stances import Stance
from biped_control.motion.retargeting.take_turn import TurnSpan
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.soles import anticipated_points
from biped_control.robot.state import BoolArray, FloatArray


@dataclass(frozen=True)
class Hub:
    """The straight walk that a turn begins from and ends in.

    Attributes:
        clip: the walk; frame 0 is a heel strike of the right foot.
        stances: foot -> its stance at frame 0: the right one begins, the left one began half a cycle ago.
    """

    clip: Clip
    stances: Mapping[Foot, Stance]

    @classmethod
    def of_clip(cls, robot: RobotModel, clip: Clip) -> "Hub":
        """Reads the stances off a cyclic clip.

        Raises:
            MotionError: it does not begin with a heel strike of the right foot, or is no walk or run.
        """
        on_ground = np.roll(clip.contacts, 1, axis=0)  # forces of step k act at frame k + 1
        stances = {}
        for foot in FEET:
            heel, toe = on_ground[:, HEEL_COLUMN[foot] : HEEL_COLUMN[foot] + 2].T
            landings = np.flatnonzero(heel & ~np.roll(heel, 1))
            if len(landings) != 1 or (foot == "right" and landings[0] != 0):
                raise MotionError(
                    f"clip '{clip.name}': the {foot} heel lands at frames {landings.tolist()}; expected a "
                    "walk whose frame 0 is a heel strike of the right foot"
                )
            strike = int(landings[0])
            heel, toe = np.roll(heel, -strike), np.roll(toe, -strike)
            flat = int(np.argmax(toe))
            timing = flat, int(np.argmin(heel)), flat + int(np.argmin(toe[flat:]))
            stance = Stance(*_foothold(robot, foot, clip.positions[strike + flat]), strike, timing)
            cycles = 0 if foot == "right" else -1
            stances[foot] = stance.moved(clip.advance.repeated(cycles), cycles * clip.steps)
        return cls(clip, stances)

    def timing(self) -> tuple[int, int, int]:
        """Frames from heel strike to flat, heel off and toe off of the right foot."""
        return self.stances["right"].timing

    def positions(self, frames: Frames, placement: Placement) -> FloatArray:
        """(n, nv) the clip at any whole frames, placed."""
        steps, rows = self.clip.steps, []
        for frame in frames:
            cycle, own = divmod(int(frame), steps)
            rows.append(self.clip.advance.repeated(cycle).move(self.clip.positions[own]))
        return placement.move(np.array(rows))


@dataclass(frozen=True)
class TurnStances:
    """The stances of a turn, in the frame of the walk that it begins from.

    Attributes:
        take: the capture, seen from that frame.
        captured: how the person's feet stood.
        wanted: how the robot's shall stand; as many.
        end: where the walk that follows begins.
        following: the first stances after those, which swinging feet are on their way to at the end.
        snapped: how far the footholds at the ends were moved onto those of the walk, at most [m].
    """

    take: CapturedTake
    captured: Mapping[Foot, list[StandingFoot]]
    wanted: Mapping[Foot, list[Stance]]
    end: Placement
    following: Mapping[Foot, Footfall]
    snapped: float

    def falls(self, foot: Foot) -> list[Footfall]:
        """Captured and wanted stances of a foot, the following one included."""
        pairs = zip(self.captured[foot], self.wanted[foot], strict=True)
        return [*(Footfall(*pair) for pair in pairs), self.following[foot]]

    def contacts(self, frames: int) -> BoolArray:
        """(frames, 4) right heel, right toe, left heel, left toe on the ground."""
        contacts = np.zeros((frames, 4), dtype=np.bool_)
        for foot in FEET:
            column = HEEL_COLUMN[foot]
            for frame in range(frames):
                stance = self._at(foot, frame)
                flat, heel_off, toe_off = stance.timing
                since = frame - stance.strike
                contacts[frame, column : column + 2] = since < heel_off, flat <= since < toe_off
        return contacts

    def footholds(self, frames: int) -> FloatArray:
        """(frames, 2, 3) heel x, y [m] and yaw [rad] of the foothold that each foot belongs to."""
        stances = [[self._at(foot, frame) for foot in FEET] for frame in range(frames)]
        return np.array([[[*stance.heel, stance.yaw] for stance in pair] for pair in stances])

    def headings(self, frames: int) -> FloatArray:
        """(frames,) direction of travel: midway between the yaws of the feet at every landing [rad]."""
        landings = sorted((stance.strike, foot, stance.yaw) for foot in FEET for stance in self.wanted[foot])
        times, yaws = [], []
        latest: dict[Foot, float] = {}
        for strike, foot, yaw in landings:
            latest[foot] = yaw
            if len(latest) == len(FEET):
                times.append(strike)
                yaws.append(0.5 * (latest["right"] + latest["left"]))
        yaws[0], yaws[-1] = 0.0, self.end.yaw
        return np.interp(np.arange(frames), times, yaws)

    def phases(self, frames: int) -> FloatArray:
        """(frames,) cycles since the first right heel strike."""
        strikes = [stance.strike for stance in self.wanted["right"]]
        return np.interp(np.arange(frames), strikes, np.arange(len(strikes)))

    def _at(self, foot: Foot, frame: int) -> Stance:
        """The latest stance that began by then."""
        return next(stance for stance in reversed(self.wanted[foot]) if stance.strike <= frame)


def turn_stances(
    landmarks: Landmarks, span: TurnSpan, hub: Hub, proportions: Proportions, scale: float
) -> TurnStances:
    """Finds them.

    Args:
        landmarks: clean, at the control rate.
        span: where the turn lies.
        hub: straight walk of the same person.
        proportions: of the robot.
        scale: robot length over human length.

    Raises:
        MotionError: the steps after the turn are too uneven to go over into the walk.
    """
    take = _placed(landmarks, span, hub, proportions, scale)
    captured = {foot: _standing_feet(take, span, foot, hub) for foot in FEET}
    wanted = {
        foot: [_captured_stance(stance, proportions, scale, span, hub) for stance in captured[foot]]
        for foot in FEET
    }
    end = _end(wanted, hub, span.angle)
    snapped = _snap(wanted, captured, hub, end, span)
    following = {foot: _following(captured[foot][-1], hub, end, span) for foot in FEET}
    return TurnStances(take, captured, wanted, end, following, snapped)


def _following(last: StandingFoot, hub: Hub, end: Placement, span: TurnSpan) -> Footfall:
    """The first stance of a foot that begins in the walk after the turn."""
    cycle = hub.clip.steps
    wanted = hub.stances[last.foot].moved(end.compose(hub.clip.advance), span.end - span.start + cycle)
    return Footfall(replace(last, strike=span.start + wanted.strike), wanted)


def _placed(
    landmarks: Landmarks, span: TurnSpan, hub: Hub, proportions: Proportions, scale: float
) -> CapturedTake:
    """The take seen from where its first stances lie as those of the hub do at frame 0."""
    turned = CapturedTake(landmarks, Placement(yaw=span.before))
    heels = []
    for foot in FEET:
        first = _standing_feet(turned, span, foot, hub)[0]
        heels.append(heel_of_standing_foot(proportions.soles[foot], scale * first.ankle, first.yaw))
    offset = np.mean(heels, axis=0) - np.mean([hub.stances[foot].heel for foot in FEET], axis=0)
    x, y = Placement(yaw=span.before).turn(offset / scale)
    return CapturedTake(landmarks, Placement(float(x), float(y), span.before))


def _standing_feet(take: CapturedTake, span: TurnSpan, foot: Foot, hub: Hub) -> list[StandingFoot]:
    """The stances of a foot in the turn, with headings that go on from one to the next."""
    strikes = span.right if foot == "right" else span.left
    usual = hub.clip.steps
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
    slower = foot.frames / hub.clip.steps
    timing = (flat, max(round(slower * heel_off), flat + 1), round(slower * toe_off))
    heel = heel_of_standing_foot(proportions.soles[foot.foot], scale * foot.ankle, foot.yaw)
    return Stance(heel, foot.yaw, foot.strike - span.start, timing)


def _end(held: dict[Foot, list[Stance]], hub: Hub, angle: float) -> Placement:
    """Where the clip that follows begins: between the last footholds."""
    captured = np.mean([held[foot][-1].heel for foot in FEET], axis=0)
    x, y = np.mean([hub.stances[foot].heel for foot in FEET], axis=0)
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
        first, last = hub.stances[foot], hub.stances[foot].moved(end, steps)
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
                    f"left foot lands {(last.strike - landed) / hub.clip.rate_hz:+.2f} s off the middle of "
                    "the last step of the turn; expected an even walk after the turn"
                )
            last = replace(last, strike=landed, timing=(flat, heel_off, toe_off))
        held[foot][-1] = last
    return float(np.linalg.norm(moved, axis=1).max())


def _foothold(robot: RobotModel, foot: Foot, q: FloatArray) -> tuple[FloatArray, float]:
    """Middle of the heel edge (2,) [m] and heading [rad] of a flat foot at the pose `q`."""
    model, data = robot.pinocchio, robot.pinocchio.createData()
    points = anticipated_points(robot)
    pin.forwardKinematics(model, data, q)
    heel, toe = (
        data.oMi[int(points.joints[column])].act(points.offsets[column])[:2]
        for column in (HEEL_COLUMN[foot], HEEL_COLUMN[foot] + 1)
    )
    ahead = toe - heel
    return np.array(heel), float(np.arctan2(ahead[1], ahead[0]))
