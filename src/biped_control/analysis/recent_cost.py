"""How well the robot has followed lately: the feature by which steering knows trouble."""

from math import exp

from biped_control.analysis.cost import TrackingCost
from biped_control.motion.reference import Reference
from biped_control.policies.weights import LookAheadWeights
from biped_control.robot.state import FloatArray, State

MEMORY_S = 0.5
"""What happened this long ago counts 1/e [s]."""


class RecentCost:
    """Exponential mean of eq. 18, less what the reference itself costs there: 0 is perfect in every clip.

    Attributes:
        value: the mean now.
    """

    def __init__(self, weights: LookAheadWeights, dt: float) -> None:
        """
        Args:
            weights: Table 2.
            dt: control period [s].
        """
        self._cost = TrackingCost(weights, dt)
        self._effort = weights.magnitude
        self._share = 1.0 - exp(-dt / MEMORY_S)
        self.value = 0.0

    def add(self, state: State, reference: Reference, torques: FloatArray) -> float:
        """Adds a tick; arguments and result are those of `TrackingCost.add`."""
        cost = self._cost.add(state, reference, torques)
        wanted = reference.torques
        excess = cost - 0.5 * float(self._effort[: len(wanted)] @ (wanted * wanted))
        self.value += self._share * (excess - self.value)
        return cost
