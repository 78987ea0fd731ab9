"""All recipes together: the user's own beside those that ship, and what they need."""

from pathlib import Path
from typing import Literal

import pytest
import yaml

from biped_control.errors import ConfigurationError, MotionError
from biped_control.motion.clip_recipe import ClipRecipe, RecipeFile
from biped_control.motion.library.recipe_book import RecipeBook
from biped_control.motion.library.recipes import load_recipes
from biped_control.resources import share_path


class Cycle(ClipRecipe):
    speed_mps: float = 1.0


class Between(ClipRecipe):
    start: str
    end: str


class Captured(ClipRecipe):
    source: Literal["captured"] = "captured"
    capture: RecipeFile


@pytest.fixture
def own(tmp_path: Path) -> Path:
    walk = yaml.safe_load(share_path("config/library.yaml").read_text(encoding="utf-8"))["walk"]
    path = tmp_path / "mine.yaml"
    content = {"stroll": {**walk, "speed_mps": 0.9}, "walk": {**walk, "speed_mps": 1.1}}
    path.write_text(yaml.safe_dump(content), encoding="utf-8")
    return path


def test_own_recipes_join_and_replace_those_that_ship(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BIPED_RECIPES", raising=False)
    shipped = load_recipes()
    assert dict(RecipeBook.load()) == shipped
    both = RecipeBook.load(own)
    assert set(both) == {*shipped, "stroll"}
    assert len(both) == len(shipped) + 1
    assert both["walk"].model_dump()["speed_mps"] == 1.1
    assert both.where("stroll") == f"{own}: at 'stroll'"
    assert both.where("walk", 1.1) == f"{own}: at 'walk.speed_mps'"
    monkeypatch.setenv("BIPED_RECIPES", str(own))
    assert dict(RecipeBook.load()) == dict(both)


def test_a_circle_is_refused() -> None:
    recipes = {
        "walk": Cycle(),
        "a": Between(start="walk", end="b"),
        "b": Between(start="c", end="walk"),
        "c": Between(start="a", end="walk"),
    }
    with pytest.raises(
        ConfigurationError, match=r"mine.yaml: at '\w\.(start|end)': .* in a circle"
    ) as caught:
        RecipeBook(recipes, dict.fromkeys(recipes, Path("mine.yaml")))
    message = str(caught.value)
    assert any(circle in message for circle in ("a needs b needs c needs a", "b needs c needs a needs b"))
    assert "walk" not in message


def test_missing_and_unfit_hubs(tmp_path: Path) -> None:
    recipes = {
        "walk": Cycle(),
        "turn": Between(start="walk", end="walk"),
        "lost": Between(start="walk", end="wlak"),
        "odd": Between(start="turn", end="walk"),
        "mine": Between(start="02_01", end="walk"),
    }
    book = RecipeBook(recipes, dict.fromkeys(recipes, Path("mine.yaml")))
    book.require_ingredients("walk")
    book.require_ingredients("turn")
    book.require_ingredients("mine", ["02_01"])
    with pytest.raises(
        MotionError,
        match=r"mine.yaml: at 'lost.end': no clip 'wlak' \(did you mean 'walk'\?\); hubs are walk",
    ):
        book.require_ingredients("lost")
    with pytest.raises(MotionError, match=r"mine.yaml: at 'odd.start': clip 'turn' is no cycle"):
        book.require_ingredients("odd")
    with pytest.raises(
        MotionError, match=r"no clip '02_01' \(did you mean '02_02'\?\); hubs are 02_02, walk"
    ):
        book.require_ingredients("mine", ["02_02"])
    with pytest.raises(MotionError, match=r"at 'mine.start': no clip '02_01'; hubs are walk"):
        book.require_ingredients("mine")


def test_files_lie_beside_the_recipes(tmp_path: Path) -> None:
    context = {"folder": tmp_path}
    near = Captured.model_validate({"capture": "walks/02_01.amc"}, context=context)
    assert near.capture == tmp_path / "walks/02_01.amc"
    far = Captured.model_validate(
        {"capture": str(tmp_path / "x.bvh")}, context={"folder": Path("/elsewhere")}
    )
    assert far.capture == tmp_path / "x.bvh"
    assert near.files() == (near.capture,)
    book = RecipeBook({"near": near})
    with pytest.raises(
        MotionError, match=rf"at 'near.capture': no file {near.capture}; a relative path starts"
    ):
        book.require_ingredients("near")
    near.capture.parent.mkdir()
    near.capture.write_text("")
    book.require_ingredients("near")


def test_where_a_recipe_stands_without_a_file() -> None:
    assert RecipeBook({"walk": Cycle()}).where("walk", 1.0) == "at 'walk.speed_mps'"
