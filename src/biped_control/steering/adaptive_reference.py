"""What to follow on uneven ground and after pushes: references that go where the robot and its feet are."""

from collections.abc import Mapping
from dataclasses import replace

from biped_control.contact.constraints import GroundAt
from biped_control.contact.ground_belief import GroundBelief
from biped_control.contact.grounded_reference import GroundedReference
from biped_control.motion.clip import Clip
from biped_control.motion.reference import Reference
from biped_control.motion.reference_preview import ReferencePreview
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State
from biped_control.settings import ControlSettings
from biped_control.steering.clip_player import ClipPlayer
from biped_control.steering.editing import Editing
from biped_control.steering.following_placement import following_placement
from biped_control.steering.phase_reset import PhaseReset
from biped_control.steering.step_adjustment import GAIN, GAIN_OF_PLANS, StepAdjustment
from biped_control.steering.swing_clearance import SwingClearance


class AdaptiveReference:
    """Stands between a `ClipPlayer` and the policy. With everything turned off it adds nothing to the player.

    `feel_ground` lays references on the ground that is felt and keeps the feet's time; `adjust_steps` lets
    the clip follow the robot and moves footholds with the capture point. With both turned off, references for
    a policy that plans ahead may be edited.
    """

    def __init__(
        self,
        robot: RobotModel,
        clips: Mapping[str, Clip],
        settings: ControlSettings,
        window: int = 0,
        others: Mapping[str, Clip] | None = None,
    ) -> None:
        """
        Args:
            robot: of the clips.
            clips: all that may be played, by name.
            settings: what is turned on.
            window: ticks that a policy which plans ahead does so; 0 where none does.
            others: clips besides that an edit may go over to, with their hubs; none unless given.
        """
        self._editing = Editing(robot, clips, settings, window, others)
        self._preview = ReferencePreview(clips, window) if settings.feel_ground and window else None
        self._belief = GroundBelief(robot) if settings.feel_ground else None
        self._phase, self._grounded = PhaseReset(clips), GroundedReference(robot)
        self._clearance = SwingClearance(clips)
        self._steps = StepAdjustment(robot, clips) if settings.adjust_steps else None
        self._sensed: State | None = None
        self.plan_ahead(window > 0)

    @property
    def ground_at(self) -> GroundAt | None:
        """The ground that is felt, for contact adaptation; None where it is not."""
        return None if self._belief is None else self._belief.ground_at

    @property
    def editing(self) -> Editing:
        """Takes edits of the reference."""
        return self._editing

    def plan_ahead(self, does: bool) -> None:
        """Whether the policy of now plans ahead along the reference; else it knows nothing but the clips."""
        self._plans_ahead = self._editing.allowed = does
        if self._steps is not None:
            self._steps.gain = GAIN_OF_PLANS if does else GAIN

    def rehearse(self, player: ClipPlayer) -> None:
        """Loads the compiled kernels of edits now, not while the robot waits. Does not change the player."""
        self._editing.rehearse(player)

    def reset(self) -> None:
        """A new run begins."""
        self._phase.reset()
        self._grounded.reset()
        self._editing.reset()
        self._sensed = None
        if self._belief is not None:
            self._belief.reset()
        if self._steps is not None:
            self._steps.reset()

    def feel(self, state: State, points: FloatArray, forces: FloatArray) -> None:
        """Takes a tick in, see `GroundBelief.update`. To be called before `advance`."""
        self._sensed = state
        if self._belief is not None:
            self._belief.update(state, points, forces)

    def advance(self, player: ClipPlayer, following: str | None = None) -> None:
        """Takes the player to the next tick.

        Raises:
            ClipError: see `ClipPlayer.advance`.
        """
        if self._belief is None:
            self._editing.advance(player, following)
        else:
            self._phase.advance(player, self._belief.loads, self._belief.climbs, following)

    def reference(self, player: ClipPlayer) -> Reference:
        """What to follow in this tick; the player's clip is moved to the robot if it is to follow it."""
        reference = player.reference()
        if self._steps is not None and self._sensed is not None:
            player.placement = following_placement(self._sensed, reference)
            reference = self._steps.adjust(self._sensed, player.reference())
        if self._belief is None:
            return self._editing.reference(player, reference)
        if self._preview is not None and self._plans_ahead:
            reference = replace(reference, ahead=self._preview.of(reference))
        lift = self._clearance.lift(reference, self._belief.unevenness)
        return self._grounded.place(reference, self._belief, lift)
