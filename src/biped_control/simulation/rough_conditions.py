"""Disturbances of every kind at once: start beside the reference, noise, uneven pushes, uneven ground."""

from dataclasses import dataclass, replace

import numpy as np

from biped_control.robot.state import State
from biped_control.simulation.disturbances import Disturbances
from biped_control.simulation.simulator import Push
from biped_control.simulation.uneven_ground import uneven_ground


@dataclass(frozen=True)
class Roughness:
    """How rough it may get.

    Attributes:
        body: link that is pushed at its centre of mass.
        newtons: strongest push, in any horizontal direction.
        ticks: length of a push.
        gap_ticks: shortest and longest time from the start of a push to the next.
        position_noise: standard deviation of measured positions [m, rad].
        velocity_noise: of measured velocities [m/s, rad/s].
        ground_height: pieces of the ground lie up to this far above or below zero [m] ...
        ground_gaps: ... and are this long along x, at least and at most [m].
    """

    body: str
    newtons: float
    ticks: int
    gap_ticks: tuple[int, int]
    position_noise: float
    velocity_noise: float
    ground_height: float = 0.0
    ground_gaps: tuple[float, float] = (0.4, 1.2)

    def scaled(self, share: float) -> "Roughness":
        """Everything `share` times as strong."""
        return replace(
            self,
            newtons=share * self.newtons,
            position_noise=share * self.position_noise,
            velocity_noise=share * self.velocity_noise,
            ground_height=share * self.ground_height,
        )


class RoughConditions(Disturbances):
    """One run. Each run draws its share of the roughness: some are calm, some are wild.

    Attributes:
        terrain: the ground, for the engine of this run.
    """

    exact_sensors = False

    def __init__(self, seed: int, roughness: Roughness, full: bool = False) -> None:
        """
        Args:
            seed: the same seed gives the same run; 0 starts exactly on the reference.
            roughness: how rough it may get.
            full: it is that rough, instead of a share that the run draws.
        """
        super().__init__(seed)
        self._roughness, self._full = roughness, full
        self._next_push = 0
        self._begin()
        height = self._ground_share * roughness.ground_height
        self.terrain = uneven_ground(seed, height, roughness.ground_gaps)

    def start(self, state: State) -> State:
        """See `Disturbances.start`. Draws anew from the seed."""
        self._begin()
        return super().start(state)

    def measured(self, state: State) -> State:
        """See `Disturbances.measured`."""
        q_noise = self._noise_share * self._roughness.position_noise
        v_noise = self._noise_share * self._roughness.velocity_noise
        return State(
            state.q + self._draw.normal(0.0, q_noise, state.q.shape),
            state.v + self._draw.normal(0.0, v_noise, state.v.shape),
        )

    def push_at(self, tick: int) -> Push | None:
        """See `Disturbances.push_at`."""
        if tick < self._next_push:
            return None
        self._next_push = tick + self._gap()
        angle = self._draw.uniform(0.0, 2.0 * np.pi)
        newtons = self._roughness.newtons * self._push_share * self._draw.uniform(0.5, 1.0)
        force = newtons * np.array([np.cos(angle), np.sin(angle), 0.0])
        return Push(self._roughness.body, force, self._roughness.ticks)

    def _begin(self) -> None:
        self._draw = np.random.default_rng((self._seed, 1))
        shares = np.ones(3) if self._full else self._draw.uniform(0.0, 1.0, 3)
        self._push_share, self._noise_share, self._ground_share = shares
        self._next_push = self._gap()

    def _gap(self) -> int:
        return int(self._draw.integers(*self._roughness.gap_ticks, endpoint=True))
