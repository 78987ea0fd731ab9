"""What happens to a robot in a soak test: headings and pushes at random moments."""

from dataclasses import dataclass

import numpy as np

from biped_control.robot.state import FloatArray

_HEADING_EVERY = (2.0, 10.0)  # [s]
_PUSH_EVERY = (3.0, 9.0)  # [s]
_PUSH_NEWTONS = (10.0, 60.0)
_PUSH_SECONDS = 0.1
_BODIES = ("torso", "base_link", "head")


@dataclass(frozen=True)
class RandomPush:
    """A push.

    Attributes:
        body: name of the link. force: (3,) horizontal, world axes [N]. seconds: how long.
    """

    body: str
    force: FloatArray
    seconds: float


class SoakPlan:
    """Goes on for as long as it is asked. The same seed makes the same plan.

    Attributes:
        heading: wanted at present [rad]; None before the first.
        headings, pushes: how many there have been.
    """

    def __init__(self, seed: int) -> None:
        headings, pushes = np.random.SeedSequence(seed).spawn(2)
        self._headings, self._pushes = np.random.default_rng(headings), np.random.default_rng(pushes)
        self.heading: float | None = None
        self.headings = self.pushes = 0
        self._heading_due = self._headings.uniform(*_HEADING_EVERY)
        self._push_due = self._pushes.uniform(*_PUSH_EVERY)

    def advance(self, seconds: float) -> RandomPush | None:
        """Lets time pass.

        Args:
            seconds: of walking, since the beginning.

        Returns:
            A push that is due; if time has jumped over several, the last.
        """
        while self._heading_due <= seconds:
            self.heading = float(self._headings.uniform(-np.pi, np.pi))
            self.headings += 1
            self._heading_due += self._headings.uniform(*_HEADING_EVERY)
        push = None
        while self._push_due <= seconds:
            push = self._push()
            self.pushes += 1
            self._push_due += self._pushes.uniform(*_PUSH_EVERY)
        return push

    def _push(self) -> RandomPush:
        angle, newtons = self._pushes.uniform(-np.pi, np.pi), self._pushes.uniform(*_PUSH_NEWTONS)
        force = newtons * np.array([np.cos(angle), np.sin(angle), 0.0])
        return RandomPush(str(self._pushes.choice(_BODIES)), force, _PUSH_SECONDS)
