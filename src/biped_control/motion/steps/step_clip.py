"""Clips made of steps between two gait cycles: turns, side steps, other strides, changes of speed or gait."""

from typing import TYPE_CHECKING

from biped_control.motion.clip import Clip
from biped_control.motion.ingredients import Ingredients
from biped_control.motion.kinematic_motion import KinematicMotion
from biped_control.motion.spacetime import load_spacetime_settings
from biped_control.motion.steps.step_recipe import StepRecipe

if TYPE_CHECKING:
    from biped_control.motion.spacetime import Progress
    from biped_control.motion.steps.footsteps import FootstepPlan


def make_steps(
    ingredients: Ingredients, name: str, recipe: StepRecipe, progress: "Progress | None" = None
) -> Clip:
    """The clip of a recipe.

    Raises:
        MotionError: the hubs do not walk straight ahead, or the robot cannot walk such steps; the message
            says which one, what it needs and what is possible.
    """
    from biped_control.motion.spacetime import optimize_between  # slow to import

    plan, motion = plan_steps(ingredients, recipe)
    start, end = ingredients.hub(recipe.start), ingredients.hub(recipe.end)
    return optimize_between(ingredients.robot, motion, start, end, plan.advance, name, progress=progress)


def plan_steps(ingredients: Ingredients, recipe: StepRecipe) -> "tuple[FootstepPlan, KinematicMotion]":
    """The footsteps of a recipe and the motion that steps in them, checked but not yet dynamic.

    Raises:
        MotionError: see `make_steps`.
    """
    # Slow to import, and nodes that only play clips need none of it.
    from biped_control.motion.steps.footsteps import plan_footsteps
    from biped_control.motion.steps.step_checks import require_friction, require_room
    from biped_control.motion.steps.step_motion import step_motion
    from biped_control.motion.steps.step_template import gait_template
    from biped_control.motion.steps.step_wishes import wanted_steps

    robot, settings = ingredients.robot, load_spacetime_settings()
    start, end = (gait_template(robot, ingredients.hub(name)) for name in (recipe.start, recipe.end))
    wanted = wanted_steps(recipe, start, end, ingredients.rate_hz)
    require_friction(wanted, ingredients.rate_hz, settings.friction_forward, settings.friction_lateral)
    plan = plan_footsteps(recipe, wanted, start, end, ingredients.rate_hz)
    source = f"{recipe.steps} steps from {recipe.start} to {recipe.end}"
    motion = step_motion(robot, plan, ingredients.rate_hz, source)
    require_room(robot, plan, motion.positions)
    return plan, motion
