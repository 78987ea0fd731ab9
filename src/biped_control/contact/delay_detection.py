"""How late torques act, found from the velocities that follow them.

Every delay is a hypothesis of which torques acted in the tick that has just ended. Each is compared with the
one that is believed by a cumulative sum of log-likelihood ratios (Page, "Continuous inspection schemes",
Biometrika 1954): a sum that stays at zero while the belief explains more, and changes the belief when it has
grown beyond a threshold.
"""

import numpy as np

from biped_control.robot.state import FloatArray

_MOST_A_TICK = 1.0
"""Of any one tick: pushes, steps onto a ledge and lost commands are explained by no hypothesis."""

_ALLOWANCE = 0.2
"""Taken off in every tick, so that hypotheses that explain equally much, as in a stand, change nothing."""

_ENOUGH = 8.0
"""Ten ticks at least: a robot that does not know of its delay walks some thirty."""


class DelayDetection:
    """Belief in one of the delays 0, 1, ... ticks.

    Attributes:
        ticks: the delay that is believed.
    """

    def __init__(self, hypotheses: int, first: int = 0) -> None:
        """
        Args:
            hypotheses: how many delays there are to choose from, counted from 0.
            first: what is believed at the beginning.
        """
        self._hypotheses, self._first = hypotheses, first
        self.reset()

    def reset(self) -> None:
        """Begins anew."""
        self.ticks = self._first
        self._sums = np.zeros(self._hypotheses)

    def update(self, misfits: FloatArray) -> None:
        """Takes a tick in.

        Args:
            misfits: (hypotheses,) of `ExpectedTick.misfits`, of the torques that acted if a delay is true.
        """
        logarithms = np.log(misfits + np.finfo(float).tiny)
        ratios = np.clip(logarithms[self.ticks] - logarithms, -_MOST_A_TICK, _MOST_A_TICK)
        self._sums = np.fmax(0.0, self._sums + ratios - _ALLOWANCE)  # also where it is no number
        if self._sums.max() > _ENOUGH:
            self.ticks = int(self._sums.argmax())
            self._sums[:] = 0.0
