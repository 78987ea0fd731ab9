"""All clips that a steered robot can play."""

from dataclasses import replace
from pathlib import Path

import pytest

from biped_control.errors import ClipError
from biped_control.motion.clip_file import load_clip, save_clip
from biped_control.motion.library.clip_library import ClipLibrary
from biped_control.motion.library.recipe_book import RecipeBook
from biped_control.robot.model import RobotModel
from biped_control.steering.repertoire import load_clips, load_repertoire, unbuilt_clips

RATE = 120.0


@pytest.fixture
def library(cut_walk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the cut walk to add to."""
    monkeypatch.setenv("BIPED_LIBRARY", str(tmp_path))
    for path in cut_walk.glob("*.clip.npz"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


def test_everything_that_can_be_reached_and_left_is_in_it(library: Path, robot: RobotModel) -> None:
    repertoire = load_repertoire("one", robot, RATE)
    assert set(repertoire.clips) == {"one", "two", "one_to_two", "two_to_one", "detour"}
    assert set(repertoire.graph.clips) == set(repertoire.clips) - {"detour"}
    assert repertoire.graph.root == "one"
    assert repertoire.lack == "no clip turns: the robot walks straight on, whatever heading is wanted"
    assert unbuilt_clips("one", robot, RATE) == ()


def test_what_does_not_fit_is_left_out(library: Path, robot: RobotModel) -> None:
    detour = load_clip(library / "detour.clip.npz")
    bent = detour.positions.copy()
    bent[0, 10] += 0.1
    save_clip(replace(detour, positions=bent), library / "detour.clip.npz")
    (library / "two_to_one.clip.npz").unlink()
    repertoire = load_repertoire("one", robot, RATE)
    assert set(repertoire.clips) == {"one"}, "nothing leads back from two"


def test_the_programme_repeats_the_beginning(library: Path, robot: RobotModel) -> None:
    steered = load_clips("two", True, robot, RATE)
    assert (steered.first.name, steered.itinerary.leg(7).clip) == ("two", "two")
    assert len(steered.clips) == 5
    assert set(load_clips("two", False, robot, RATE).clips) == {"two"}


@pytest.mark.parametrize("name", ["detour", "nowhere"])
def test_it_begins_in_a_hub(library: Path, robot: RobotModel, name: str) -> None:
    with pytest.raises(ClipError, match=name):
        load_repertoire(name, robot, RATE)


def test_recipes_that_are_not_built_are_named(library: Path, robot: RobotModel, cut_walk: Path) -> None:
    """The walk itself is there, turns and other gaits are not."""
    walk = load_clip(cut_walk / "one.clip.npz")
    entry = ClipLibrary(robot, RATE).entry("walk")
    save_clip(replace(walk, name="walk", start_hub="walk", end_hub="walk"), entry.path)
    unbuilt = unbuilt_clips("walk", robot, RATE)
    assert {"turn_left_90", "stand", "walk_to_stand", "squat"} <= set(unbuilt)
    assert "walk" not in unbuilt
    repertoire = load_repertoire("walk", robot, RATE)
    assert set(repertoire.clips) == {"walk"}
    assert set(repertoire.missing) == set(unbuilt)
    assert "turn_left_90 (it is not built yet)" in repertoire.lack


def test_turns_of_the_shipped_recipes_go_both_ways() -> None:
    """Without a small turn to each side, headings would settle at the smallest turn's error (issue 4)."""
    turns = [getattr(recipe, "turn_deg", 0.0) for recipe in RecipeBook.load().values()]
    assert min(turn for turn in turns if turn > 0.0) <= 15.0
    assert max(turn for turn in turns if turn < 0.0) >= -15.0
