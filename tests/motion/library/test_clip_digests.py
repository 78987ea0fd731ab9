"""Digests: what a clip depends on, and what it does not."""

from pathlib import Path

import pytest

from biped_control.motion.clip_recipe import ClipRecipe
from biped_control.motion.library import clip_digests
from biped_control.motion.library.clip_digests import ClipDigests
from biped_control.motion.library.clip_folder import ClipFolder
from biped_control.motion.library.recipe_book import RecipeBook
from biped_control.motion.library.recipes import load_recipes
from biped_control.robot.model import RobotModel


class Squat(ClipRecipe):
    start: str = "walk"


WALK = load_recipes()["walk"]
SLOWER = WALK.model_copy(update={"speed_mps": 1.1})


@pytest.fixture
def files(tmp_path: Path) -> ClipFolder:
    return ClipFolder(tmp_path)


def digests(
    files: ClipFolder, walk: ClipRecipe = WALK, robot: str = "robot", rate_hz: float = 120.0
) -> ClipDigests:
    recipes = RecipeBook({"walk": walk, "run": WALK, "squat": Squat()})
    return ClipDigests(robot, rate_hz, recipes, files)


def test_another_recipe_rate_or_robot_is_another_digest(robot: RobotModel, files: ClipFolder) -> None:
    urdf = robot.urdf.replace('mass value="9.01"', 'mass value="9.02"')
    assert urdf != robot.urdf
    heavier = RobotModel.from_urdf(urdf, robot.limbs)
    found = [
        digests(files, robot=robot.fingerprint),
        digests(files, robot=heavier.fingerprint),
        digests(files, SLOWER, robot.fingerprint),
        digests(files, robot=robot.fingerprint, rate_hz=100.0),
    ]
    assert len({each.of("walk") for each in found}) == len(found)
    assert digests(files).of("walk") == digests(files).of("walk")


def test_a_clip_depends_on_what_it_is_made_from(files: ClipFolder) -> None:
    now, then = digests(files), digests(files, SLOWER)
    assert now.of("squat") != then.of("squat")
    assert now.of("run") == then.of("run")


def test_another_name_or_planner_is_another_digest(
    files: ClipFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = digests(files).of_all(["walk", "run"])
    assert before["walk"] != before["run"]
    monkeypatch.setattr(clip_digests, "PLANNER_VERSION", clip_digests.PLANNER_VERSION + 1)
    assert digests(files).of("walk") != before["walk"]


def test_an_import_is_what_its_file_holds(files: ClipFolder) -> None:
    path, known = files.of_import("mine"), digests(files)
    path.write_bytes(b"one")
    first = known.of("mine")
    path.write_bytes(b"two")
    assert known.of("mine") == first, "until it is told"
    known.forget()
    assert known.of("mine") != first
