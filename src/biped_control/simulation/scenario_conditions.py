"""The disturbances of a scenario: its pushes and its sensor noise."""

import numpy as np

from biped_control.robot.state import State
from biped_control.simulation.disturbances import Disturbances
from biped_control.simulation.scenario import Scenario
from biped_control.simulation.simulator import Push


class ScenarioConditions(Disturbances):
    """One run of a scenario. The same seed gives the same run."""

    def __init__(self, seed: int, scenario: Scenario, rate_hz: float) -> None:
        """
        Args:
            seed: of start, noise and directions; 0 starts exactly on the reference.
            scenario: what there is to endure.
            rate_hz: control rate.
        """
        super().__init__(seed)
        self._scenario, self._rate_hz = scenario, rate_hz
        self.exact_sensors = scenario.position_noise == scenario.velocity_noise == 0.0
        self.exact_model = scenario.mass_scale == 1.0 and scenario.friction is None
        self._draw = np.random.default_rng((seed, 7))

    def start(self, state: State) -> State:
        """See `Disturbances.start`. Draws anew from the seed."""
        self._draw = np.random.default_rng((self._seed, 7))
        return super().start(state)

    def measured(self, state: State) -> State:
        """See `Disturbances.measured`."""
        if self.exact_sensors:
            return state
        q_noise, v_noise = self._scenario.position_noise, self._scenario.velocity_noise
        return State(
            state.q + self._draw.normal(0.0, q_noise, state.q.shape),
            state.v + self._draw.normal(0.0, v_noise, state.v.shape),
        )

    def push_at(self, tick: int) -> Push | None:
        """See `Disturbances.push_at`."""
        push = self._scenario.push
        if push is None:
            return None
        since = tick - round(push.start_s * self._rate_hz)
        if since < 0 or since % max(1, round(push.period_s * self._rate_hz)) != 0:
            return None
        degrees = self._draw.uniform(0.0, 360.0) if push.direction_deg is None else push.direction_deg
        angle = np.radians(degrees)
        force = push.newtons * np.array([np.cos(angle), np.sin(angle), 0.0])
        return Push(push.body, force, max(1, round(push.duration_s * self._rate_hz)))
