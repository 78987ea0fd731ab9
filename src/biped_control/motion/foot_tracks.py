"""Clean foot motions: stance feet that neither slip nor sink, swing feet as captured, joined smoothly."""

import numpy as np
import pinocchio as pin

from biped_control.motion.cycle_extraction import CapturedCycle
from biped_control.motion.foot_roll import foot_pose, standing_foot_pose
from biped_control.motion.gait_events import FootEvents
from biped_control.motion.kinematic_cycle import Foot
from biped_control.motion.stances import Stance
from biped_control.robot.soles import Sole
from biped_control.robot.state import FloatArray


def foot_track(
    cycle: CapturedCycle, foot: Foot, events: FootEvents, stance: Stance, sole: Sole, scale: float
) -> list[pin.SE3]:
    """Poses of a foot link over the cycle.

    In stance the foot pivots on its heel, lies flat, pivots on its toe, with the captured pitch but for a
    fading part that makes it exactly zero when the foot gets flat and when its heel lifts. In swing it moves
    as captured plus offsets that fade from the mismatch at toe off to the mismatch at the next heel strike.
    Yaw is that of the flat foot throughout: while the foot points down, a heading read from it means nothing.

    Args:
        cycle: captured cycle, unscaled.
        foot: which.
        events: its captured events.
        stance: where and when it shall stand on the robot.
        sole: contact rectangle of the robot's foot.
        scale: robot length over human length.

    Returns:
        C poses, frame 0 first.
    """
    frames, stride = cycle.frames, scale * cycle.stride
    flat, heel_off, toe_off = stance.timing

    def captured(since: int) -> tuple[FloatArray, float]:
        frame = events.strike + since
        ankle = scale * cycle.at(f"{foot}_ankle", np.array([frame]))[0]
        ankle[2] += -sole.z - scale * events.ankle[2]
        return ankle, float(events.pitch[frame % frames])

    def standing(since: int) -> tuple[FloatArray, float]:
        pitch = 0.0
        if since < flat:
            pitch = min(captured(since)[1] - smooth_step(since / flat) * captured(flat)[1], 0.0)
        elif since >= heel_off:
            late = (since - heel_off) / (toe_off - heel_off)
            pitch = max(captured(since)[1] - (1.0 - smooth_step(late)) * captured(heel_off)[1], 0.0)
        return standing_foot_pose(sole, stance.heel, stance.yaw, pitch).translation, pitch

    last = toe_off - 1
    lift, land = standing(last), standing(0)
    ankle_after_lift = lift[0] - captured(last)[0]
    ankle_before_land = land[0] + np.array([stride, 0.0, 0.0]) - captured(frames)[0]
    pitch_after_lift, pitch_before_land = lift[1] - captured(last)[1], land[1] - captured(frames)[1]
    poses: list[pin.SE3] = [pin.SE3.Identity()] * frames
    for since in range(frames):
        if since < toe_off:
            ankle, pitch = standing(since)
        else:
            fade = smooth_step((since - last) / (frames - last))
            ankle, pitch = captured(since)
            ankle = ankle + (1.0 - fade) * ankle_after_lift + fade * ankle_before_land
            pitch += (1.0 - fade) * pitch_after_lift + fade * pitch_before_land
        strides, frame = divmod(stance.strike + since, frames)
        poses[frame] = foot_pose(ankle - np.array([strides * stride, 0.0, 0.0]), stance.yaw, pitch)
    return poses


def smooth_step(part: float) -> float:
    """From 0 at 0 to 1 at 1 with level ends."""
    return part * part * (3.0 - 2.0 * part)
