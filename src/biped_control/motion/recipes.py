"""Recipes of clips (`config/library.yaml`): a name and what the clip is made from."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError

from biped_control.configuration_file import explain, read_yaml
from biped_control.motion.clip import Clip
from biped_control.motion.gait_norms import load_gait_norms
from biped_control.motion.gait_synthesis import SynthesizedWalk, synthesize_walk
from biped_control.motion.spacetime import load_spacetime_settings
from biped_control.resources import share_path
from biped_control.robot.model import RobotModel

if TYPE_CHECKING:
    from biped_control.motion.spacetime import Progress

Recipe = SynthesizedWalk

_RECIPES: TypeAdapter[dict[str, Recipe]] = TypeAdapter(dict[str, Recipe])


def load_recipes(path: Path | None = None) -> Mapping[str, Recipe]:
    """Reads recipes by clip name; without a path those that ship with the library.

    Raises:
        ConfigurationError: unreadable, or a value is missing, unknown or out of range; the message names file
            and place.
    """
    path = path or share_path("config/library.yaml")
    try:
        return _RECIPES.validate_python(read_yaml(path))
    except ValidationError as error:
        raise explain(error, str(path)) from error


def recipe_content(recipe: Recipe, rate_hz: float) -> str:
    """Everything besides the robot that a clip of this recipe depends on, as text; equal text, equal clip."""
    parts = (recipe, load_gait_norms(), load_spacetime_settings())
    return "\n".join([repr(float(rate_hz)), *(part.model_dump_json() for part in parts)])


def build_clip(
    robot: RobotModel, name: str, recipe: Recipe, rate_hz: float, progress: "Progress | None" = None
) -> Clip:
    """Makes the clip.

    Raises:
        MotionError: the recipe asks for what the robot cannot do.
    """
    from biped_control.motion.spacetime import optimize_cycle  # slow to import

    cycle = synthesize_walk(robot, recipe, load_gait_norms(), rate_hz)
    return optimize_cycle(robot, cycle, name, progress=progress)
