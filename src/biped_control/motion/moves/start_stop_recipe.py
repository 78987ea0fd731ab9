"""Recipes of clips that begin to walk, and of clips that come to a stand."""

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from biped_control.motion.clip import Clip
from biped_control.motion.clip_recipe import ClipRecipe
from biped_control.motion.ingredients import Ingredients
from biped_control.motion.moves.stand import footholds_of
from biped_control.motion.optimization_changes import OptimizationChanges

if TYPE_CHECKING:
    from biped_control.motion.moves.start_stop_plan import StartStopPlan
    from biped_control.motion.spacetime import Progress


class StartRecipe(ClipRecipe):
    """Recipe of a start.

    Attributes:
        start, end: the stand and the walk.
        shift_s: time until the left foot leaves the ground.
        first_step_m: its step; the right foot's is already that of the walk.
        optimization: what its optimization does otherwise.
    """

    source: Literal["start_walking"]
    start: str
    end: str
    shift_s: float = Field(gt=0.1, le=3.0)
    first_step_m: float = Field(gt=0.0, le=1.5)
    optimization: OptimizationChanges = OptimizationChanges()


class StopRecipe(ClipRecipe):
    """Recipe of a stop.

    Attributes:
        start, end: the walk and the stand.
        last_step_m: step of the left foot; then the right one comes beside it.
        rest_s: from there to the end of the clip.
        optimization: what its optimization does otherwise.
    """

    source: Literal["stop_walking"]
    start: str
    end: str
    last_step_m: float = Field(gt=0.0, le=1.5)
    rest_s: float = Field(gt=0.1, le=3.0)
    optimization: OptimizationChanges = OptimizationChanges()


def make_start(
    ingredients: Ingredients, name: str, recipe: StartRecipe, progress: "Progress | None" = None
) -> Clip:
    """The clip of a recipe.

    Raises:
        MotionError: a hub is no stand or no straight walk, or the robot cannot start like that.
    """
    # Slow to import, and nodes that only play clips need none of it.
    from biped_control.motion.moves.start_stop_plan import plan_start
    from biped_control.motion.steps.step_template import gait_template

    robot, stand, walk = ingredients.robot, ingredients.hub(recipe.start), ingredients.hub(recipe.end)
    shift = round(recipe.shift_s * ingredients.rate_hz)
    plan = plan_start(gait_template(robot, walk), footholds_of(robot, stand), shift, recipe.first_step_m)
    return _optimized(ingredients, name, plan, (stand, walk), recipe.optimization, progress)


def make_stop(
    ingredients: Ingredients, name: str, recipe: StopRecipe, progress: "Progress | None" = None
) -> Clip:
    """The clip of a recipe.

    Raises:
        MotionError: a hub is no stand or no straight walk, or the robot cannot stop like that.
    """
    # See above.
    from biped_control.motion.moves.start_stop_plan import plan_stop
    from biped_control.motion.steps.step_template import gait_template

    robot, walk, stand = ingredients.robot, ingredients.hub(recipe.start), ingredients.hub(recipe.end)
    rest = round(recipe.rest_s * ingredients.rate_hz)
    plan = plan_stop(gait_template(robot, walk), footholds_of(robot, stand), rest, recipe.last_step_m)
    return _optimized(ingredients, name, plan, (walk, stand), recipe.optimization, progress)


def _optimized(
    ingredients: Ingredients,
    name: str,
    plan: "StartStopPlan",
    hubs: tuple[Clip, Clip],
    changes: OptimizationChanges,
    progress: "Progress | None",
) -> Clip:
    from biped_control.motion.moves.start_stop import start_stop_motion
    from biped_control.motion.spacetime import optimize_between

    motion = start_stop_motion(ingredients.robot, plan, hubs)
    return optimize_between(ingredients.robot, motion, *hubs, plan.advance, name, changes.applied(), progress)
