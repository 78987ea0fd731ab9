"""Which joint modes the modal policy plans with, where an experiment does not plan with the slowest."""

from dataclasses import dataclass

import numpy as np

from biped_control.robot.dynamics import IntArray


@dataclass(frozen=True)
class WithoutSlowest:
    """The slowest are left out, and tracked like the fast ones.

    Attributes:
        count: of those left out.
    """

    count: int

    def __str__(self) -> str:
        return f"without the slowest {self.count}"

    def order(self, joints: int, low: int) -> IntArray:
        """(joints,) joint modes, counted from the slowest; the `low` planned ones come first."""
        slow_to_fast = np.arange(joints)
        planned = slow_to_fast[self.count : self.count + low]
        return np.concatenate([planned, np.setdiff1d(slow_to_fast, planned)])


@dataclass(frozen=True)
class Drawn:
    """They are drawn at random, once for a run.

    Attributes:
        seed: of the draw.
    """

    seed: int

    def __str__(self) -> str:
        return f"drawn from seed {self.seed}"

    def order(self, joints: int, low: int) -> IntArray:
        """See `WithoutSlowest.order`."""
        return np.random.default_rng(self.seed).permutation(joints)


ModeOrder = WithoutSlowest | Drawn
