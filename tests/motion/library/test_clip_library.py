"""The library: building, caching, importing, refusing. The planner is replaced, it has tests of its own."""

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.errors import ClipError, MotionError
from biped_control.motion.clip import Clip
from biped_control.motion.clip_file import save_clip
from biped_control.motion.clip_recipe import ClipRecipe
from biped_control.motion.gaits.gait_synthesis import SynthesizedWalk
from biped_control.motion.ingredients import Ingredients
from biped_control.motion.library import built_clip
from biped_control.motion.library import clip_library as library
from biped_control.motion.library.clip_library import ClipLibrary
from biped_control.motion.library.recipes import load_recipes
from biped_control.robot.model import RobotModel


class Workshop:
    """Stands in for the planner and counts what is ordered."""

    def __init__(self, walk: Clip) -> None:
        self.walk, self.orders = walk, 0

    def build_clip(
        self,
        ingredients: Ingredients,
        name: str,
        recipe: "SynthesizedWalk | Between",
        progress: object = None,
    ) -> Clip:
        self.orders += 1
        assert set(ingredients.clips) == set(recipe.needs())
        if recipe.speed_mps > 2.0:
            raise MotionError("too fast")
        start, end = recipe.hubs() or (name, name)
        return replace(self.walk, name=name, cyclic=start == name, start_hub=start, end_hub=end)


def named(walk: Clip, name: str, **changes: object) -> Clip:
    return replace(walk, name=name, start_hub=name, end_hub=name, **changes)


@pytest.fixture
def workshop(walk_parts: WalkParts, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    workshop = Workshop(walk_parts.clips["walk"])
    monkeypatch.setattr(library, "build_clip", workshop.build_clip)
    return workshop


@pytest.fixture
def opened(robot: RobotModel, tmp_path: Path) -> ClipLibrary:
    return ClipLibrary(robot, 120.0, tmp_path / "clips", {"walk": load_recipes()["walk"]})


def test_a_recipe_is_built_once(opened: ClipLibrary, workshop: Workshop) -> None:
    assert [(entry.name, entry.ready) for entry in opened.entries()] == [("walk", False)]
    first, second = opened.build("walk"), opened.build("walk")
    assert workshop.orders == 1
    assert (first.cached, second.cached) == (False, True)
    np.testing.assert_array_equal(first.clip.positions, second.clip.positions)
    assert second.seconds_to_build == pytest.approx(first.seconds_to_build, abs=1e-3)
    assert [(entry.name, entry.ready) for entry in opened.entries()] == [("walk", True)]
    opened.build("walk", again=True)
    assert workshop.orders == 2


def test_a_damaged_cache_file_is_built_again(opened: ClipLibrary, workshop: Workshop) -> None:
    opened.build("walk")
    path = opened.entries()[0].path
    path.write_bytes(path.read_bytes()[:1000])
    assert opened.build("walk").cached is False
    assert opened.build("walk").cached is True
    assert workshop.orders == 2


def test_a_cached_clip_that_breaks_a_rule_is_built_again(opened: ClipLibrary, workshop: Workshop) -> None:
    opened.build("walk")
    weak = named(workshop.walk, "walk", torques=0.9 * workshop.walk.torques)
    save_clip(weak, opened.entry("walk").path)
    built = opened.build("walk")
    assert (built.cached, workshop.orders) == (False, 2)
    np.testing.assert_array_equal(built.clip.torques, workshop.walk.torques)
    assert opened.build("walk").cached is True


def test_who_only_loads_judges_nothing(
    opened: ClipLibrary, workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened.build("walk")

    def judged(*_: object) -> None:
        raise AssertionError("the clip was judged")

    monkeypatch.setattr(built_clip, "check_clip", judged)
    assert opened.load("walk").name == "walk"
    with pytest.raises(AssertionError, match="was judged"):
        opened.build("walk")


def test_no_clip_is_left_of_a_build_that_fails(robot: RobotModel, tmp_path: Path, workshop: Workshop) -> None:
    recipes = {"dash": load_recipes()["walk"].model_copy(update={"speed_mps": 2.4})}
    with pytest.raises(MotionError, match="too fast"):
        ClipLibrary(robot, 120.0, tmp_path, recipes).load("dash")
    assert not list(tmp_path.glob("*.npz"))


def test_imported_clips_live_beside_recipes(opened: ClipLibrary, workshop: Workshop) -> None:
    path = opened.add(named(workshop.walk, "02_01", source="02_01.amc"), 3.25)
    assert path == opened.folder / "02_01.clip.npz"
    assert [(entry.name, entry.origin) for entry in opened.entries()] == [
        ("walk", "recipe"),
        ("02_01", "imported"),
    ]
    built = opened.build("02_01")
    assert built.clip.source == "02_01.amc"
    assert built.summary()["seconds_to_build"] == 3.25
    assert {"name", "frames", "residual", "seconds_to_build"} <= set(built.summary())
    assert workshop.orders == 0
    assert sorted(path.name for path in opened.folder.iterdir()) == ["02_01.clip.npz", "02_01.json"]


@pytest.mark.parametrize("name", ["walk", "", "../walk", "a b", ".hidden"])
def test_unusable_names_are_refused(opened: ClipLibrary, workshop: Workshop, name: str) -> None:
    with pytest.raises(ClipError, match="clip name"):
        opened.add(named(workshop.walk, name), 0.0)
    assert not opened.folder.exists()


def test_clips_of_another_robot_or_rate_are_refused(opened: ClipLibrary, workshop: Workshop) -> None:
    with pytest.raises(ClipError, match="made for robot"):
        opened.add(named(workshop.walk, "foreign", robot="0" * 16), 0.0)
    with pytest.raises(ClipError, match="runs at 100 Hz"):
        opened.add(named(workshop.walk, "slow", rate_hz=100.0), 0.0)


def test_clips_that_break_a_rule_are_refused(opened: ClipLibrary, workshop: Workshop) -> None:
    weak = named(workshop.walk, "weak", torques=0.9 * workshop.walk.torques)
    with pytest.raises(MotionError, match="clip 'weak' is not kept: dynamics residual"):
        opened.add(weak, 0.0)
    astray = replace(workshop.walk, name="astray", cyclic=False, start_hub="walk", end_hub="nowhere")
    with pytest.raises(MotionError, match="'astray' cannot be judged without its hub"):
        opened.add(astray, 0.0)
    assert not opened.folder.exists()


def test_an_unknown_name_lists_what_there_is(opened: ClipLibrary, workshop: Workshop) -> None:
    opened.add(named(workshop.walk, "02_01"), 0.0)
    with pytest.raises(ClipError, match=r"no clip 'moonwalk' .* there are walk, 02_01"):
        opened.load("moonwalk")


def test_a_damaged_import_is_an_error(opened: ClipLibrary, workshop: Workshop) -> None:
    path = opened.add(named(workshop.walk, "02_01"), 0.0)
    path.write_bytes(b"nonsense")
    with pytest.raises(ClipError, match=r"02_01.clip.npz: not a readable clip"):
        opened.load("02_01")


def test_a_folder_that_cannot_be_written_is_an_error(
    robot: RobotModel, tmp_path: Path, workshop: Workshop
) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    blocked = ClipLibrary(robot, 120.0, tmp_path / "file" / "clips")
    with pytest.raises(ClipError, match="set BIPED_LIBRARY"):
        blocked.add(named(workshop.walk, "02_01"), 0.0)


class Between(ClipRecipe):
    start: str
    end: str
    speed_mps: float = 1.0


@pytest.fixture
def recipes() -> dict[str, ClipRecipe]:
    walk = load_recipes()["walk"]
    return {
        "walk": walk,
        "run": walk.model_copy(update={"speed_mps": 1.9}),
        "turn": Between(start="walk", end="walk"),
        "speed_up": Between(start="walk", end="run"),
    }


def ready(library: ClipLibrary) -> set[str]:
    return {entry.name for entry in library.entries() if entry.ready}


def test_what_a_clip_needs_is_built_first(
    robot: RobotModel, tmp_path: Path, workshop: Workshop, recipes: dict[str, ClipRecipe]
) -> None:
    opened = ClipLibrary(robot, 120.0, tmp_path, recipes)
    built = opened.build("speed_up")
    assert ready(opened) == {"walk", "run", "speed_up"}
    assert set(built.hubs) == {"walk", "run"}
    assert workshop.orders == 3
    assert (built.clip.start_hub, built.clip.end_hub, built.clip.cyclic) == ("walk", "run", False)
    assert opened.build("speed_up", again=True).cached is False
    assert workshop.orders == 4  # its hubs are left alone


def test_only_what_depends_on_a_change_is_built_anew(
    robot: RobotModel, tmp_path: Path, workshop: Workshop, recipes: dict[str, ClipRecipe]
) -> None:
    opened = ClipLibrary(robot, 120.0, tmp_path, recipes)
    for name in recipes:
        opened.build(name)
    assert ready(opened) == set(recipes)
    faster = recipes | {"run": recipes["run"].model_copy(update={"speed_mps": 1.8})}
    assert ready(ClipLibrary(robot, 120.0, tmp_path, faster)) == {"walk", "turn"}
    slower = recipes | {"walk": recipes["walk"].model_copy(update={"speed_mps": 1.1})}
    assert ready(ClipLibrary(robot, 120.0, tmp_path, slower)) == {"run"}
    assert ready(ClipLibrary(robot, 120.0, tmp_path, recipes)) == set(recipes)


def test_a_clip_that_breaks_a_rule_is_not_kept(
    robot: RobotModel, tmp_path: Path, workshop: Workshop, recipes: dict[str, ClipRecipe]
) -> None:
    workshop.walk = replace(workshop.walk, torques=1.01 * workshop.walk.torques)
    opened = ClipLibrary(robot, 120.0, tmp_path, recipes)
    with pytest.raises(MotionError, match=r"at 'walk': clip 'walk' is not kept: dynamics residual"):
        opened.build("walk")
    assert not list(tmp_path.glob("*.npz"))
    entries = {entry.name: entry for entry in opened.entries()}
    assert "dynamics residual" in entries["walk"].problem
    assert entries["run"].problem == ""
    assert entries["turn"].problem.startswith("at 'turn.start': clip 'walk' cannot be built: at 'walk': ")


def test_the_last_good_clip_serves_while_its_recipe_fails(
    robot: RobotModel,
    tmp_path: Path,
    workshop: Workshop,
    recipes: dict[str, ClipRecipe],
    caplog: pytest.LogCaptureFixture,
) -> None:
    first = ClipLibrary(robot, 120.0, tmp_path, recipes)
    for name in recipes:
        first.build(name)
    good = first.entry("run").path
    orders = workshop.orders
    too_fast = recipes | {"run": recipes["run"].model_copy(update={"speed_mps": 2.4})}
    second = ClipLibrary(robot, 120.0, tmp_path, too_fast)
    with pytest.raises(MotionError, match="at 'run': too fast"):
        second.build("run")
    entry = second.entry("run")
    assert (entry.ready, entry.stale) == (False, good)
    assert entry.problem == "at 'run': too fast"
    assert second.load("run").name == "run"
    assert "too fast" in caplog.text
    assert str(good) in caplog.text
    assert second.load("speed_up").name == "speed_up"  # was made from that run, too
    assert workshop.orders == orders + 1  # what has failed is not tried on every use ...
    with pytest.raises(MotionError, match="too fast"):
        second.build("speed_up")  # ... only when it is asked for
    assert workshop.orders == orders + 2
    assert second.read(entry).stale
    assert second.read(second.entry("walk")).stale is False


def test_the_last_good_clip_must_fit_its_hubs(
    robot: RobotModel, tmp_path: Path, workshop: Workshop, recipes: dict[str, ClipRecipe]
) -> None:
    first = ClipLibrary(robot, 120.0, tmp_path, recipes)
    first.build("turn")
    changed = {
        "walk": recipes["walk"].model_copy(update={"speed_mps": 1.1}),
        "turn": Between(start="walk", end="walk", speed_mps=2.1),
    }
    second = ClipLibrary(robot, 120.0, tmp_path, changed)
    with pytest.raises(MotionError, match=r"too fast; the last good one .* does not fit clip 'walk' of now"):
        second.load("turn")


def test_a_failed_second_attempt_costs_nothing(
    robot: RobotModel, tmp_path: Path, workshop: Workshop, recipes: dict[str, ClipRecipe]
) -> None:
    opened = ClipLibrary(robot, 120.0, tmp_path, recipes)
    seconds = opened.build("walk").seconds_to_build
    workshop.walk = replace(workshop.walk, torques=1.01 * workshop.walk.torques)
    with pytest.raises(MotionError, match="dynamics residual"):
        opened.build("walk", again=True)
    entry = opened.entry("walk")
    assert entry.ready
    assert "dynamics residual" in entry.problem
    assert opened.read(entry).seconds_to_build == seconds
    assert opened.load("walk").name == "walk"


def test_recipes_that_lack_something_are_listed_with_the_others(
    robot: RobotModel, tmp_path: Path, workshop: Workshop, recipes: dict[str, ClipRecipe]
) -> None:
    opened = ClipLibrary(robot, 120.0, tmp_path, recipes | {"lost": Between(start="walk", end="wlak")})
    lost = opened.entry("lost")
    assert (lost.ready, lost.stale) == (False, None)
    assert lost.problem.startswith("at 'lost.end': no clip 'wlak'")
    with pytest.raises(MotionError, match="no clip 'wlak'"):
        opened.load("lost")
    assert opened.build("walk").clip.name == "walk"


def test_clips_between_hubs_can_be_imported(robot: RobotModel, cut_walk: Path) -> None:
    opened = ClipLibrary(robot, 120.0, cut_walk, {})
    built = opened.build("one_to_two")
    assert set(built.hubs) == {"one", "two"}
    assert built.checks.passed
    assert built.summary()["turn_deg"] == 0.0


def test_a_clip_whose_hub_is_gone_cannot_be_judged(robot: RobotModel, cut_walk: Path, tmp_path: Path) -> None:
    shutil.copy(cut_walk / "detour.clip.npz", tmp_path)
    opened = ClipLibrary(robot, 120.0, tmp_path, {})
    with pytest.raises(MotionError, match="'detour' cannot be judged without its hub 'one'"):
        opened.build("detour").summary()
