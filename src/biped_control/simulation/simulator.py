"""The interface of every physics engine."""

from dataclasses import dataclass
from typing import Protocol

from biped_control.robot.observation import Observation
from biped_control.robot.state import FloatArray, State


@dataclass(frozen=True)
class Push:
    """A constant force on a body.

    Attributes:
        body: name of the link; the force acts at its centre of mass.
        force: (3,) world axes [N].
        ticks: how many control ticks it lasts.
    """

    body: str
    force: FloatArray
    ticks: int


class Simulator(Protocol):
    """Advances the robot by whole control ticks. Deterministic: the same calls give the same bits."""

    def reset(self, state: State) -> Observation:
        """Puts the robot into `state` at rest with the ground, forgets pushes and warm starts."""

    def step(self, torques: FloatArray) -> Observation:
        """Holds (nu,) joint torques [N m] for one control tick."""

    def push(self, push: Push) -> None:
        """Starts a push with the next tick. Pushes add up.

        Raises:
            EngineError: no such body, a force that is not finite, or less than one tick.
        """

    def close(self) -> None:
        """Frees what the engine holds. Calling it twice is fine."""
