"""What a take shows: a straight walk or run, a steady turn, or a turn between straight walks."""

from dataclasses import dataclass

import numpy as np

from biped_control.did_you_mean import did_you_mean
from biped_control.errors import MotionError
from biped_control.motion.captures.landmarks import Landmarks
from biped_control.motion.kinematic_cycle import FEET
from biped_control.motion.retargeting.captured_cycle import CapturedCycle
from biped_control.motion.retargeting.cycle_extraction import straight_cycle, turning_cycle
from biped_control.motion.retargeting.cycle_windows import CycleWindow, cycle_windows
from biped_control.motion.retargeting.gait_events import cycle_events
from biped_control.motion.retargeting.no_walk import goes_off, stays_in_place
from biped_control.motion.retargeting.strides import Stride, angle_between, strides_of
from biped_control.motion.retargeting.take_kinds import KINDS, TakeKind
from biped_control.motion.retargeting.take_turn import TurnSpan, find_turn

_LARGEST_DRIFT = np.radians(15.0)  # within a cycle; more is a turn, not an imperfect straight walk
_LARGEST_MISFIT = 0.03  # of the periodic motion, per stride
_ALIKE_TURNS = 0.5  # a steady turn's cycles turn by at least this part of what the most turning one does


@dataclass(frozen=True)
class JudgedTake:
    """What was found in a take.

    Attributes:
        kind: what it shows.
        why: the numbers that say so.
        cycle: the cycle to make periodic; of a turn, the straight one that it begins from and ends in.
        turn: where a turn lies.
        flight: part of the cycle in which both feet are in the air; negative where both stand meanwhile.
    """

    kind: TakeKind
    why: str
    cycle: CapturedCycle
    turn: TurnSpan | None = None
    flight: float = 0.0

    @property
    def running(self) -> bool:
        """Whether there are moments without ground."""
        return self.flight > 0.0


def take_kind(name: str | None) -> TakeKind | None:
    """A kind by its name; None stays None.

    Raises:
        MotionError: there is no such kind; the message lists all.
    """
    for kind in KINDS:
        if kind == name:
            return kind
    if name is not None:
        meant = did_you_mean(name, KINDS)
        raise MotionError(f"a capture shows no '{name}'{meant}; expected one of {', '.join(KINDS)}")
    return None


def judge_take(landmarks: Landmarks, wanted: TakeKind | None = None) -> JudgedTake:
    """Decides from the data what a take shows, and takes the best cycle of that kind.

    Args:
        landmarks: clean, at the control rate, z up.
        wanted: what the user says it shows.

    Raises:
        MotionError: no cycle, not walking forward, neither straight nor steady; the message has the numbers.
    """
    strides = strides_of(landmarks)
    _require_forward(landmarks, strides)
    cycles = [(window, straight_cycle(landmarks, window)) for window in cycle_windows(landmarks)]
    straight = [pair for pair in cycles if abs(pair[1].heading_drift) <= _LARGEST_DRIFT]
    drifts = np.array([cycle.heading_drift for _, cycle in cycles])
    turn = find_turn(landmarks, strides) if straight else None
    described = ", ".join(f"{np.degrees(drift):+.0f}" for drift in drifts) + " degrees a cycle"
    kind = wanted or ("turn" if turn else "walk" if straight else "steady-turn")
    if kind == "turn":
        if turn is None or not straight:
            raise MotionError(
                f"{landmarks.source}: no turn between straight parts (the path turns by {described}); "
                "expected two straight strides before the turn and two after it"
            )
        hub = _best(straight)
        _require_periodic(hub)
        return JudgedTake(kind, turn.described(landmarks.rate_hz), hub, turn, _flight(hub))
    if kind in ("walk", "run"):
        if not straight:
            raise MotionError(
                f"{landmarks.source}: the path turns by {described}; expected a straight walk "
                f"(up to {np.degrees(_LARGEST_DRIFT):.0f} degrees are straightened)"
            )
        return _straight(_best(straight), wanted, f"the path turns by {described}")
    turning = _best([(window, turning_cycle(landmarks, window)) for window, _ in cycles])
    largest = drifts[np.argmax(np.abs(drifts))]
    if (drifts * np.sign(largest) < _ALIKE_TURNS * abs(largest)).any():
        raise MotionError(
            f"{landmarks.source}: neither straight nor a steady turn: the path turns by {described}; "
            "expected about the same turn in every cycle, or two straight strides before and after the turn"
        )
    _require_periodic(turning)
    return JudgedTake(kind, f"the path turns by {described}", turning, flight=_flight(turning))


def _straight(cycle: CapturedCycle, wanted: TakeKind | None, why: str) -> JudgedTake:
    """A walk or a run: in a run, both feet are in the air for a part of the cycle."""
    _require_periodic(cycle)
    flight = _flight(cycle)
    kind: TakeKind = "run" if flight > 0.0 else "walk"
    if wanted not in (None, kind):
        raise MotionError(
            f"{cycle.source}: this is a {kind}, no {wanted}: both feet are in the air for "
            f"{100 * flight:.0f} % of the cycle (below 0: on the ground)"
        )
    if flight > 0.0:
        why += f"; both feet are in the air for {100 * flight:.0f} % of the cycle"
    return JudgedTake(kind, why, cycle, flight=flight)


def _flight(cycle: CapturedCycle) -> float:
    return 1.0 - sum(float(cycle_events(cycle, foot).timing[2]) for foot in FEET) / cycle.frames


def _require_periodic(cycle: CapturedCycle) -> None:
    largest = _LARGEST_MISFIT * cycle.stride
    if cycle.fit_error > largest:
        raise MotionError(
            f"{cycle.source}: not a steady gait: the cycles differ by {1e3 * cycle.fit_error:.0f} mm in the "
            f"mean; expected less than {1e3 * largest:.0f} mm"
        )


def _best(cycles: list[tuple[CycleWindow, CapturedCycle]]) -> CapturedCycle:
    """Complete before steady before central."""

    def badness(pair: tuple[CycleWindow, CapturedCycle]) -> float:
        window, cycle = pair
        return 4.0 * window.outside + cycle.fit_error / 0.01 + window.off_centre

    return min(cycles, key=badness)[1]


def _require_forward(landmarks: Landmarks, strides: list[Stride]) -> None:
    if not any(stride.forward for stride in strides):
        angle = float(np.median([angle_between(s.facing, s.direction) for s in strides]))
        shown = stays_in_place(landmarks) or goes_off(angle)
        raise MotionError(f"{landmarks.source}: {shown}; expected a forward walk")
