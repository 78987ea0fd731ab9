"""The interface of every look-ahead policy."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from biped_control.motion.reference import Reference
from biped_control.robot.state import BoolArray, FloatArray, State


@dataclass(frozen=True)
class PredictedControls:
    """What a policy would like to happen in the coming tick (the paper's u with a tilde).

    Attributes:
        torques: (nu,) joint torques [N m].
        forces: ground forces in world axes [N]: (4, 3) at right heel, right toe, left heel, left toe; or
            (8, 3) at the sole corners, from a policy that plans the roll moment of a foot, too.
        contacts: (4,) points of the feet that stand in the reference, for onlookers; forces say by themselves
            where they act.
        contact_consistent: the torques already fit the contacts of now; contact adaptation passes them
            through. No policy that ships says so: it is for those that come from elsewhere.
        ground: (2, 3) the ground under right and left foot as the policy knows it, planes
            z = g_0 + g_1 x + g_2 y in world axes; None where it knows of no slope.
    """

    torques: FloatArray
    forces: FloatArray
    contacts: BoolArray
    contact_consistent: bool = False
    ground: FloatArray | None = None

    @property
    def corner_forces(self) -> FloatArray:
        """(8, 3) the forces at the sole corners; one in the middle of an edge is half at each of its ends."""
        return self.forces if len(self.forces) == 8 else 0.5 * np.repeat(self.forces, 2, axis=0)


class LookAheadPolicy(Protocol):
    """Turns the measured state and the reference of a tick into predicted controls."""

    @property
    def window(self) -> int:
        """Ticks that it plans ahead along the reference; 0 if all that it knows was computed before."""

    def reset(self, state: State, reference: Reference) -> None:
        """Forgets everything that belongs to earlier ticks.

        Raises:
            PolicyError: the policy does not know the clip of the reference.
        """

    def predict(self, state: State, reference: Reference) -> PredictedControls:
        """Controls for the coming tick.

        Args:
            state: measured, in the world.
            reference: of the tick, in the frame of its clip.

        Raises:
            PolicyError: the policy does not know the clip or the frame, or the reference lacks what it needs.
        """
