"""Recipes of clips."""

from pathlib import Path

import pytest
import yaml

from biped_control.errors import ConfigurationError, MotionError
from biped_control.motion.clip_recipe import ClipRecipe, RecipeFile
from biped_control.motion.library.recipes import load_recipes, recipe_content
from biped_control.resources import share_path


def write(tmp_path: Path, **changes: object) -> Path:
    recipe = yaml.safe_load(share_path("config/library.yaml").read_text(encoding="utf-8"))["walk"]
    path = tmp_path / "library.yaml"
    path.write_text(yaml.safe_dump({"stroll": {**recipe, **changes}}), encoding="utf-8")
    return path


def test_recipes_have_names(tmp_path: Path) -> None:
    assert set(load_recipes(write(tmp_path))) == {"stroll"}
    assert "walk" in load_recipes()


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"speed_mps": -1.0}, "stroll.speed_mps"),
        ({"speed_mps": "fast"}, "stroll.speed_mps"),
        ({"source": "magic"}, "stroll.source"),
        ({"hop": 1}, "stroll.hop"),
        ({"toe_off": 0.55, "heel_off": 0.6}, "stroll"),
    ],
)
def test_bad_recipes_name_file_and_place(tmp_path: Path, changes: dict[str, object], place: str) -> None:
    path = write(tmp_path, **changes)
    with pytest.raises(ConfigurationError, match=rf"library.yaml: at '{place}'"):
        load_recipes(path)


def test_text_that_is_no_yaml_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "library.yaml"
    path.write_text("walk: [", encoding="utf-8")
    with pytest.raises(ConfigurationError, match="cannot be read as YAML"):
        load_recipes(path)


@pytest.mark.parametrize("content", ["- walk\n", "walk\n", ""])
def test_a_file_without_clip_names_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "library.yaml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"library.yaml: expected clip names"):
        load_recipes(path)


@pytest.mark.parametrize("name", ["02_01", "my walk", "-x", "null", "''"])
def test_what_cannot_name_a_clip_is_refused(tmp_path: Path, name: str) -> None:
    """Without quotes YAML takes 02_01 for the number 65 in octal digits."""
    path = tmp_path / "library.yaml"
    path.write_text(f"{name}: {{source: synthesized}}\n", encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"library.yaml: clip name .* in quotes"):
        load_recipes(path)


@pytest.mark.parametrize("recipe", [None, "synthesized", ["source"], {"speed_mps": 1.0}])
def test_what_is_no_recipe_is_refused(tmp_path: Path, recipe: object) -> None:
    path = tmp_path / "library.yaml"
    path.write_text(yaml.safe_dump({"stroll": recipe}), encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"at 'stroll.source': expected one of .*synthesized"):
        load_recipes(path)


def test_content_is_everything_a_clip_depends_on(tmp_path: Path) -> None:
    walk = load_recipes()["walk"]
    faster = walk.model_copy(update={"speed_mps": 1.21})
    texts = [
        recipe_content(walk, 120.0),
        recipe_content(faster, 120.0),
        recipe_content(walk, 100.0),
        recipe_content(walk, 120.0, {"run": "0123"}),
        recipe_content(walk, 120.0, {"run": "0124"}),
    ]
    assert len(set(texts)) == len(texts)
    assert recipe_content(walk, 120.0) == recipe_content(walk.model_copy(), 120.0)
    assert recipe_content(walk, 120.0, {"a": "1", "b": "2"}) == recipe_content(
        walk, 120.0, {"b": "2", "a": "1"}
    )


def test_content_of_files_counts_and_not_their_folder(tmp_path: Path) -> None:
    class Captured(ClipRecipe):
        capture: RecipeFile

    texts = []
    for folder, content in (("a", "walk"), ("b", "walk"), ("c", "run")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "take.bvh").write_text(content, encoding="utf-8")
        recipe = Captured.model_validate({"capture": "take.bvh"}, context={"folder": tmp_path / folder})
        texts.append(recipe_content(recipe, 120.0))
    assert texts[0] == texts[1]
    assert texts[0] != texts[2]
    with pytest.raises(MotionError, match=r"gone.bvh: cannot be read"):
        recipe_content(Captured(capture=tmp_path / "gone.bvh"), 120.0)
