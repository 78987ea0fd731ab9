"""Which clips lead from hub to hub."""

from collections.abc import Callable
from dataclasses import replace
from math import radians

import pytest

from biped_control.errors import ClipError
from biped_control.motion.clip import Clip
from biped_control.robot.placement import Placement
from biped_control.steering.motion_graph import MotionGraph, motion_graph

MakeClip = Callable[..., Clip]


@pytest.fixture
def clips(steering_clips: dict[str, Clip]) -> dict[str, Clip]:
    return steering_clips


@pytest.fixture
def graph(clips: dict[str, Clip]) -> MotionGraph:
    return motion_graph(clips.values(), "walk")


def test_hubs_and_what_leaves_them(graph: MotionGraph) -> None:
    assert graph.hubs.keys() == {"walk", "run", "stand"}
    assert graph.hubs["run"] > graph.hubs["walk"] > graph.hubs["stand"] == 0.0
    assert graph.leaving("walk") == ("walk", "left", "right", "start_run", "stop")
    assert graph.leaving("run") == ("run", "end_run")
    assert graph.smallest_turn == pytest.approx(radians(30.0))
    with pytest.raises(ClipError, match="no hub 'left'"):
        graph.leaving("left")


def test_what_serves_no_steering_is_left_out(
    clips: dict[str, Clip], make_clip: MakeClip, graph: MotionGraph
) -> None:
    straight, turning = Placement(1.0), Placement(1.0, 0.2, 0.4)
    others = [
        make_clip("squat", "stand", "stand", advance=Placement()),
        make_clip("circle", advance=turning),
        make_clip("into_the_circle", "walk", "circle", advance=straight),
        make_clip("elsewhere", advance=straight),
        make_clip("dead_end", advance=straight),
        make_clip("into_the_dead_end", "walk", "dead_end", advance=straight),
        make_clip("source", advance=straight),
        make_clip("out_of_the_source", "source", "walk", advance=straight),
    ]
    assert motion_graph([*clips.values(), *others], "walk").clips.keys() == graph.clips.keys()


def test_shortest_way(graph: MotionGraph) -> None:
    way = graph.way("run", lambda hub: hub == "stand")
    assert way is not None
    assert way.clips == ("end_run", "stop")
    assert way.seconds == pytest.approx(graph.seconds("end_run") + graph.seconds("stop"))
    here = graph.way("run", lambda hub: hub == "run")
    assert here is not None
    assert (here.clips, here.seconds) == ((), 0.0)
    assert graph.way("run", lambda hub: hub == "swim") is None


def test_of_two_ways_the_quicker_one(clips: dict[str, Clip], make_clip: MakeClip) -> None:
    slow = make_clip("brake", "run", "stand", advance=Placement(1.0), steps=500)
    graph = motion_graph([*clips.values(), slow], "walk")
    way = graph.way("run", lambda hub: hub == "stand")
    assert way is not None
    assert way.clips == ("end_run", "stop")


def test_without_clips_hubs_may_be_lost(graph: MotionGraph) -> None:
    """Nobody may be led to where nothing leads away from."""
    assert graph.without(["end_run"]).clips.keys() == graph.clips.keys() - {"end_run", "start_run", "run"}
    with pytest.raises(ClipError, match="'walk'"):
        graph.without(["walk"])


def test_clips_must_go_on_where_their_hubs_end(clips: dict[str, Clip]) -> None:
    torn = replace(clips["left"], positions=clips["left"].positions + 0.1)
    with pytest.raises(ClipError, match="does not go on"):
        motion_graph([*clips.values(), torn], "walk")


@pytest.mark.parametrize("root", ["left", "swim"])
def test_root_must_be_a_hub(clips: dict[str, Clip], root: str) -> None:
    with pytest.raises(ClipError, match=root):
        motion_graph(clips.values(), root)


def test_description_says_when_there_are_no_turns(graph: MotionGraph) -> None:
    assert "-30, +30" in graph.describe()
    assert "headings cannot be changed" in graph.without(["left", "right"]).describe()
