"""The motion graph of a library, and the planner that fits to it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from biped_control.errors import ClipError, ConfigurationError
from biped_control.motion.clip import Clip
from biped_control.motion.clip_file import save_clip
from biped_control.motion.library.clip_library import ClipLibrary
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.steering import planner_choice
from biped_control.steering.intent import Intent
from biped_control.steering.library_graph import LibraryGraph, library_graph
from biped_control.steering.planner_choice import planner_for, value_function_path
from biped_control.steering.situation import Situation
from biped_control.steering.steering_settings import load_steering_settings
from biped_control.steering.transition import Transition
from biped_control.steering.transition_model import fit_model
from biped_control.steering.value_file import save_value_function
from biped_control.steering.value_function import solve_value_function

Keep = Callable[..., Clip]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BIPED_LIBRARY", str(tmp_path / "library"))
    monkeypatch.setattr(planner_choice, "_SHIPPED", "config/nothing.npz")
    return tmp_path / "library"


@pytest.fixture
def keep(make_clip: Callable[..., Clip], robot: RobotModel, folder: Path) -> Keep:
    """Makes a clip and keeps it in the library."""

    def keep(name: str, *hubs: str, yaw: float = 0.0, speed: float = 1.0) -> Clip:
        advance = Placement(speed, 0.0, yaw)
        clip = make_clip(name, *hubs, advance=advance, nv=robot.nv, robot=robot.fingerprint, steps=100)
        save_clip(clip, folder / f"{name}.clip.npz")
        return clip

    return keep


@pytest.fixture
def graph_of(keep: Keep, robot: RobotModel) -> Callable[[], LibraryGraph]:
    """A stroll that turns to the left, and reads again what is in the folder."""
    keep("stroll")
    keep("left", "stroll", "stroll", yaw=0.5)
    return lambda: library_graph(ClipLibrary(robot, 120.0, recipes={}), "stroll")


def keep_value_function(library: LibraryGraph) -> None:
    row = Transition("stroll", "", "", "lcp", 1, "", 0.1, 0.1, 0.1, True, 0.0, 0.8)
    rows = [replace(row, clip=name) for name in library.graph.clips for _ in range(50)]
    rules = load_steering_settings().value_function
    function = solve_value_function(fit_model(library.graph, rows, rules), rules)
    save_value_function(function, library.digests, value_function_path())


def test_reads_what_is_there(keep: Keep, graph_of: Callable[[], LibraryGraph], folder: Path) -> None:
    keep("jog", speed=3.0)
    keep("jog_on", "jog", "jog", yaw=0.5)
    keep("hop", "stroll", "stroll")
    keep("circle", yaw=0.5)
    (folder / "broken.clip.npz").write_bytes(b"no clip")
    torn = keep("torn", "stroll", "stroll", yaw=-0.5)
    save_clip(
        replace(torn, positions=torn.positions + np.linspace(0.0, 0.1, 102)[:, None]),
        folder / "torn.clip.npz",
    )
    library = graph_of()
    assert library.graph.clips.keys() == library.digests.keys() == {"stroll", "left"}
    assert library.problems.keys() == {"broken", "torn"}
    assert "does not go on" in library.problems["torn"]
    assert library.left_out == {
        "circle": "it turns for ever",
        "hop": "it leads from 'stroll' to 'stroll' without a turn; played when asked for by name",
        "jog": "no way leads from 'stroll' to 'jog' and back",
        "jog_on": "no way leads from 'stroll' to 'jog' and back",
    }


def test_without_a_root(graph_of: Callable[[], LibraryGraph], robot: RobotModel) -> None:
    with pytest.raises(ClipError, match="no clip 'march'"):
        library_graph(ClipLibrary(robot, 120.0, recipes={}), "march")


def test_recipes_that_are_not_built_are_no_reason_to_wait(
    graph_of: Callable[[], LibraryGraph], robot: RobotModel
) -> None:
    library = library_graph(ClipLibrary(robot, 120.0), "stroll")
    assert library.problems["walk_fast"] == "it is not built yet"
    assert library.graph.clips.keys() == {"stroll", "left"}


def test_value_function_of_this_library(graph_of: Callable[[], LibraryGraph]) -> None:
    keep_value_function(graph_of())
    chosen = planner_for(graph_of())
    assert chosen.planner.name == "value function"
    assert chosen.notes == ()
    assert planner_for(graph_of(), "greedy").planner.name == "greedy"
    with pytest.raises(ConfigurationError, match=r"'wise'.*value_function, greedy"):
        planner_for(graph_of(), "wise")


def test_none_is_there(graph_of: Callable[[], LibraryGraph]) -> None:
    chosen = planner_for(graph_of())
    assert chosen.planner.name == "greedy"
    assert "steering build" in chosen.notes[0]
    assert "nearest heading instead" in chosen.notes[-1]


def test_value_function_of_another_library(keep: Keep, graph_of: Callable[[], LibraryGraph]) -> None:
    keep_value_function(graph_of())
    keep("left", "stroll", "stroll", yaw=0.6)
    chosen = planner_for(graph_of())
    assert chosen.planner.name == "greedy"
    assert "another library (changed: left)" in chosen.notes[0]
    situation = Situation("stroll", 0.0, 0.0, Intent(0.6, 1.0), "stroll")
    assert chosen.planner.choose(situation).clip == "left"


def test_damaged_value_function(graph_of: Callable[[], LibraryGraph]) -> None:
    keep_value_function(graph_of())
    value_function_path().write_bytes(b"damaged")
    chosen = planner_for(graph_of())
    assert chosen.planner.name == "greedy"
    assert "not a readable value function" in chosen.notes[0]


def test_the_shipped_one_in_place_of_a_damaged_one(
    graph_of: Callable[[], LibraryGraph], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    keep_value_function(graph_of())
    shipped = tmp_path / "shipped.npz"
    shipped.write_bytes(value_function_path().read_bytes())
    monkeypatch.setattr("biped_control.steering.planner_choice.share_path", lambda _: shipped)
    value_function_path().write_bytes(b"damaged")
    chosen = planner_for(graph_of())
    assert (chosen.planner.name, chosen.file) == ("value function", shipped)
    damage, instead = chosen.notes
    assert damage == (
        f"{value_function_path()}: not a readable value function (it is no archive of NumPy, or it is cut "
        "off); `biped steering build` makes a new one"
    )
    assert instead == f"the value function that ships steers instead: {shipped}"


def test_clips_that_the_value_function_does_not_know(
    keep: Keep, graph_of: Callable[[], LibraryGraph]
) -> None:
    keep_value_function(graph_of())
    keep("right", "stroll", "stroll", yaw=-0.5)
    chosen = planner_for(graph_of())
    assert chosen.planner.name == "value function"
    assert "will not play: right" in chosen.notes[0]
    situation = Situation("stroll", 0.0, 0.0, Intent(-0.5, 1.0), "stroll")
    assert chosen.planner.choose(situation).clip != "right"
