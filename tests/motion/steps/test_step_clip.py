"""Clips of steps from recipe to dynamics, at half the usual rate: it takes a third of the time."""

import numpy as np
import pytest

from biped_control.errors import MotionError
from biped_control.motion.clip import dynamics_residual
from biped_control.motion.clip_checks import check_clip
from biped_control.motion.gaits.gait_synthesis import make_synthesized_walk
from biped_control.motion.ingredients import Ingredients
from biped_control.motion.library.recipes import load_recipes
from biped_control.motion.steps.step_clip import make_steps, plan_steps
from biped_control.motion.steps.step_recipe import StepRecipe
from biped_control.motion.steps.step_soles import sole_gaps

_RATE = 60.0


@pytest.fixture(scope="module")
def ingredients(robot):
    recipe = load_recipes()["walk"]
    walk = make_synthesized_walk(Ingredients(robot, _RATE, {}), "walk", recipe)
    return Ingredients(robot, _RATE, {"walk": walk})


@pytest.fixture(scope="module", params=["turn_left_45", "turn_right_45"])
def turn(ingredients, request):
    iterations = []
    clip = make_steps(ingredients, request.param, load_recipes()[request.param], iterations.append)
    return clip, iterations


def test_a_turn_obeys_the_dynamics_after_a_few_iterations(robot, turn):
    clip, iterations = turn
    assert dynamics_residual(robot, clip) < 1e-6
    assert len(iterations) <= 10


def test_a_turn_begins_and_ends_in_the_walk(ingredients, turn):
    (clip, _), walk = turn, ingredients.hub("walk")
    assert (clip.start_hub, clip.end_hub, clip.cyclic) == ("walk", "walk", False)
    np.testing.assert_array_equal(clip.positions[:2], walk.positions[:2])
    np.testing.assert_array_equal(clip.positions[-2:], clip.advance.move(walk.positions[:2]))
    assert abs(np.rad2deg(clip.advance.yaw)) == pytest.approx(45.0)
    assert np.sign(clip.advance.yaw) == np.sign(clip.advance.y) == (1.0 if "left" in clip.name else -1.0)


def test_a_turn_passes_all_checks_and_keeps_its_feet_apart(robot, ingredients, turn):
    clip, _ = turn
    check_clip(robot, clip, ingredients.clips).require(clip.name)
    assert sole_gaps(robot, clip.positions).min() > 0.0


@pytest.mark.parametrize("name", ["turn_left_180", "turn_right_180", "long_step", "side_step_left"])
def test_the_hardest_shipped_recipes_can_be_planned_at_this_rate_too(ingredients, name):
    recipe = load_recipes()[name]
    assert isinstance(recipe, StepRecipe)
    plan, motion = plan_steps(ingredients, recipe)
    assert np.rad2deg(plan.advance.yaw) == pytest.approx(recipe.turn_deg)
    assert motion.frames / _RATE <= 5.0


def test_nonsense_is_refused_before_anything_is_optimized(ingredients):
    iterations = []
    recipe = StepRecipe(source="steps", start="walk", end="walk", steps=2, turn_deg=180.0)
    with pytest.raises(
        MotionError, match=r"step 1: at 1\.20 m/s it needs 7\.1 m/s\^2 in a turn of 180 degrees"
    ):
        make_steps(ingredients, "about_face", recipe, iterations.append)
    assert not iterations
