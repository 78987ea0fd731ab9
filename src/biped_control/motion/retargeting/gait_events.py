"""When and where a captured foot stands: heel strike, flat, heel off, toe off, foothold."""

from dataclasses import dataclass

import numpy as np

from biped_control.errors import MotionError
from biped_control.motion.kinematic_cycle import Foot
from biped_control.motion.retargeting.captured_cycle import CapturedCycle
from biped_control.motion.retargeting.captured_motion import CapturedMotion, Frames, speed_of
from biped_control.motion.retargeting.strides import STRIKE_SPEED
from biped_control.robot.state import BoolArray, FloatArray

# Pitch of the foot relative to flat [rad]
FLAT_PITCH = -0.05
HEEL_OFF_PITCH = 0.06
TOE_OFF_SPEED = 0.7  # [m/s] of the ball of the foot
RUNNING_TOE_OFF_SPEED = 1.5  # [m/s] the same in a run, whose feet roll over their toes faster
_EARLIEST_TOE_OFF = 0.18  # of the stride; before it, the ball may still come down
# Parts of the stance
_FLAT_PART = (0.2, 0.48)  # the foot is surely flat
_EARLIEST_HEEL_OFF = 0.4


@dataclass(frozen=True)
class StandingFoot:
    """A captured foot from one landing to the next, and how it lies when it is flat.

    The flat foot is the zero of its pitch and height: markers of left and right sit differently, and how is
    read off a moment at which the foot is surely flat (da Silva 2010, 3.4.4).

    Attributes:
        foot: which.
        strike: frame of the landing; signed, may lie before the cycle.
        frames: until its next landing.
        toe_off: frames from landing until the ball of the foot moves off.
        steepness: angle of ankle to ball below the horizontal when the foot is flat [rad].
        yaw: heading of the flat foot [rad].
        ankle: (3,) ankle of the flat foot [m].
        slip: largest horizontal movement of the ankle meanwhile [m].
    """

    foot: Foot
    strike: int
    frames: int
    toe_off: int
    steepness: float
    yaw: float
    ankle: FloatArray
    slip: float

    def pitch(self, motion: CapturedMotion, since: Frames, yaw: float | FloatArray) -> FloatArray:
        """(n,) pitch `since` frames after landing, zero when flat, positive with the heel up [rad].

        Args:
            motion: where the foot was captured.
            since: (n,) frames after landing.
            yaw: heading that the foot is taken to have [rad], one or (n,).
        """
        pitch: FloatArray = _steepness(motion, self.foot, self.strike + since, yaw) - self.steepness
        return pitch


@dataclass(frozen=True)
class FootEvents:
    """A standing foot and (3,) frames from its heel strike to flat, heel off and toe off."""

    standing: StandingFoot
    timing: FloatArray


def cycle_events(cycle: CapturedCycle, foot: Foot) -> FootEvents:
    """Labels the contacts of a foot in a cycle.

    Raises:
        MotionError: the foot does not land, roll over and lift as in a walk or run.
    """
    standing = standing_foot(cycle, foot, _landing(cycle, foot), cycle.frames)
    return FootEvents(standing, contact_timing(cycle, standing))


def standing_foot(
    motion: CapturedMotion, foot: Foot, strike: int, frames: int, toe_off: int | None = None
) -> StandingFoot:
    """Finds out how a foot lies when it is flat.

    Args:
        motion: captured.
        foot: which.
        strike: frame of a landing.
        frames: until the next landing.
        toe_off: frames until it lifts, where that is known better than from this stance.

    Raises:
        MotionError: the foot does not leave the ground in between.
    """
    if toe_off is None:
        toe_off, lies_until = _toe_off(motion, foot, strike, frames)
    else:
        lies_until = toe_off
    flat = strike + np.arange(int(_FLAT_PART[0] * lies_until), max(int(_FLAT_PART[1] * lies_until), 1))
    to_ball = np.median(motion.at(f"{foot}_ball", flat) - motion.at(f"{foot}_ankle", flat), axis=0)
    yaw = float(np.arctan2(to_ball[1], to_ball[0]))
    ankle = motion.at(f"{foot}_ankle", flat)
    return StandingFoot(
        foot=foot,
        strike=strike,
        frames=frames,
        toe_off=toe_off,
        steepness=float(np.median(_steepness(motion, foot, flat, yaw))),
        yaw=yaw,
        ankle=np.array([*ankle[:, :2].mean(axis=0), np.median(ankle[:, 2])]),
        slip=float(np.ptp(ankle[:, :2], axis=0).max()),
    )


def _toe_off(motion: CapturedMotion, foot: Foot, strike: int, frames: int) -> tuple[int, int]:
    """Frames from landing until the toes lift, and until the ball of the foot begins to move."""
    speed = speed_of(motion, f"{foot}_ball", strike + np.arange(frames))
    earliest = int(_EARLIEST_TOE_OFF * frames)
    moving = _first(motion, foot, "never lifts its toes", speed > TOE_OFF_SPEED, earliest)
    if moving >= frames // 2:
        return moving, moving
    return _first(motion, foot, "never lifts its toes", speed > RUNNING_TOE_OFF_SPEED, earliest), moving


def contact_timing(motion: CapturedMotion, standing: StandingFoot) -> FloatArray:
    """(3,) frames from heel strike to flat, heel off and toe off.

    Raises:
        MotionError: the foot does not roll from heel to toe.
    """
    foot, toe_off, frames = standing.foot, standing.toe_off, standing.frames
    pitch = standing.pitch(motion, np.arange(frames), standing.yaw)
    flat = _first(motion, foot, "never gets flat", pitch > FLAT_PITCH, 0)
    lifted = pitch > HEEL_OFF_PITCH
    heel_off = min(
        _first(motion, foot, "never lifts its heel", lifted, int(_EARLIEST_HEEL_OFF * toe_off)), toe_off
    )
    if not flat < heel_off:
        share = [f"{100 * frame / frames:.0f} %" for frame in (flat, heel_off, toe_off)]
        raise MotionError(
            f"{motion.source}: {foot} foot flat at {share[0]}, heel off at {share[1]}, toe off at {share[2]} "
            "of the cycle; expected this order, as in walking from heel to toe"
        )
    return np.array([flat, heel_off, toe_off], dtype=np.float64)


def _steepness(motion: CapturedMotion, foot: Foot, frames: Frames, yaw: float | FloatArray) -> FloatArray:
    to_ball = motion.at(f"{foot}_ball", frames) - motion.at(f"{foot}_ankle", frames)
    ahead = np.cos(yaw) * to_ball[:, 0] + np.sin(yaw) * to_ball[:, 1]
    return np.asarray(np.arctan2(-to_ball[:, 2], ahead), dtype=np.float64)


def _landing(cycle: CapturedCycle, foot: Foot) -> int:
    """Heel strike next to where it belongs: frame 0 for the right foot, half a cycle for the left."""
    half = cycle.frames // 2
    expected = 0 if foot == "right" else half
    speed = cycle.speed(f"{foot}_ankle", axes=2)
    crossings = np.flatnonzero((speed < STRIKE_SPEED) & (np.roll(speed, 1) >= STRIKE_SPEED))
    if not len(crossings):
        raise MotionError(
            f"{cycle.source}: the {foot} foot never lands (ankle never slows through {STRIKE_SPEED} m/s)"
        )
    offsets = (crossings - expected + half) % cycle.frames - half
    offset = int(offsets[np.argmin(np.abs(offsets))])
    if abs(offset) > cycle.frames // 6:
        raise MotionError(
            f"{cycle.source}: the {foot} foot lands {offset / cycle.rate_hz:+.2f} s off the middle between "
            "landings of the other; expected an even walk"
        )
    return expected + offset


def _first(motion: CapturedMotion, foot: Foot, complaint: str, condition: BoolArray, earliest: int) -> int:
    hits = np.flatnonzero(condition[earliest:])
    if not len(hits):
        raise MotionError(f"{motion.source}: the {foot} foot {complaint}; expected a walk from heel to toe")
    return earliest + int(hits[0])
