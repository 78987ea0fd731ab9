"""The tracking cost of an endurance run (Muico 2009, eq. 18)."""

import numpy as np

from biped_control.motion.reference import Reference
from biped_control.policies.weights import LookAheadWeights
from biped_control.robot.state import FloatArray, State


class TrackingCost:
    """Average of eq. 18 over the ticks added so far."""

    def __init__(self, weights: LookAheadWeights, dt: float) -> None:
        nu = len(weights.magnitude) - 12
        self._state = weights.state
        self._deviation, self._magnitude = weights.deviation[:nu], weights.magnitude[:nu]
        self._dt = dt
        self._total = 0.0
        self.ticks = 0

    @property
    def mean(self) -> float:
        """Mean cost of a tick; zero before the first."""
        return self._total / self.ticks if self.ticks else 0.0

    def add(self, state: State, reference: Reference, torques: FloatArray) -> float:
        """Adds one tick.

        Args:
            state: what was measured after the tick, in the world.
            reference: what was followed during it.
            torques: (nu,) what was applied [N m].

        Returns:
            The cost of this tick: half the term under the sum.
        """
        target = reference.next_state
        local = reference.placement.to_clip(state, near_yaw=float(target.q[3]))
        velocity_error = local.v - target.v
        # The paper compares q_k, which lags the measured pose by dt v.
        pose_error = local.q - target.q - self._dt * velocity_error
        error = np.concatenate([pose_error, velocity_error])
        torques = reference.placement.torques(torques)
        deviation = torques - reference.torques
        tick_cost = 0.5 * float(
            self._state @ (error * error)
            + self._deviation @ (deviation * deviation)
            + self._magnitude @ (torques * torques)
        )
        self._total += tick_cost
        self.ticks += 1
        return tick_cost
