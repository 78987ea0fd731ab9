"""The fault table (docs/faults.md) on one running graph in lock-step, hurt again and again, still walking."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped.msg import JointTorques, PredictedControls, Reference, RobotState
from graph_processes import RunningGraph
from security_policy import unforeseen
from sensor_msgs.msg import Joy

from biped_control.analysis.assembly import WalkParts
from biped_control.nodes.graph import load_graph
from biped_control.nodes.message_fields import doubles
from biped_control.nodes.ros_environment import free_domain
from biped_control.nodes.shared_memory import abandoned, segments
from biped_control.steering.operator.joy_mapping import load_joy_mapping

LOOP = load_graph().loop_nodes
GONE = ("simulator: safety", "nodes that are gone")


@pytest.fixture(scope="module")
def running(walk_parts: WalkParts) -> Iterator[RunningGraph]:
    """Clip and gains are built before any process starts. No process and no shared memory is left."""
    graph = RunningGraph(free_domain(), "headless:=true")
    before = segments()  # those of this program among them
    with graph.running():
        yield graph
    assert all(process.ended for process in graph.processes)
    assert graph.segments
    assert not graph.segments.intersection(abandoned(before))


@pytest.fixture
def graph(running: RunningGraph) -> Iterator[RunningGraph]:
    """It walks before and after each fault, and no tick goes without a torque."""
    running.walk_on()
    yield running
    running.walk_on()
    assert running.value("simulator: loop", "missed ticks") == "0"
    assert "fallen" not in running.health["simulator: loop"][1]


@pytest.mark.parametrize("name", LOOP)
def test_a_node_that_is_stopped_is_named_and_waited_for(graph: RunningGraph, name: str) -> None:
    """SIGSTOP: in lock-step not one tick is made without it, and the walk goes on with it."""
    try:
        with paused(graph):  # so that it does not matter how long it takes to notice
            graph.send(name, signal.SIGSTOP)
            graph.until(partial(is_gone, graph, name), f"{name} to be missed")
            before = graph.tick
        if name != "value_function_steering":  # that one is needed once a clip
            assert graph.tick <= before + 1, "with the torque that had come"
    finally:
        graph.send(name, signal.SIGCONT)
    graph.until(lambda: not is_gone(graph, name), f"{name} to be there again")


@contextmanager
def paused(graph: RunningGraph) -> Iterator[None]:
    assert graph.ask("pause", stop=True).success
    settled = time.monotonic() + 0.3  # the last state may still be under way
    graph.until(lambda: time.monotonic() > settled, "the last state")
    yield
    assert graph.ask("pause", stop=False).success


def is_gone(graph: RunningGraph, name: str) -> bool:
    return name in graph.value(*GONE)


def all_active(graph: RunningGraph) -> bool:
    return all(graph.value(f"{name}: ticks", "active") == "True" for name in LOOP)


def bad_messages(graph: RunningGraph) -> dict[str, list[Any]]:
    """Wrong size, NaN and infinity on every topic of the loop."""
    nan, inf, tick = float("nan"), float("inf"), graph.tick + 1
    short, no_numbers = doubles(np.zeros(7)), doubles(np.full(23, nan))
    state = RobotState(tick=tick, joint_positions=no_numbers, joint_velocities=doubles(np.zeros(23)))
    state.base_pose.orientation.w = 1.0
    reference = Reference(tick=tick, clip="walk", positions=doubles(np.full(29, inf)))
    return {
        "robot_state": [RobotState(tick=tick), state],
        "reference": [Reference(tick=tick), reference],
        "predicted_controls": [
            PredictedControls(tick=tick, torques=short),
            PredictedControls(
                tick=tick, torques=no_numbers, forces=doubles(np.zeros(12)), contacts=[True] * 4
            ),
        ],
        "joint_torques": [
            JointTorques(tick=tick, torques=short),
            JointTorques(tick=tick, torques=no_numbers),
            JointTorques(tick=tick, torques=doubles(np.full(23, inf))),
        ],
    }


def test_numbers_that_are_none_and_wrong_sizes_are_dropped_by_whoever_hears_them(graph: RunningGraph) -> None:
    hears = {
        "robot_state": "look_ahead_policy",
        "reference": "look_ahead_policy",
        "predicted_controls": "contact_adaptation",
        "joint_torques": "simulator",
    }
    for topic, messages in bad_messages(graph).items():
        graph.until(partial(counts, graph, hears[topic], topic, messages), f"bad {topic} to be counted")
        graph.walk_on()


def counts(graph: RunningGraph, node: str, topic: str, messages: list[Any]) -> bool:
    graph.tell(topic, *messages)  # again and again: who has not found this program yet hears nothing
    return int(graph.value(f"{node}: ticks", f"dropped on {topic}") or 0) >= len(messages)


def hears_again(graph: RunningGraph, node: str) -> bool:
    graph.tell("robot_state", graph.state)
    return int(graph.value(f"{node}: ticks", "repeated ticks") or 0) >= 10


def test_a_state_that_is_said_again_makes_no_step(graph: RunningGraph) -> None:
    with paused(graph):
        before = graph.tick
        graph.until(partial(hears_again, graph, "look_ahead_policy"), "the repetitions")
        assert graph.tick == before


def test_a_clock_that_jumps_back_begins_a_new_run_in_all_nodes(graph: RunningGraph) -> None:
    before = graph.tick
    assert graph.ask("reset").success
    graph.until(lambda: graph.tick < before, "the new run")
    graph.walk_on(60)
    # Said once a second: what was said last may be of the run before, whose ticks a stopped node has missed.
    missed = partial(graph.value, "look_ahead_policy: ticks", "missed ticks")
    graph.until(lambda: missed() == "0", "the policy to say that it misses nothing")


def stops(graph: RunningGraph, buttons: list[int]) -> bool:
    graph.tell("joy", Joy(buttons=buttons))  # again and again, as a joystick does: one message may get lost
    return graph.value("simulator: safety", "latched fault") == "emergency stop"


def listens_again(graph: RunningGraph, buttons: list[int]) -> bool:
    graph.tell("joy", Joy(buttons=buttons))
    return bool(graph.ask("reset_fault").success)


def test_an_emergency_stop_in_mid_walk_is_left_by_a_reset(graph: RunningGraph) -> None:
    button = load_joy_mapping().buttons.emergency_stop
    assert button is not None
    with paused(graph):  # braked, it would fall before this test has looked
        graph.until(partial(stops, graph, [0] * button + [1]), "the stop")
        graph.until(partial(listens_again, graph, [0] * button + [0]), "the reset")


def test_each_node_may_be_killed_and_started_again(graph: RunningGraph) -> None:
    """kill -9: each is missed by its name; another process takes its place in the same walk."""
    with paused(graph):  # else the joints would be braked after 5 s, see test_walk.py
        before = graph.tick
        for name in LOOP:
            graph.send(name, signal.SIGKILL)
            graph.until(partial(is_gone, graph, name), f"{name} to be missed")
        assert graph.tick == before
        graph.start(*LOOP)
        active = partial(all_active, graph)
        graph.until(lambda: active() and graph.value(*GONE) == "none", "all to be there again")
    graph.walk_on(60)


def test_an_onlooker_that_is_killed_is_nobodys_concern(graph: RunningGraph) -> None:
    graph.send("state_broadcaster", signal.SIGKILL)
    graph.walk_on()
    assert graph.value(*GONE) == "none"


def test_every_name_that_the_nodes_use_is_in_the_security_policy(graph: RunningGraph) -> None:
    for name in graph.specs:
        assert not unforeseen(graph.node, name)


def test_a_controller_that_ends_says_zero_torque_last(running: RunningGraph) -> None:
    running.walk_on()
    running.send("contact_adaptation", signal.SIGTERM)
    running.until(lambda: running.process("contact_adaptation").ended, "its end")
    running.until(lambda: running.torques is not None and not np.any(running.torques.torques), "zeros")
    assert len(running.torques.torques) == 23
    assert running.process("contact_adaptation").process.returncode == 0
