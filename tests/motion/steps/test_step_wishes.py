import numpy as np
import pytest

from biped_control.motion.steps.step_recipe import StepRecipe
from biped_control.motion.steps.step_wishes import wanted_steps
from biped_control.robot.model import GRAVITY


@pytest.fixture
def wanted(templates):
    def make(**fields):
        content = {"source": "steps", "start": "walk", "end": "walk", "steps": 4} | fields
        recipe = StepRecipe.model_validate(content)
        return wanted_steps(recipe, templates[recipe.start], templates[recipe.end], 120.0)

    return make


def test_plain_steps(wanted, templates):
    walk, wishes = templates["walk"], wanted()
    np.testing.assert_allclose(wishes.lengths, walk.step)
    np.testing.assert_allclose(wishes.beats, np.arange(5) * walk.beat)
    np.testing.assert_array_equal(wishes.headings, 0.0)
    np.testing.assert_allclose(wishes.speeds, walk.step / walk.beat)


def test_the_pendulum_is_as_long_as_the_walker_is_high(wanted, templates):
    seconds = wanted().pendulum / 120.0
    assert GRAVITY * seconds**2 == pytest.approx(templates["walk"].height)
    assert 0.85 < templates["walk"].height < 1.0


def test_changed_steps_are_those_before_the_last(wanted, templates):
    step = templates["walk"].step
    np.testing.assert_allclose(wanted(step_change_m=-0.1).lengths, [step, *[step - 0.1] * 3, step])


def test_a_turn_keeps_the_first_and_the_last_heading_twice(wanted):
    headings = np.rad2deg(wanted(turn_deg=45.0).headings)
    assert headings[0] == headings[1] == 0.0
    assert headings[-1] == pytest.approx(45.0)
    assert headings[-2] == pytest.approx(45.0)
    np.testing.assert_allclose(np.diff(headings)[1:4], 45.0 * np.array([1, 2, 1]) / 4)
