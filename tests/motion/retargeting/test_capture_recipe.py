import shutil

import pytest
import yaml

from biped_control.errors import ConfigurationError, MotionError
from biped_control.motion.clip_recipe import FOLDER
from biped_control.motion.ingredients import Ingredients
from biped_control.motion.library.recipes import load_recipes
from biped_control.motion.retargeting.capture_recipe import CaptureRecipe, make_capture


def _recipes(folder, recipes):
    file = folder / "mine.yaml"
    file.write_text(yaml.safe_dump(recipes))
    return load_recipes(file)


def test_files_are_looked_for_beside_the_recipe(tmp_path):
    recipe = _recipes(tmp_path, {"mine": {"source": "capture", "file": "walks/02_01.amc"}})["mine"]
    assert recipe.file == tmp_path / "walks" / "02_01.amc"
    assert recipe.needs() == ()
    (tmp_path / "walks").mkdir()
    for name in ("02_01.amc", "02.asf"):
        (tmp_path / "walks" / name).touch()
    assert recipe.files() == (tmp_path / "walks" / "02_01.amc", tmp_path / "walks" / "02.asf")


def test_a_turn_needs_its_walk(tmp_path):
    recipes = {"left": {"source": "capture", "file": "turn.bvh", "shows": "turn", "start": "walk"}}
    recipe = _recipes(tmp_path, recipes)["left"]
    assert (recipe.needs(), recipe.hubs()) == (("walk",), ("walk", "walk"))
    for wrong in ({"shows": "turn"}, {"shows": "walk", "start": "walk"}):
        with pytest.raises(ConfigurationError, match=r"mine\.yaml.*needs the walk that it begins from"):
            _recipes(tmp_path, {"left": {"source": "capture", "file": "turn.bvh", **wrong}})


def test_edits_are_checked(tmp_path):
    with pytest.raises(ConfigurationError, match=r"mine\.yaml.*fast\.edit\.speed_mps"):
        _recipes(tmp_path, {"fast": {"source": "capture", "file": "a.bvh", "edit": {"speed_mps": 60.0}}})


def test_a_capture_and_its_turn_from_recipes(robot, mocap, tmp_path):
    shutil.copy(mocap / "accad_bvh" / "Female1_B10_WalkTurnLeft45.bvh", tmp_path / "turn.bvh")
    context = {FOLDER: tmp_path}
    walk = CaptureRecipe.model_validate(
        {"source": "capture", "file": "turn.bvh", "shows": "walk"}, context=context
    )
    clip = make_capture(Ingredients(robot, 120.0, {}), "hers", walk)
    assert (clip.name, clip.cyclic, clip.source) == ("hers", True, "turn.bvh")
    turn = CaptureRecipe.model_validate(
        {"source": "capture", "file": "turn.bvh", "shows": "turn", "start": "hers", "edit": {"turn_deg": 60}},
        context=context,
    )
    turned = make_capture(Ingredients(robot, 120.0, {"hers": clip}), "left60", turn)
    assert (turned.name, turned.start_hub, turned.end_hub) == ("left60", "hers", "hers")
    assert turned.advance.yaw == pytest.approx(1.047, abs=0.05)
    undecided = CaptureRecipe.model_validate({"source": "capture", "file": "turn.bvh"}, context=context)
    with pytest.raises(MotionError, match=r"turn\.bvh: from straight to straight .*'shows: walk'"):
        make_capture(Ingredients(robot, 120.0, {}), "either", undecided)
