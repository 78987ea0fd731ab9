"""A contact problem as it was met in a tick, and how well impulses solve it."""

from dataclasses import dataclass

import numpy as np

from biped_control.complementarity.contacts import contact_residual
from biped_control.robot.state import FloatArray


@dataclass(frozen=True)
class ContactProblem:
    """What `solve_contacts` was asked in one tick; arguments of these names.

    Attributes:
        operator, velocity: (m, m) and (m,).
        contacts: number of contact points; the first 3 * contacts rows are (normal, tangent, tangent).
        friction: Coulomb coefficient.
    """

    operator: FloatArray
    velocity: FloatArray
    contacts: int
    friction: float

    @property
    def limits(self) -> int:
        """Number of joint limits, the rows after the contacts."""
        return len(self.velocity) - 3 * self.contacts

    def residual(self, impulses: FloatArray) -> float:
        """The natural residual max |min(z, w)| of impulses (m,) [N s, m/s]; infinite for NaN."""
        return float(contact_residual(self.operator, self.velocity, self.contacts, self.friction, impulses))

    def boxed_residual(self, impulses: FloatArray) -> float:
        """The same where each friction direction has a bound of its own, |beta| <= friction * normal."""
        lower, upper = np.zeros(len(impulses)), np.full(len(impulses), np.inf)
        for axis in (1, 2):
            rows = slice(axis, 3 * self.contacts, 3)
            upper[rows] = self.friction * np.maximum(impulses[0 : 3 * self.contacts : 3], 0.0)
            lower[rows] = -upper[rows]
        rates = self.operator @ impulses + self.velocity
        distances = np.abs(impulses - np.clip(impulses - rates, lower, upper))
        return float(distances.max(initial=0.0)) if np.isfinite(distances).all() else np.inf
