"""Clean foot motions: stance feet that neither slip nor sink, swing feet as captured, joined smoothly.

This is the foot clean-up of da Silva 2010, 3.4.4, with two changes: contact times are detected, not
annotated, and a standing foot rolls from heel to toe over the robot's stiff sole instead of bending at the
toes. Where the thesis fixes every frame and smooths the fixes with hierarchical B-splines, the mismatch at
toe off and at the next landing fades through the swing: a stance is placed exactly and needs no smoothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pinocchio as pin

from biped_control.motion.foot_roll import foot_pose, standing_foot_pose
from biped_control.motion.retargeting.captured_motion import CapturedMotion
from biped_control.motion.retargeting.gait_events import StandingFoot
from biped_control.motion.retargeting.stances import Stance
from biped_control.motion.smooth_step import smooth_step
from biped_control.robot.placement import Placement
from biped_control.robot.soles import Sole
from biped_control.robot.state import FloatArray


@dataclass(frozen=True)
class Footfall:
    """One stance of a foot and the swing after it.

    Attributes:
        captured: how the person's foot stood.
        wanted: how and when the robot's shall stand.
    """

    captured: StandingFoot
    wanted: Stance

    def moved(self, captured: Placement, wanted: Placement, frames: int) -> "Footfall":
        """The same `frames` later, moved by a placement of the capture and one of the robot."""
        standing = self.captured
        ankle = captured.rotate_vectors(standing.ankle) + np.array([captured.x, captured.y, 0.0])
        later = replace(
            standing, strike=standing.strike + frames, yaw=standing.yaw + captured.yaw, ankle=ankle
        )
        return Footfall(later, self.wanted.moved(wanted, frames))


def foot_track(
    motion: CapturedMotion,
    falls: Sequence[Footfall],
    sole: Sole,
    scale: float,
    frames: range,
    facing: FloatArray | None = None,
) -> list[pin.SE3]:
    """Poses of a foot link.

    In stance the foot pivots on its heel, lies flat, pivots on its toe, with the captured pitch but for a
    fading part that makes it exactly zero when the foot gets flat and when its heel lifts. In swing it moves
    as captured plus offsets that fade from the mismatch at toe off to the mismatch at the next heel strike.
    Yaw is that of the flat foot, and goes smoothly over to that of the next one, as seen from the pelvis:
    while the foot points down, a heading read from it means nothing.

    Args:
        motion: captured, unscaled.
        falls: stances of this foot in order, the first one not after the first frame. After the last one the
            foot stays.
        sole: contact rectangle of the robot's foot.
        scale: robot length over human length.
        frames: which frames of the robot's motion are wanted.
        facing: yaw of the pelvis at every frame from 0 on [rad]; straight ahead by default.

    Returns:
        One pose a frame.
    """
    steps = [_Step(motion, fall, sole, scale, facing) for fall in falls]
    strikes = [fall.wanted.strike for fall in falls]
    poses = []
    for frame in frames:
        place = int(np.searchsorted(strikes, frame, side="right")) - 1
        following = steps[place + 1] if place + 1 < len(steps) else None
        poses.append(steps[place].pose(frame - strikes[place], following))
    return poses


class _Step:
    """A stance and the swing that follows it."""

    def __init__(
        self, motion: CapturedMotion, fall: Footfall, sole: Sole, scale: float, facing: FloatArray | None
    ) -> None:
        self.motion, self.fall, self.sole, self.scale, self.facing = motion, fall, sole, scale, facing
        self.yaw, self.captured_yaw = fall.wanted.yaw, fall.captured.yaw

    def pose(self, since: int, following: "_Step | None") -> pin.SE3:
        """The foot link `since` frames after its landing."""
        toe_off = self.fall.wanted.timing[2]
        if since < toe_off or following is None:
            ankle, pitch = self.standing(min(since, toe_off - 1))
            return foot_pose(ankle, self.yaw, pitch)
        last, frames = toe_off - 1, following.fall.wanted.strike - self.fall.wanted.strike
        fade = smooth_step((since - last) / (frames - last))
        lifted_yaw = self.yaw - self._pelvis(last)
        yaw = self._pelvis(since) + lifted_yaw + fade * (following.yaw - self._pelvis(frames) - lifted_yaw)
        captured_yaw = self.captured_yaw + fade * (following.captured_yaw - self.captured_yaw)
        ankle, pitch = self.captured(since, captured_yaw)
        lift, lifted = self.standing(last), self.captured(last, self.captured_yaw)
        land, landed = following.standing(0), self.captured(frames, following.captured_yaw)
        ankle = ankle + (1.0 - fade) * (lift[0] - lifted[0]) + fade * (land[0] - landed[0])
        pitch += (1.0 - fade) * (lift[1] - lifted[1]) + fade * (land[1] - landed[1])
        return foot_pose(ankle, yaw, pitch)

    def captured(self, since: int, yaw: float) -> tuple[FloatArray, float]:
        """Scaled ankle (3,) and pitch of the person, with the flat foot as zero of height and pitch."""
        standing, moment = self.fall.captured, np.array([since])
        ankle = self.scale * self.motion.at(f"{standing.foot}_ankle", standing.strike + moment)[0]
        ankle[2] += -self.sole.z - self.scale * standing.ankle[2]
        return ankle, float(standing.pitch(self.motion, moment, yaw)[0])

    def standing(self, since: int) -> tuple[FloatArray, float]:
        """Ankle (3,) and pitch of the robot in stance."""
        wanted = self.fall.wanted
        flat, heel_off, toe_off = wanted.timing
        pitch = 0.0
        if since < flat:
            pitch = min(self._pitch(since) - smooth_step(since / flat) * self._pitch(flat), 0.0)
        elif since >= heel_off:
            late = (since - heel_off) / (toe_off - heel_off)
            pitch = max(self._pitch(since) - (1.0 - smooth_step(late)) * self._pitch(heel_off), 0.0)
        return standing_foot_pose(self.sole, wanted.heel, wanted.yaw, pitch).translation, pitch

    def _pelvis(self, since: int) -> float:
        if self.facing is None:
            return 0.0
        return float(self.facing[np.clip(self.fall.wanted.strike + since, 0, len(self.facing) - 1)])

    def _pitch(self, since: int) -> float:
        return self.captured(since, self.captured_yaw)[1]
