"""What is known of clips before any is loaded."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.errors import ClipError
from biped_control.motion.clip_file import save_clip
from biped_control.motion.clip_recipe import ClipRecipe
from biped_control.motion.library.catalogue import Catalogue
from biped_control.motion.library.recipes import load_recipes
from biped_control.robot.model import RobotModel


class Between(ClipRecipe):
    start: str
    end: str
    speed_mps: float = 1.0


@pytest.fixture
def opened(robot: RobotModel, tmp_path: Path) -> Catalogue:
    return Catalogue(robot, 120.0, tmp_path / "clips", {"walk": load_recipes()["walk"]})


def test_an_unknown_name_that_is_almost_right(opened: Catalogue) -> None:
    with pytest.raises(ClipError, match=r"no clip 'wakl' .* \(did you mean 'walk'\?\); there are walk\."):
        opened.entry("wakl")


def test_an_import_that_cannot_be_read_is_listed(opened: Catalogue) -> None:
    (opened.folder / "odd.clip.npz").mkdir(parents=True)
    assert [entry.name for entry in opened.entries()] == ["walk", "odd"]
    with pytest.raises(ClipError, match=r"odd.clip.npz: not a readable clip file"):
        opened.hubs(opened.entry("odd"))


def test_who_uses_a_clip(robot: RobotModel, cut_walk: Path, tmp_path: Path) -> None:
    for name in ("one", "one_to_two", "detour"):
        shutil.copy(cut_walk / f"{name}.clip.npz", tmp_path)
    (tmp_path / "odd.clip.npz").write_bytes(b"nonsense")
    opened = Catalogue(robot, 120.0, tmp_path, {"turn": Between(start="one", end="two")})
    assert opened.users("one") == ["detour", "one_to_two", "turn"]
    assert opened.users("turn") == []


def test_hubs_are_known_before_anything_is_built(
    robot: RobotModel, tmp_path: Path, walk_parts: WalkParts
) -> None:
    folder = tmp_path / "clips"

    class FromStand(ClipRecipe):
        start: str

    recipes = {
        "walk": ClipRecipe(),
        "speed_up": Between(start="walk", end="run"),
        "squat": FromStand(start="stand"),
    }
    assert recipes["squat"].needs() == ("stand",)
    opened = Catalogue(robot, 120.0, folder, recipes)
    mine = replace(walk_parts.clips["walk"], name="mine", cyclic=False, start_hub="run", end_hub="walk")
    save_clip(mine, folder / "mine.clip.npz")
    hubs = {entry.name: opened.hubs(entry) for entry in opened.entries()}
    assert hubs == {
        "walk": ("walk", "walk"),
        "speed_up": ("walk", "run"),
        "squat": ("stand", "stand"),
        "mine": ("run", "walk"),
    }
