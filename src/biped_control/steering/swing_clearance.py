"""The swing foot goes higher where the ground has steps.

Clips lift their feet three centimetres, and a reference is laid on the ground that was felt: a foot that
swings over a ledge up, or follows the body down from one, would hit its edge with the toe.
"""

from collections.abc import Mapping

import numpy as np

from biped_control.contact.grounded_reference import Lift
from biped_control.motion.clip import Clip
from biped_control.motion.reference import Reference
from biped_control.robot.state import FloatArray
from biped_control.steering.swings import swing_shares

MOST_M = 0.06
"""No foot is lifted by more."""

_EVEN_M = 0.01  # what contacts and sensors do on even ground is less


class SwingClearance:
    """Lifts the feet of references by half a sine over the swing."""

    def __init__(self, clips: Mapping[str, Clip]) -> None:
        """
        Args:
            clips: all that may be played, by name.
        """
        self._ticks = {name: 1.0 / clip.rate_hz for name, clip in clips.items()}
        self._shares = {name: swing_shares(clip.contacts, clip.cyclic) for name, clip in clips.items()}
        self._next_shares = {
            name: np.minimum(shares + _growth(shares), 1.0) for name, shares in self._shares.items()
        }

    def lift(self, reference: Reference, unevenness: float) -> Lift | None:
        """How much a foot in the air rises for the steps that were felt, at most by `MOST_M`.

        Args:
            reference: what is to be followed.
            unevenness: of `GroundBelief` [m].

        Returns:
            None if no foot is lifted.
        """
        clip, frame = reference.clip, reference.frame
        shares = self._shares[clip][frame]
        if unevenness < _EVEN_M or not shares.any():
            return None
        most, after = min(unevenness, MOST_M), self._next_shares[clip][frame]
        return Lift(most * np.sin(np.pi * shares), most * np.sin(np.pi * after), self._ticks[clip])


def _growth(shares: FloatArray) -> FloatArray:
    """(T, 2) by how much (T, 2) shares of a swing grow with a step; 0 on the ground."""
    before = np.diff(shares, axis=0, prepend=shares[:1])
    after = np.diff(shares, axis=0, append=shares[-1:])
    return np.where(shares > 0.0, np.maximum(before, after), 0.0)
