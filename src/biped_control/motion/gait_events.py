"""When and where a captured foot stands: heel strike, flat, heel off, toe off, foothold."""

from dataclasses import dataclass

import numpy as np

from biped_control.errors import MotionError
from biped_control.motion.cycle_extraction import STRIKE_SPEED, CapturedCycle
from biped_control.motion.kinematic_cycle import Foot
from biped_control.robot.state import BoolArray, FloatArray

# Pitch of the foot relative to flat [rad]
FLAT_PITCH = -0.05
HEEL_OFF_PITCH = 0.06
TOE_OFF_SPEED = 0.7  # [m/s] of the ball of the foot
# Parts of the cycle after heel strike
_MID_STANCE = (0.12, 0.30)  # the foot is surely flat
_EARLIEST_HEEL_OFF = 0.25
_EARLIEST_TOE_OFF = 0.45


@dataclass(frozen=True)
class FootEvents:
    """Stance of one foot in a captured cycle.

    Attributes:
        strike: frame of the heel strike; signed, may lie just before the cycle.
        timing: (3,) frames from heel strike to flat, heel off and toe off.
        pitch: (C,) pitch of the foot, zero when flat, positive with the heel up [rad].
        yaw: heading of the flat foot [rad].
        ankle: (3,) ankle of the flat foot [m]; its height is the zero of this foot, because markers of left
            and right sit differently.
        slip: largest horizontal movement of the ankle in mid stance [m].
    """

    strike: int
    timing: FloatArray
    pitch: FloatArray
    yaw: float
    ankle: FloatArray
    slip: float


def foot_events(cycle: CapturedCycle, foot: Foot, scale: float) -> FootEvents:
    """Labels the contacts of a foot.

    Args:
        cycle: captured cycle, unscaled.
        foot: which.
        scale: robot length over human length; the speed threshold for toe off applies to the scaled motion.

    Raises:
        MotionError: the foot does not land, roll over and lift as in a walk.
    """
    frames = cycle.frames
    strike = _strike(cycle, foot)
    after = strike + np.arange(frames)
    to_ball = cycle[f"{foot}_ball"] - cycle[f"{foot}_ankle"]
    steepness = np.unwrap(np.arctan2(-to_ball[:, 2], to_ball[:, 0]))
    middle = strike + np.arange(int(_MID_STANCE[0] * frames), int(_MID_STANCE[1] * frames))
    pitch = steepness - np.median(steepness[middle % frames])
    heading = np.median(to_ball[middle % frames], axis=0)
    ankle = cycle.at(f"{foot}_ankle", middle)
    rolled, speed = pitch[after % frames], cycle.speed(f"{foot}_ball")[after % frames]
    timing = [
        _first(cycle, foot, "never gets flat", rolled > FLAT_PITCH, 0.0),
        _first(cycle, foot, "never lifts its heel", rolled > HEEL_OFF_PITCH, _EARLIEST_HEEL_OFF),
        _first(cycle, foot, "never lifts its toes", speed > TOE_OFF_SPEED, _EARLIEST_TOE_OFF),
    ]
    if not 0 < timing[0] < timing[1] < timing[2] or timing[2] <= frames // 2:
        share = [f"{100 * frame / frames:.0f} %" for frame in timing]
        raise MotionError(
            f"{cycle.source}: {foot} foot flat at {share[0]}, heel off at {share[1]}, toe off at {share[2]} "
            "of the cycle; expected this order with toe off after 50 %, as in walking from heel to toe"
        )
    return FootEvents(
        strike=strike,
        timing=np.array(timing, dtype=np.float64),
        pitch=pitch,
        yaw=float(np.arctan2(heading[1], heading[0])),
        ankle=np.array([*ankle[:, :2].mean(axis=0), np.median(ankle[:, 2])]),
        slip=float(np.ptp(ankle[:, :2], axis=0).max()),
    )


def _strike(cycle: CapturedCycle, foot: Foot) -> int:
    """Heel strike next to where it belongs: frame 0 for the right foot, half a cycle for the left."""
    expected = 0 if foot == "right" else cycle.frames // 2
    speed = cycle.speed(f"{foot}_ankle", axes=2)
    crossings = np.flatnonzero((speed < STRIKE_SPEED) & (np.roll(speed, 1) >= STRIKE_SPEED))
    if not len(crossings):
        raise MotionError(
            f"{cycle.source}: the {foot} foot never lands (ankle never slows through {STRIKE_SPEED} m/s)"
        )
    half = cycle.frames // 2
    offsets = (crossings - expected + half) % cycle.frames - half
    offset = int(offsets[np.argmin(np.abs(offsets))])
    if abs(offset) > cycle.frames // 6:
        raise MotionError(
            f"{cycle.source}: the {foot} foot lands {offset / cycle.rate_hz:+.2f} s off the middle between "
            "landings of the other; expected an even walk"
        )
    return expected + offset


def _first(cycle: CapturedCycle, foot: Foot, complaint: str, condition: BoolArray, earliest: float) -> int:
    start = int(earliest * cycle.frames)
    hits = np.flatnonzero(condition[start:])
    if not len(hits):
        raise MotionError(f"{cycle.source}: the {foot} foot {complaint}; expected a walk from heel to toe")
    return start + int(hits[0])
