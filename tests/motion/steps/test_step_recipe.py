import pytest
from pydantic import ValidationError

from biped_control.motion.steps.step_recipe import StepRecipe


def _recipe(**fields):
    return StepRecipe.model_validate({"source": "steps", "start": "walk", "end": "walk", "steps": 4} | fields)


def test_it_needs_its_hubs_each_once():
    assert _recipe().needs() == ("walk",)
    assert _recipe(end="run").needs() == ("walk", "run")
    assert _recipe(end="run").hubs() == ("walk", "run")


def test_where_plain_steps_and_moves_end_is_fixed_where_others_end_is_not():
    assert _recipe().move == (0.0, 0.0)
    assert _recipe(forward_m=-0.15, sideways_m=0.2).move == (-0.15, 0.2)
    assert _recipe(turn_deg=15.0).move is None
    assert _recipe(end="run").move is None


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"steps": 3}, "steps"),
        ({"steps": 0}, "steps"),
        ({"turn_deg": 30.0, "sideways_m": 0.1}, "turn or a move"),
        ({"turn_deg": 30.0, "forward_m": 0.1}, "turn or a move"),
        ({"turn": 30.0}, "turn"),
        ({"lift_m": -0.1}, "lift_m"),
    ],
)
def test_contradictions_and_misspelt_fields_are_refused(fields, word):
    with pytest.raises(ValidationError, match=word):
        _recipe(**fields)
