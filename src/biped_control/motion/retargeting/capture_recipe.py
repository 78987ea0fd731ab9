"""Recipe of a clip that is made of a motion capture."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import Field, model_validator

from biped_control.errors import CaptureError, MotionError
from biped_control.motion.clip import Clip
from biped_control.motion.clip_recipe import ClipRecipe, RecipeFile
from biped_control.motion.ingredients import Ingredients
from biped_control.motion.retargeting.capture_edit import CaptureEdit
from biped_control.motion.retargeting.take_kinds import TakeKind

if TYPE_CHECKING:
    from biped_control.motion.spacetime import Progress


class CaptureRecipe(ClipRecipe):
    """A capture, possibly edited. A turn between straight walks names the one that it begins and ends with.

    Attributes:
        file: the capture; a relative path starts from the folder of the recipe file.
        asf: skeleton of an AMC file; by default the one beside it.
        capture_rate_hz: frames per second of a format that does not state it.
        shows: what is to be taken from the capture; by default it is found out.
        start: hub of a turn; None makes a cyclic clip.
        edit: what shall be otherwise than captured.
    """

    source: Literal["capture"]
    file: RecipeFile
    asf: RecipeFile | None = None
    capture_rate_hz: float | None = Field(default=None, gt=0.0)
    shows: TakeKind | None = None
    start: str | None = None
    edit: CaptureEdit = CaptureEdit()

    @model_validator(mode="after")
    def _turns_have_a_hub(self) -> "CaptureRecipe":
        if (self.shows == "turn") != (self.start is not None):
            raise ValueError(
                "a turn (shows: turn) needs the walk that it begins from (start), others have none"
            )
        return self

    def files(self) -> tuple[Path, ...]:
        """The capture and its skeleton, also one that is found by its name."""
        if self.asf is None and self.file.suffix.lower() == ".amc":
            from biped_control.motion.readers.asf_amc import find_asf  # slow to import

            with suppress(CaptureError):  # making the clip will tell
                return (self.file, find_asf(self.file))
        return super().files()

    def expected_work(self) -> float:
        """A turn lasts several cycles."""
        return 3.0 if self.shows == "turn" else 1.0


def make_capture(
    ingredients: Ingredients, name: str, recipe: CaptureRecipe, progress: "Progress | None" = None
) -> Clip:
    """The clip of a recipe.

    Raises:
        CaptureError: the file cannot be read.
        MotionError: it does not show what the recipe says, or the robot cannot do it.
    """
    # Slow to import, and of no use to who only plays clips.
    from biped_control.motion.captures.landmarks import find_landmarks
    from biped_control.motion.readers import read_capture
    from biped_control.motion.retargeting.captured_clips import gait_clip, prepare_take, turn_clip
    from biped_control.motion.retargeting.retargeting import retarget

    robot = ingredients.robot
    landmarks = find_landmarks(read_capture(recipe.file, recipe.asf, recipe.capture_rate_hz))
    prepared = prepare_take(landmarks, robot, ingredients.rate_hz, recipe.shows, recipe.edit)
    if recipe.start is not None:
        return turn_clip(robot, prepared, ingredients.hub(recipe.start), name, progress)[1]
    if prepared.take.turn is not None:
        raise MotionError(
            f"{recipe.file}: {prepared.take.why}; say what the recipe wants of it: 'shows: walk' for "
            "the straight part, or 'shows: turn' with the walk to begin from as 'start'"
        )
    retargeted = retarget(prepared.take.cycle, robot, prepared.clean.landmarks.leg_length)
    return gait_clip(robot, prepared.take, retargeted, name, progress)
