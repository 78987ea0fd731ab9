"""Recipes of clips (`config/library.yaml`): a name and what the clip is made from."""

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from biped_control.configuration_file import read_yaml, validated
from biped_control.did_you_mean import did_you_mean
from biped_control.errors import ConfigurationError, MotionError
from biped_control.motion.clip import Clip
from biped_control.motion.clip_name import NAME
from biped_control.motion.clip_recipe import FOLDER, ClipRecipe
from biped_control.motion.gaits.gait_synthesis import SynthesizedWalk, make_synthesized_walk
from biped_control.motion.gaits.run_synthesis import SynthesizedRun, make_synthesized_run
from biped_control.motion.ingredients import Ingredients
from biped_control.motion.moves.jump import JumpRecipe, make_jump
from biped_control.motion.moves.planted_moves import PlantedMoves, make_planted_moves
from biped_control.motion.moves.stand import StandRecipe, make_stand
from biped_control.motion.moves.start_stop_recipe import StartRecipe, StopRecipe, make_start, make_stop
from biped_control.motion.retargeting.capture_recipe import CaptureRecipe, make_capture
from biped_control.motion.spacetime import load_spacetime_settings
from biped_control.motion.steps.step_clip import make_steps
from biped_control.motion.steps.step_recipe import StepRecipe
from biped_control.resources import share_path

if TYPE_CHECKING:
    from biped_control.motion.spacetime import Progress

Maker = Callable[[Ingredients, str, Any, "Progress | None"], Clip]
"""Makes the clip of one kind of recipe: ingredients, its name, the recipe, who hears of the iterations."""

MAKERS: dict[type[ClipRecipe], Maker] = {
    SynthesizedWalk: make_synthesized_walk,
    SynthesizedRun: make_synthesized_run,
    StandRecipe: make_stand,
    PlantedMoves: make_planted_moves,
    JumpRecipe: make_jump,
    StartRecipe: make_start,
    StopRecipe: make_stop,
    StepRecipe: make_steps,
    CaptureRecipe: make_capture,
}
"""Every kind of recipe. A new kind is one line here."""


def load_recipes(path: Path | None = None) -> Mapping[str, ClipRecipe]:
    """Reads recipes by clip name; without a path those that ship with the library.

    Raises:
        ConfigurationError: unreadable, or a value is missing, unknown or out of range; the message names file
            and place.
    """
    path = path or share_path("config/library.yaml")
    content = read_yaml(path)
    if not isinstance(content, dict):
        raise ConfigurationError(f"{path}: expected clip names, each with its recipe below it")
    for name in content:
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise ConfigurationError(
                f"{path}: clip name {name!r}: expected letters, digits, - and _ only, in quotes if it could "
                "be a number"
            )
    return {name: _recipe(path, name, recipe) for name, recipe in content.items()}


def recipe_content(recipe: ClipRecipe, rate_hz: float, needed: Mapping[str, str] | None = None) -> str:
    """Everything besides the robot that a clip of this recipe depends on, as text; equal text, equal clip.

    Args:
        recipe: the recipe.
        rate_hz: control rate.
        needed: digests of the clips that it needs, by name.

    Raises:
        MotionError: a file that it names cannot be read.
    """
    parts = (recipe, *recipe.settings(), load_spacetime_settings())
    return "\n".join(
        [
            repr(float(rate_hz)),
            *(part.model_dump_json() for part in parts),
            *(f"{name} {digest}" for name, digest in sorted((needed or {}).items())),
            *(_file_digest(file) for file in recipe.files()),
        ]
    )


def build_clip(
    ingredients: Ingredients, name: str, recipe: ClipRecipe, progress: "Progress | None" = None
) -> Clip:
    """Makes the clip.

    Raises:
        MotionError: the recipe asks for what the robot cannot do.
    """
    return MAKERS[type(recipe)](ingredients, name, recipe, progress)


def _recipe(path: Path, name: str, content: object) -> ClipRecipe:
    kinds = {get_args(kind.model_fields["source"].annotation)[0]: kind for kind in MAKERS}
    source = content.get("source") if isinstance(content, dict) else None
    if not isinstance(source, str) or source not in kinds:
        meant = did_you_mean(str(source), kinds)
        raise ConfigurationError(
            f"{path}: at '{name}.source': expected one of {', '.join(kinds)} (found {source!r}){meant}"
        )
    return validated(kinds[source], content, str(path), name, {FOLDER: path.parent})


def _file_digest(file: Path) -> str:
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError as error:
        raise MotionError(f"{file}: cannot be read ({error.strerror})") from error
