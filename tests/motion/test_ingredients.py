"""What the makers of clips work with."""

from dataclasses import replace

import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.errors import MotionError
from biped_control.motion.ingredients import Ingredients


def test_hubs_are_cyclic_clips_that_the_recipe_asked_for(walk_parts: WalkParts) -> None:
    walk = walk_parts.clips["walk"]
    turn = replace(walk, name="turn", cyclic=False)
    ingredients = Ingredients(walk_parts.robot, 120.0, {"walk": walk, "turn": turn})
    assert ingredients.hub("walk") is walk
    with pytest.raises(MotionError, match="'turn' cannot be a start or end"):
        ingredients.hub("turn")
    with pytest.raises(MotionError, match="needs clip 'run', which its recipe does not name"):
        ingredients.hub("run")
