"""The planner that looks one clip ahead."""

from collections.abc import Callable
from math import degrees, radians, remainder

import pytest

from biped_control.errors import ClipError
from biped_control.motion.clip import Clip
from biped_control.steering.greedy import GreedyPlanner
from biped_control.steering.intent import Intent
from biped_control.steering.motion_graph import MotionGraph, motion_graph
from biped_control.steering.situation import Situation


@pytest.fixture
def graph(steering_clips: dict[str, Clip]) -> MotionGraph:
    return motion_graph(steering_clips.values(), "walk")


def chosen(graph: MotionGraph, hub: str, wanted: str, error_deg: float | None) -> str:
    heading = None if error_deg is None else radians(error_deg) + 0.7
    intent = Intent(heading, graph.hubs[wanted])
    return GreedyPlanner(graph).choose(Situation(hub, 0.7, 0.0, intent, wanted)).clip


@pytest.mark.parametrize(
    ("hub", "wanted", "error_deg", "clip"),
    [
        ("walk", "walk", 0.0, "walk"),
        ("walk", "walk", None, "walk"),
        ("walk", "walk", 14.0, "walk"),  # a turn would leave more
        ("walk", "walk", 16.0, "left"),
        ("walk", "walk", -16.0, "right"),
        ("walk", "walk", 179.0, "left"),
        ("walk", "run", 90.0, "left"),  # turns first
        ("walk", "run", 5.0, "start_run"),
        ("run", "run", 5.0, "run"),
        ("run", "run", 90.0, "end_run"),  # a run cannot turn
        ("walk", "stand", 90.0, "stop"),  # who wants to stand is not turned first
        ("run", "stand", 90.0, "end_run"),
        ("stand", "stand", 90.0, "stand"),
        ("stand", "walk", 90.0, "start"),
    ],
)
def test_choices(graph: MotionGraph, hub: str, wanted: str, error_deg: float | None, clip: str) -> None:
    assert chosen(graph, hub, wanted, error_deg) == clip


@pytest.mark.parametrize("error_deg", range(-180, 181, 7))
@pytest.mark.parametrize("wanted", ["walk", "run"])
def test_arrives_from_everywhere(graph: MotionGraph, error_deg: int, wanted: str) -> None:
    """Whoever follows it ends in the wanted hub, no further off than half of the smallest turn."""
    hub, error = "stand", float(error_deg)
    for _ in range(12):
        clip = graph.clips[chosen(graph, hub, wanted, error)]
        hub, error = clip.end_hub, remainder(error - degrees(clip.advance.yaw), 360.0)
    assert hub == wanted
    assert abs(error) <= 15.0 + 1e-9


def test_of_equal_turns_the_quicker_one(
    steering_clips: dict[str, Clip], make_clip: Callable[..., Clip]
) -> None:
    turn = steering_clips["left"].advance
    slow, quick = (
        make_clip(name, "walk", "walk", advance=turn, steps=n) for name, n in (("a", 190), ("b", 90))
    )
    graph = motion_graph((*steering_clips.values(), slow, quick), "walk")
    assert chosen(graph, "walk", "walk", 30.0) == "b"


def test_a_library_without_turns_goes_straight(graph: MotionGraph) -> None:
    assert chosen(graph.without(["left", "right"]), "walk", "walk", 120.0) == "walk"
    assert chosen(graph.without(["left", "right"]), "walk", "run", 120.0) == "start_run"


def test_hubs_that_are_not_there(graph: MotionGraph) -> None:
    planner = GreedyPlanner(graph)
    choice = planner.choose(Situation("walk", 0.0, 0.0, Intent(None, 1.0), "swim"))
    assert choice.clip == "walk"
    assert "no way leads to 'swim'" in choice.reason
    with pytest.raises(ClipError, match="swim"):
        planner.choose(Situation("swim", 0.0, 0.0, Intent(1.0, 1.0), "walk"))


def test_reasons_say_what_is_gained(graph: MotionGraph) -> None:
    intent = Intent(radians(50.0), 1.0)
    reason = GreedyPlanner(graph).choose(Situation("walk", 0.0, 0.0, intent, "walk")).reason
    assert "+50 degrees off" in reason
    assert "'left' leaves +20" in reason
