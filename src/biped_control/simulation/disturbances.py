"""What a run is disturbed by: a start beside the reference and regular pushes, all drawn from one seed."""

from dataclasses import dataclass

import numpy as np

from biped_control.errors import EngineError
from biped_control.robot.observation import Observation
from biped_control.robot.state import State
from biped_control.simulation.simulator import Push

_START_OFFSET = 0.01  # [rad] or [m]


@dataclass(frozen=True)
class PushPlan:
    """Repeated pushes in horizontal directions drawn from the seed.

    Attributes:
        body: link that is pushed at its centre of mass.
        newtons: strength.
        ticks: length of a push.
        period_ticks: from the start of one push to the next; the first comes after one period.
    """

    body: str
    newtons: float
    ticks: int
    period_ticks: int

    @classmethod
    def parse(cls, text: str, rate_hz: float) -> "PushPlan | None":
        """Reads BODY,NEWTONS,SECONDS,PERIOD (times in seconds); an empty text is no plan.

        Raises:
            EngineError: it is not of this form, or a number is not positive.
        """
        if not text:
            return None
        expected = "expected BODY,NEWTONS,SECONDS,PERIOD such as torso,50,0.1,4"
        try:
            body, *numbers = text.split(",")
            newtons, seconds, period = (float(number) for number in numbers)
            if not np.isfinite(newtons):
                raise ValueError
            plan = cls(body.strip(), newtons, round(seconds * rate_hz), round(period * rate_hz))
        except (ValueError, OverflowError):  # also of times that are no finite number of ticks
            raise EngineError(f"push '{text}': {expected}") from None
        if not (newtons > 0.0 and plan.ticks >= 1 and plan.period_ticks > plan.ticks):
            raise EngineError(
                f"push '{text}': {expected}; all positive, at least a tick long, shorter than its period"
            )
        return plan


class Disturbances:
    """The disturbances of one run. The same seed gives the same run.

    Attributes:
        exact_sensors: `measured` changes nothing.
        exact_model: masses and friction are those that the controller believes in.
    """

    exact_sensors = True
    exact_model = True

    def __init__(self, seed: int, plan: PushPlan | None = None) -> None:
        """
        Args:
            seed: 0 starts exactly on the reference; any other number up to 0.01 rad or m beside it.
            plan: regular pushes.
        """
        self._seed, self._plan = seed, plan
        self._random = np.random.default_rng(seed)

    def start(self, state: State) -> State:
        """Where the run begins when the reference begins in `state`. Draws anew from the seed."""
        self._random = np.random.default_rng(self._seed)
        if self._seed == 0:
            return state
        return State(state.q + self._random.uniform(-_START_OFFSET, _START_OFFSET, state.q.shape), state.v)

    def measured(self, state: State) -> State:
        """What the sensors make of a state. To be asked once for every tick, in order."""
        return state

    def sensed(self, observation: Observation) -> State:
        """What the controller sees of an observation. To be asked once for every tick, in order."""
        return self.measured(observation.state)

    def push_at(self, tick: int) -> Push | None:
        """The push that begins with `tick`, if any. To be asked once for every tick, in order."""
        plan = self._plan
        if plan is None or tick == 0 or tick % plan.period_ticks != 0:
            return None
        angle = self._random.uniform(0.0, 2.0 * np.pi)
        return Push(plan.body, plan.newtons * np.array([np.cos(angle), np.sin(angle), 0.0]), plan.ticks)
