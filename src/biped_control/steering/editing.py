"""Whether the reference may be edited, and the ground that an edit tells of."""

from collections.abc import Iterable, Mapping

import numpy as np

from biped_control.contact.constraints import Ground, GroundAt
from biped_control.errors import MotionError
from biped_control.motion.clip import Clip
from biped_control.motion.editing.edit import ReferenceEdit
from biped_control.motion.editing.edited_reference import ReferenceEditor
from biped_control.motion.reference import Reference
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray
from biped_control.settings import ControlSettings
from biped_control.steering.clip_player import ClipPlayer


class Editing:
    """Edits the references of a player, if policy and settings allow it; nothing is edited at first."""

    def __init__(
        self, robot: RobotModel, clips: Mapping[str, Clip], settings: ControlSettings, window: int
    ) -> None:
        """
        Args:
            robot: of the clips.
            clips: all that may be played, by name.
            settings: whether something else moves the reference already.
            window: ticks that the policy plans ahead; 0 if it knows nothing but the clips.
        """
        self._robot, self._clips, self._settings, self._window = robot, clips, settings, window
        self._editor: ReferenceEditor | None = None

    def reset(self) -> None:
        """A new run begins, as the clips say."""
        self._editor = None

    def check(self, edits: Iterable[ReferenceEdit], player: ClipPlayer) -> None:
        """Tries edits one after the other, without doing them.

        Raises:
            MotionError: see `edit`.
        """
        tried: ReferenceEditor | None = None
        for edit in edits:
            tried = tried or self._new_editor()
            tried.edit(edit, player)

    def edit(self, edit: ReferenceEdit, player: ClipPlayer) -> None:
        """Edits from now on: all of it or, where it raises, nothing.

        Raises:
            MotionError: the policy or the settings do not allow it, or see `ReferenceEditor.edit`.
        """
        editor = self._editor or self._new_editor()
        editor.edit(edit, player)
        self._editor = editor

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

    @property
    def ground_at(self) -> GroundAt | None:
        """For contact adaptation; None as long as no edit has told of a slope."""
        return None if self._editor is None or self._editor.ramps.level else self._ground

    def _ground(self, points: FloatArray) -> Ground:
        assert self._editor is not None
        ramps = self._editor.ramps
        heights = np.array([ramps.height(point[:2]) for point in points])
        slopes = np.array([ramps.slope(point[:2]) for point in points])
        normals = np.column_stack([-slopes, np.ones(len(points))])
        return Ground(heights, normals / np.linalg.norm(normals, axis=1, keepdims=True))

    def _new_editor(self) -> ReferenceEditor:
        if self._window == 0:
            raise MotionError(
                "the policy has gains for the clips as they are; choose policy 'modal' to edit the reference"
            )
        if self._settings.feel_ground or self._settings.adjust_steps:
            raise MotionError(
                "references that feel the ground or adjust their steps cannot be edited; turn feel_ground "
                "and adjust_steps off"
            )
        return ReferenceEditor(self._robot, self._clips, self._window, self._settings.friction)
