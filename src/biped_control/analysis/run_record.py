"""Keeps account of a run. States and references may come in separately, as they do in the ROS graph."""

import hashlib
from collections import Counter, deque

import numpy as np

from biped_control.analysis.cost import TrackingCost
from biped_control.analysis.travel import Travel
from biped_control.motion.reference import Reference
from biped_control.policies.weights import LookAheadWeights
from biped_control.robot.fall import FallWatch
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State


class RunRecord:
    """Distance, tracking cost, fall and a digest of all states of one run.

    Attributes:
        ticks: control ticks completed without a fall.
        fell: the robot has fallen.
        clips: how often each clip was begun, by name, in the order of their first time.
    """

    def __init__(self, robot: RobotModel, weights: LookAheadWeights, dt: float, start: State) -> None:
        """
        Args:
            robot: that walks.
            weights: Table 2, for the cost.
            dt: control period [s].
            start: first state. It also says how high and how upright the robot should be.
        """
        self._watch = FallWatch(robot, start)
        self._cost = TrackingCost(weights, dt)
        self._dt, self._start, self._end = dt, start, start
        self._distance = 0.0
        self._digest = hashlib.sha256()
        self._add_to_digest(start)
        self._waiting: deque[tuple[int, State, FloatArray]] = deque()
        self._references: deque[tuple[int, Reference]] = deque()
        self._last_counted: Reference | None = None
        self.ticks = 0
        self.fell = False
        self.clips: Counter[str] = Counter()

    def add_tick(self, tick: int, torques: FloatArray, after: State) -> None:
        """Takes what happened in `tick`: the torques applied (nu,) and the state that they led to."""
        self._add_to_digest(after)
        if self._watch.fallen(after):
            self.fell = True
            return
        self._distance += float(np.hypot(*(after.q[:2] - self._end.q[:2])))
        self._end, self.ticks = after, tick + 1
        self._waiting.append((tick, after, torques))
        self._match()

    def add_reference(self, tick: int, reference: Reference) -> None:
        """Takes what was to be followed in `tick`, before or after the tick itself, once or repeatedly."""
        if not self._references or self._references[-1][0] != tick:
            self._references.append((tick, reference))
        self._match()

    def _match(self) -> None:
        while self._waiting and self._references:
            tick, after, torques = self._waiting[0]
            referenced, reference = self._references[0]
            if referenced == tick:
                self._cost.add(after, reference, torques)
                self._count_clip(reference)
            if referenced >= tick:
                self._waiting.popleft()
            if referenced <= tick:
                self._references.popleft()

    def _count_clip(self, reference: Reference) -> None:
        last, self._last_counted = self._last_counted, reference
        if last is None or last.clip != reference.clip or reference.frame < last.frame:
            self.clips[reference.clip] += 1

    def _add_to_digest(self, state: State) -> None:
        self._digest.update(np.concatenate([state.q, state.v]).tobytes())

    @property
    def complete(self) -> bool:
        """Every tick has met its reference."""
        return not self._waiting

    @property
    def travel(self) -> Travel:
        """What the robot has done on its feet."""
        return Travel(self._start, self._end, self._distance, self.ticks, self._dt)

    @property
    def seconds(self) -> float:
        """Simulated time survived [s]."""
        return self.travel.seconds

    @property
    def mean_cost(self) -> float:
        """Mean of eq. 18 over the ticks that have met their reference."""
        return self._cost.mean

    def summary(self) -> dict[str, object]:
        """The documented JSON keys, and `state_digest`: equal digests mean equal bits of all states."""
        return {
            "fell": self.fell,
            "ticks": self.ticks,
            **self.travel.summary(),
            "mean_cost": self.mean_cost,
            "clips": dict(self.clips),
            "state_digest": self._digest.hexdigest(),
        }
