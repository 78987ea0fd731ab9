"""Phase reset on the contacts that are felt (Muico 2009, section 5.4).

A foot that lands early on higher ground: the clip skips to its heel strike. One that lands late finds the
ground lower: the clip waits at its heel strike. A foot that lands early where the ground is no higher belongs
to a robot that a push has tilted. Then the clip goes on: a step aside takes its time.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from biped_control.contact.ground_belief import TOUCHING_LOAD
from biped_control.motion.clip import Clip
from biped_control.robot.state import BoolArray, FloatArray
from biped_control.steering.clip_player import ClipPlayer
from biped_control.steering.swings import feet_on_ground

_EARLY_S, _LATE_S = 0.1, 0.083  # how much the clip skips or waits at most
_HIGHER_M = 0.01  # than under the other foot


@dataclass(frozen=True)
class Landing:
    """A foot that is planned to meet the ground.

    Attributes:
        frame: first step at whose beginning it carries force; the number of steps: the next clip's first.
        foot: of the clip, 0 right, 1 left.
    """

    frame: int
    foot: int


class PhaseReset:
    """Plays on as the feet feel. Feet that feel nothing change nothing."""

    def __init__(self, clips: Mapping[str, Clip]) -> None:
        """
        Args:
            clips: all clips that may be played, by name.
        """
        self._landings = {name: landings(clip, clips) for name, clip in clips.items()}
        self.reset()

    def reset(self) -> None:
        """A new run begins."""
        self._waited, self._felt = 0, np.zeros(2, dtype=np.bool_)

    def advance(
        self, player: ClipPlayer, loads: FloatArray, climbs: FloatArray, following: str | None = None
    ) -> None:
        """Takes the player to the next tick.

        Args:
            player: plays.
            loads: (2,) vertical force on the robot's right and left foot [N].
            climbs: (2,) how much higher than under the other foot each found the ground when it landed [m].
            following: the clip that follows, see `ClipPlayer.advance`.

        Raises:
            ClipError: see `ClipPlayer.advance`.
        """
        touching = np.asarray(loads) > TOUCHING_LOAD
        uphill = touching & ~self._felt & (np.asarray(climbs) > _HIGHER_M)
        self._felt = touching
        if self._must_wait(player, touching):
            self._waited += 1
            player.hold()
            return
        self._waited = 0
        player.advance(following)
        self._skip(player, uphill)

    def _must_wait(self, player: ClipPlayer, touching: BoolArray) -> bool:
        """The foot that is to have landed has not, and the robot stands on the other."""
        if self._waited >= round(_LATE_S * player.clip.rate_hz):
            return False
        return any(
            landing.frame == player.frame
            and not touching[player.placement.foot(landing.foot)]
            and touching[player.placement.foot(1 - landing.foot)]
            for landing in self._landings[player.clip.name]
        )

    def _skip(self, player: ClipPlayer, uphill: BoolArray) -> None:
        """To the step before the next landing, where steering may still decide."""
        most = round(_EARLY_S * player.clip.rate_hz)
        for landing in self._landings[player.clip.name]:
            last = landing.frame - 1
            if player.frame < last <= player.frame + most and uphill[player.placement.foot(landing.foot)]:
                player.skip_to(last)
                return


def landings(clip: Clip, clips: Mapping[str, Clip]) -> tuple[Landing, ...]:
    """When feet land in a clip. The force of a step acts on the pose after it: that is when it is felt.

    Args:
        clip: the clip.
        clips: its hub among them, if it begins in one.
    """
    before = feet_on_ground(clips.get(clip.start_hub, clip).contacts)
    feet = np.vstack([before[-2:], feet_on_ground(clip.contacts)])
    found = np.argwhere(feet[1:] & ~feet[:-1])
    return tuple(Landing(int(frame), int(foot)) for frame, foot in found)
