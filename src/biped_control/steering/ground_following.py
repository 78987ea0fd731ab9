"""A clip player whose references lie on the ground that the feet feel, and keep the feet's time."""

from collections.abc import Mapping

from biped_control.contact.constraints import GroundAt
from biped_control.contact.ground_belief import GroundBelief
from biped_control.contact.grounded_reference import GroundedReference
from biped_control.motion.clip import Clip
from biped_control.motion.reference import Reference
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State
from biped_control.steering.clip_player import ClipPlayer
from biped_control.steering.phase_reset import PhaseReset


class GroundFollowing:
    """What a `ClipPlayer` needs on uneven ground. Where the ground is not felt, it adds nothing to it."""

    def __init__(self, robot: RobotModel, clips: Mapping[str, Clip], feels: bool) -> None:
        """
        Args:
            robot: of the clips.
            clips: all that may be played, by name.
            feels: whether the ground is felt; else it is believed to be flat, at height zero.
        """
        self._belief = GroundBelief(robot) if feels else None
        self._phase, self._grounded = PhaseReset(clips), GroundedReference(robot)

    @property
    def ground_at(self) -> GroundAt | None:
        """For contact adaptation; None while the ground is believed to be flat."""
        return None if self._belief is None else self._belief.ground_at

    def reset(self) -> None:
        """A new run begins."""
        self._phase.reset()
        if self._belief is not None:
            self._belief.reset()

    def feel(self, state: State, points: FloatArray, forces: FloatArray) -> None:
        """Takes a tick in, see `GroundBelief.update`. To be called before `advance`."""
        if self._belief is not None:
            self._belief.update(state, points, forces)

    def advance(self, player: ClipPlayer, following: str | None = None) -> None:
        """Takes the player to the next tick.

        Raises:
            ClipError: see `ClipPlayer.advance`.
        """
        if self._belief is None:
            player.advance(following)
        else:
            self._phase.advance(player, self._belief.loads, following)

    def reference(self, player: ClipPlayer) -> Reference:
        """What to follow in this tick."""
        reference = player.reference()
        return reference if self._belief is None else self._grounded.place(reference, self._belief)
