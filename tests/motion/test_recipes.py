"""Recipes of clips."""

from pathlib import Path

import pytest
import yaml

from biped_control.errors import ConfigurationError
from biped_control.motion.recipes import load_recipes, recipe_content
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


def test_recipe_content_change_with_the_recipe_and_the_rate(tmp_path: Path) -> None:
    walk = load_recipes()["walk"]
    faster = walk.model_copy(update={"speed_mps": walk.speed_mps + 0.01})
    texts = {recipe_content(walk, 120.0), recipe_content(faster, 120.0), recipe_content(walk, 100.0)}
    assert len(texts) == 3
    assert recipe_content(walk, 120.0) == recipe_content(walk.model_copy(), 120.0)
