"""The interface of every look-ahead policy."""

from dataclasses import dataclass
from typing import Protocol

from biped_control.motion.reference import Reference
from biped_control.robot.state import BoolArray, FloatArray, State


@dataclass(frozen=True)
class PredictedControls:
    """What a policy would like to happen in the coming tick (the paper's u with a tilde).

    Attributes:
        torques: (nu,) joint torques [N m].
        forces: (4, 3) ground forces at right heel, right toe, left heel, left toe, in world axes [N].
        contacts: (4,) points on which a force was planned; the others carry zero.
        contact_consistent: the torques already fit the contacts of now; contact adaptation passes them
            through.
    """

    torques: FloatArray
    forces: FloatArray
    contacts: BoolArray
    contact_consistent: bool = False


class LookAheadPolicy(Protocol):
    """Turns the measured state and the reference of a tick into predicted controls."""

    def reset(self, state: State, reference: Reference) -> None:
        """Forgets everything that belongs to earlier ticks."""

    def predict(self, state: State, reference: Reference) -> PredictedControls:
        """Controls for the coming tick. `state` is in the world, `reference` in the frame of its clip."""
