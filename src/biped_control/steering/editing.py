"""Whether the reference may be edited."""

from collections.abc import Iterable, Mapping
from contextlib import suppress

from biped_control.errors import MotionError
from biped_control.motion.clip import Clip
from biped_control.motion.editing.edit import ReferenceEdit
from biped_control.motion.editing.edited_reference import ReferenceEditor
from biped_control.motion.reference import Reference
from biped_control.robot.model import RobotModel
from biped_control.settings import ControlSettings
from biped_control.steering.clip_player import ClipPlayer

_REHEARSED = ReferenceEdit(tempo=1.0, hands_m=0.01)
"""Asks for the kernels of legs and of arms; forces that a motion needs are found with those of arms."""


class Editing:
    """Edits the references of a player, if policy and settings allow it; nothing is edited at first.

    Attributes:
        allowed: the policy plans ahead along the reference; another knows nothing but the clips.
    """

    def __init__(
        self,
        robot: RobotModel,
        clips: Mapping[str, Clip],
        settings: ControlSettings,
        window: int,
        others: Mapping[str, Clip] | None = None,
    ) -> None:
        """
        Args:
            robot: of the clips.
            clips: all that may be played, by name.
            settings: whether something else moves the reference already.
            window: ticks that a policy which plans ahead does so; 0 where none does.
            others: clips besides that an edit may go over to, with their hubs; none unless given.
        """
        self._robot, self._clips, self._settings, self._window = robot, clips, settings, window
        self._others = dict(others or {})
        self.allowed = window > 0
        self._editor: ReferenceEditor | None = None

    @property
    def goes_over(self) -> bool:
        """Whether another clip is to take over as soon as it fits: until then nobody else may choose one."""
        return self._editor is not None and self._editor.change is not None

    @property
    def gone_over(self) -> bool:
        """Whether one has: an itinerary is of no use any more."""
        return self._editor is not None and self._editor.gone_over

    def reset(self) -> None:
        """A new run begins, as the clips say."""
        self._editor = None

    def check(self, edits: Iterable[ReferenceEdit], player: ClipPlayer) -> None:
        """Tries edits one after the other, without doing them.

        When a clip can take over is not known before; from then on its hub is what is edited.

        Raises:
            MotionError: see `edit`.
        """
        tried: ReferenceEditor | None = None
        for edit in edits:
            self._require_allowed(edit)
            tried = tried or self._new_editor()
            if edit.clip is not None:
                player = ClipPlayer({**self._others, **self._clips}, tried.named(edit.clip).name)
            tried.edit(edit.model_copy(update={"clip": None}), player)

    def rehearse(self, player: ClipPlayer) -> None:
        """Loads the compiled kernels, whether or not edits are allowed."""
        with suppress(MotionError):  # a robot that cannot be edited may still walk; edits will say why
            self._new_editor().edit(_REHEARSED, player)

    def edit(self, edit: ReferenceEdit, player: ClipPlayer) -> str:
        """Edits from now on: all of it or, where it raises, nothing.

        Returns:
            What it will come to, for people.

        Raises:
            MotionError: the policy or the settings do not allow it (taking edits back is always allowed), or
                see `ReferenceEditor.edit`.
        """
        self._require_allowed(edit)
        editor = self._editor or self._new_editor()
        words = editor.edit(edit, player)
        self._editor = editor
        return words

    def advance(self, player: ClipPlayer, following: str | None) -> None:
        """Takes the player to the next tick.

        Raises:
            ClipError: see `ClipPlayer.advance`.
        """
        if self._editor is None:
            player.advance(following)
        else:
            self._editor.advance(player, lambda: player.advance(following))

    def reference(self, player: ClipPlayer, planned: Reference) -> Reference:
        """What to follow instead of what is planned."""
        return planned if self._editor is None else self._editor.reference(player, planned)

    def _require_allowed(self, edit: ReferenceEdit) -> None:
        if self._editor is not None and edit.takes_back:
            return  # else nobody could, once a policy that knows the clips alone has come in between
        if not self.allowed:
            raise MotionError(
                "the policy has gains for the clips as they are; choose policy 'modal' to edit the reference"
            )
        if self._settings.feel_ground or self._settings.adjust_steps:
            raise MotionError(
                "references that feel the ground or adjust their steps cannot be edited; turn feel_ground "
                "and adjust_steps off"
            )

    def _new_editor(self) -> ReferenceEditor:
        clips = {**self._others, **self._clips}
        return ReferenceEditor(self._robot, clips, self._window, self._settings.friction, self._clips)
