"""Between controller and engine: torques that come late, or not at all."""

from collections import deque

import numpy as np

from biped_control.robot.observation import Observation
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.simulator import Push, Simulator


class LateTorques:
    """An engine behind a slow and lossy line. `Simulator` says what each method does.

    A command that is lost leaves the one before at work. Before the first arrives, the first is at work:
    a robot does not begin limp.
    """

    def __init__(self, engine: Simulator, delay_ticks: int, lost: float, seed: int) -> None:
        """
        Args:
            engine: what gets the torques.
            delay_ticks: torques act so many ticks late.
            lost: share of ticks whose torques are lost.
            seed: of which are lost.
        """
        self._engine, self._delay, self._lost, self._seed = engine, delay_ticks, lost, seed
        self._draw = np.random.default_rng((seed, 8))
        self._under_way: deque[FloatArray] = deque()
        self._at_work: FloatArray | None = None

    def reset(self, state: State) -> Observation:
        self._draw = np.random.default_rng((self._seed, 8))
        self._under_way.clear()
        self._at_work = None
        return self._engine.reset(state)

    def step(self, torques: FloatArray) -> Observation:
        if self._at_work is None:
            self._at_work = torques
            self._under_way.extend([torques] * self._delay)
        self._under_way.append(torques)
        arrived = self._under_way.popleft()
        if self._draw.uniform() >= self._lost:
            self._at_work = arrived
        return self._engine.step(self._at_work)

    def push(self, push: Push) -> None:
        self._engine.push(push)

    def close(self) -> None:
        self._engine.close()
