"""The steering node and the steered graph: who decides what, when and why, whatever comes over the topics."""

import threading
from collections.abc import Callable
from math import nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped.msg import ClipDecision, JointTorques, Reference
from geometry_msgs.msg import TwistStamped
from sensor_msgs.msg import Joy
from std_msgs.msg import Empty, Float64

from biped_control.analysis.assembly import assemble
from biped_control.analysis.rollout import Tick
from biped_control.analysis.steering.steered_route import SteeredRoute
from biped_control.errors import GraphError
from biped_control.motion.clip import Clip
from biped_control.nodes.graph import load_graph
from biped_control.nodes.graph_runner import GraphRunner
from biped_control.nodes.message_fields import doubles, time_of_tick
from biped_control.nodes.qos import DECISION_QOS
from biped_control.nodes.reference_messages import PlannedTick, reference_message
from biped_control.nodes.reference_planner import ReferencePlanner
from biped_control.nodes.robot_state_messages import robot_state_message
from biped_control.nodes.value_function_steering import ValueFunctionSteering
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.placement import Placement
from biped_control.settings import load_settings
from biped_control.steering.greedy import GreedyPlanner
from biped_control.steering.heel_strike import half_cycles
from biped_control.steering.intent import Intent
from biped_control.steering.motion_graph import motion_graph
from biped_control.steering.operator.settings import load_operator_settings
from biped_control.steering.repertoire import load_repertoire

RATE = 120.0


@pytest.fixture(autouse=True)
def library(cut_walk: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Hubs `one` and `two`, ways between them and a detour; no turns."""
    monkeypatch.setenv("BIPED_LIBRARY", str(cut_walk))
    return cut_walk


@pytest.fixture(scope="module")
def clips(robot: RobotModel, cut_walk: Path) -> dict[str, Clip]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BIPED_LIBRARY", str(cut_walk))
        return dict(load_repertoire("one", robot, RATE).clips)


class Course:
    """Plays the rest of the control path to a steering node: states, references and torques, tick by tick."""

    def __init__(self, bench: Any, robot: RobotModel, clips: dict[str, Clip]) -> None:
        self.bench, self.robot, self.clips = bench, robot, clips
        self.decisions = bench.listen(ClipDecision, "clip_decision", DECISION_QOS)

    def tick(self, tick: int, clip: str, frame: int, count: int = 1) -> None:
        """Everything of one tick, perfectly followed, and the state that it leads to."""
        reference = self.clips[clip].reference(frame, Placement())
        planned, stamp = PlannedTick(reference, self.clips[clip].steps, count), time_of_tick(tick, RATE)
        torques = JointTorques(tick=tick, torques=doubles(reference.torques))
        nothing = np.zeros((0, 3))
        for number, state in ((tick, reference.state), (tick + 1, reference.next_state)):
            if number == tick + 1 or tick == 0:
                observation = Observation(state, nothing, nothing)
                self.bench.tell("robot_state", robot_state_message(number, RATE, observation))
            if number == tick:
                self.bench.tell("reference", reference_message(tick, stamp, planned))
                self.bench.tell("joint_torques", torques)
        if tick:
            self.bench.tell("reference", reference_message(tick, stamp, planned))
            self.bench.tell("joint_torques", torques)

    def end_of_clip(self, clip: str = "one", count: int = 1, tick: int | None = None) -> ClipDecision:
        """The decision at the end of a clip."""
        frame = self.clips[clip].steps - 1
        tick = frame if tick is None else tick
        self.tick(tick, clip, frame, count)
        self.bench.until(lambda: self.made(count + 1), f"a decision for clip {count + 1}")
        return next(decision for decision in self.decisions if decision.clip_count == count + 1)

    def made(self, count: int) -> bool:
        return any(decision.clip_count == count for decision in self.decisions)


@pytest.fixture
def course(bench: Any, robot: RobotModel, clips: dict[str, Clip]) -> Callable[..., Course]:
    def begin(clip: str = "one", **parameters: Any) -> Course:
        bench.start(ValueFunctionSteering, clip=clip, steer=True, planner="greedy", **parameters)
        return Course(bench, robot, clips)

    return begin


class TestNode:
    def test_the_run_begins_when_it_is_there_and_goes_on_in_its_hub(self, course: Any) -> None:
        steering = course()
        steering.tick(0, "one", 0)
        steering.bench.until(lambda: steering.made(1), "the beginning")
        assert not steering.made(2), "nothing is decided before a clip is over"
        decision = steering.end_of_clip()
        assert decision.clip == "one"
        assert "nobody steers" in decision.reason

    def test_what_follows_at_half_a_cycle_is_said_to_be_mirrored(self, course: Any) -> None:
        steering = course("two")
        half = steering.clips["two"].steps // 2
        steering.tick(half - 1, "two", half - 1)
        steering.bench.until(lambda: steering.made(2), "the decision")
        decision = steering.decisions[-1]
        assert (decision.frame, decision.clip, decision.mirrored) == (half - 1, "two_to_one", True)

    def test_in_real_time_it_does_not_wait_for_the_end_of_the_last_tick(self, course: Any) -> None:
        steering = course(realtime=True)
        last = steering.clips["one"].reference(steering.clips["one"].steps - 1, Placement())
        planned = PlannedTick(last, steering.clips["one"].steps, 1)
        steering.bench.tell("reference", reference_message(5, time_of_tick(5, RATE), planned))
        steering.bench.until(lambda: steering.made(2), "the decision")
        assert steering.decisions[-1].frame == planned.reference.frame

    def test_a_planner_that_has_not_heard_a_decision_gets_the_same_again(self, course: Any) -> None:
        steering = course()
        first = steering.end_of_clip()
        steering.bench.tell("cmd_vel", TwistStamped())
        reference = steering.clips["one"].reference(steering.clips["one"].steps - 1, Placement())
        planned = PlannedTick(reference, steering.clips["one"].steps, 1)
        tick = steering.clips["one"].steps - 1
        steering.bench.tell("reference", reference_message(tick, time_of_tick(tick, RATE), planned))
        steering.bench.until(lambda: len(steering.decisions) == 2, "the decision again")
        assert steering.decisions[1] == first

    def test_operators_are_heard_at_the_next_decision(self, course: Any) -> None:
        steering = course()
        velocity = TwistStamped()
        velocity.twist.linear.x = 1.2
        steering.bench.tell("cmd_vel", velocity)
        steering.bench.until(lambda: self.heard(steering), "cmd_vel")
        assert "cmd_vel steers" in steering.end_of_clip().reason

    def test_no_turns_means_straight_on(self, course: Any) -> None:
        steering = course()
        steering.bench.tell("heading", Float64(data=1.5))
        steering.bench.until(lambda: self.heard(steering), "the heading")
        decision = steering.end_of_clip()
        assert decision.clip == "one"
        assert "heading steers" in decision.reason
        assert "+86 degrees off" in decision.reason

    @pytest.mark.parametrize(
        ("topic", "message"),
        [
            ("heading", Float64(data=nan)),
            ("joy", Joy(axes=[0.0, nan, 0.0], buttons=[0] * 8)),
            ("joy", Joy(axes=[0.5], buttons=[0] * 8)),
            ("joy", Joy(axes=[0.5, 0.5], buttons=[1])),
            ("joy", Joy()),
        ],
    )
    def test_bad_input_is_dropped_and_counted(self, course: Any, topic: str, message: Any) -> None:
        steering = course()
        steering.bench.tell(topic, message)
        steering.bench.until(lambda: steering.bench.node.dropped == 1, "a dropped message")
        decision = steering.end_of_clip()
        assert decision.clip == "one"
        assert "nobody steers" in decision.reason

    def test_a_velocity_of_nan_is_dropped_and_counted(self, course: Any) -> None:
        steering = course()
        velocity = TwistStamped()
        velocity.twist.linear.x = nan
        steering.bench.tell("cmd_vel", velocity)
        steering.bench.until(lambda: steering.bench.node.dropped == 1, "a dropped message")
        assert "nobody steers" in steering.end_of_clip().reason

    def test_a_clip_that_is_asked_for_is_played_once(self, course: Any) -> None:
        steering = course()
        assert steering.bench.change("play", "two_to_one").successful
        steps = steering.clips["one"].steps
        decision = steering.end_of_clip()
        assert decision.clip == "one_to_two"
        assert "on the way to 'two_to_one'" in decision.reason
        length = steering.clips["one_to_two"].steps
        assert steering.end_of_clip("one_to_two", 2, steps + length - 1).clip == "two_to_one"
        arrived = steps + length + steering.clips["two_to_one"].steps
        assert steering.end_of_clip("two_to_one", 3, arrived - 1).clip == "one"

    def test_an_unknown_clip_is_refused_by_name(self, course: Any) -> None:
        steering = course()
        refused = steering.bench.change("play", "cartwheel")
        assert not refused.successful
        assert "no clip 'cartwheel'" in refused.reason
        assert "detour" in refused.reason
        assert steering.end_of_clip().clip == "one"

    def test_a_hub_is_refused_while_somebody_steers(self, course: Any) -> None:
        steering = course()
        steering.bench.tell("heading", Float64(data=1.5))
        steering.bench.until(lambda: self.heard(steering), "the heading")
        refused = steering.bench.change("play", "two")
        assert not refused.successful
        assert "heading steers" in refused.reason

    def test_a_stop_takes_back_what_was_asked_for_and_a_clip_that_is_asked_for_ends_it(
        self, course: Any
    ) -> None:
        steering = course()
        assert steering.bench.change("play", "detour").successful
        steering.bench.tell("stop", Empty())
        steering.bench.until(lambda: steering.bench.node._operators.wish_now().command.stop, "the stop")
        decision = steering.end_of_clip()
        assert "topic stop said stop" in decision.reason
        assert steering.bench.change("play", "detour").successful
        last = steering.clips[decision.clip]
        following = steering.end_of_clip(last.name, 2, steering.clips["one"].steps + last.steps - 1)
        assert "asked for" in following.reason

    @staticmethod
    def heard(steering: Course) -> bool:
        """An operator counts; the node is asked itself, because messages leave no trace before a decision."""
        steering.bench.executor.spin_once(timeout_sec=0.01)
        return bool(steering.bench.node._operators._operators._heard)


def test_without_steering_no_clip_can_be_asked_for(bench: Any) -> None:
    bench.start(ValueFunctionSteering, clip="one")
    refused = bench.change("play", "two")
    assert not refused.successful
    assert "steer:=true" in refused.reason


def test_a_clip_that_is_no_hub_is_no_beginning(bench: Any) -> None:
    node = bench.start(ValueFunctionSteering, clip="detour", steer=True)
    assert "detour" in str(node.failure)
    assert "is cyclic" in str(node.failure)


def test_the_reference_waits_for_steering_to_begin(
    bench: Any, robot: RobotModel, clips: dict[str, Clip]
) -> None:
    bench.start(ReferencePlanner, clip="one", steer=True)
    heard = bench.listen(Reference, "reference")
    nothing = np.zeros((0, 3))
    state = robot_state_message(0, RATE, Observation(clips["one"].state(0), nothing, nothing))
    bench.tell("robot_state", state)
    bench.tell("robot_state", state)
    for _ in range(20):
        bench.executor.spin_once(timeout_sec=0.01)
    assert not heard
    bench.tell("clip_decision", ClipDecision(clip_count=1, clip="one"), DECISION_QOS)
    bench.until(lambda: bool(heard), "the first reference")
    assert (heard[0].tick, heard[0].clip, heard[0].clip_count) == (0, "one", 1)


def run(*assignments: str, **options: Any) -> dict[str, Any]:
    graph = load_graph()
    values = graph.parse(["headless:=true", "steer:=true", "planner:=greedy", *assignments])
    return GraphRunner(graph, values, **options).run()


@pytest.mark.usefixtures("traceless")
def test_steered_by_nobody_it_gives_the_bits_of_one_process(clips: dict[str, Clip]) -> None:
    """The speed that the robot begins with is as well that of the other hub: it goes there, mirrored."""
    parts, ticks = assemble("two", load_settings(), steer=True), 480
    graph = motion_graph(parts.clips.values(), "two")
    intent = Intent(None, graph.hubs["two"])
    route = SteeredRoute(
        graph,
        GreedyPlanner(graph),
        lambda tick: intent,
        load_operator_settings(),
        parts.look_ahead,
        parts.settings.dt,
        half_cycles(parts.clips, parts.robot),
    )
    mirrored: list[bool] = []

    def observe(tick: Tick) -> None:
        route.observe(tick)
        mirrored.append(tick.reference.placement.mirrored)

    loop = parts.loop("nqr", parts.engine("dart"))
    expected = loop.run(route, ticks, observe=observe).summary()
    assert mirrored.index(True) == parts.clips["two"].steps // 2
    result = run(f"seconds:={ticks / RATE}", "clip:=two")
    assert (result["fault"], result["fell"], result["ticks"]) == ("", False, ticks)
    assert result["clips"] == expected["clips"]
    assert result["state_digest"] == expected["state_digest"]


@pytest.mark.usefixtures("traceless", "clips")
def test_policy_gamma_and_clip_change_while_it_walks() -> None:
    refusals: dict[str, str] = {}
    changed = threading.Event()

    def change(so_far: dict[str, object]) -> None:
        if so_far["ticks"] and not changed.is_set():
            changed.set()
            refusals.update(change_all_parameters())

    # Long enough for services to be found and asked while it walks, however fast the machine is.
    result = run("seconds:=24", "clip:=one", progress=change)
    assert changed.is_set()
    assert (result["fault"], result["fell"], result["ticks"]) == ("", False, 2880)
    assert result["clips"]["detour"] == 1
    assert refusals == {
        **dict.fromkeys(("policy:=lqr", "policy:=nqr", "gamma:=0.02", "play:=detour"), ""),
        "policy:=pid": refusals["policy:=pid"],
        "play:=cartwheel": refusals["play:=cartwheel"],
    }
    assert "unknown policy 'pid'; expected one of nqr, lqr" in refusals["policy:=pid"]
    assert "no clip 'cartwheel'" in refusals["play:=cartwheel"]


def change_all_parameters() -> dict[str, str]:
    """Why changes of parameters were refused, as another program sees it; empty where they were not."""
    import rclpy
    from rcl_interfaces.srv import SetParameters
    from rclpy.context import Context
    from rclpy.executors import SingleThreadedExecutor
    from rclpy.parameter import Parameter

    changes: list[tuple[str, str, str, Any]] = [
        ("policy:=lqr", "look_ahead_policy", "policy", "lqr"),
        ("policy:=nqr", "look_ahead_policy", "policy", "nqr"),  # waits until the first change is over
        ("gamma:=0.02", "contact_adaptation", "gamma", 0.02),
        ("play:=detour", "value_function_steering", "play", "detour"),
        ("policy:=pid", "look_ahead_policy", "policy", "pid"),
        ("play:=cartwheel", "value_function_steering", "play", "cartwheel"),
    ]
    context = Context()
    rclpy.init(context=context)
    node = rclpy.create_node("operator", context=context)
    executor = SingleThreadedExecutor(context=context)
    executor.add_node(node)
    refusals = {}
    try:
        for key, where, name, value in changes:
            client: Any = node.create_client(SetParameters, f"{where}/set_parameters")
            assert client.wait_for_service(timeout_sec=20.0), where
            request = SetParameters.Request(parameters=[Parameter(name, value=value).to_parameter_msg()])
            future: Any = client.call_async(request)
            executor.spin_until_future_complete(future, timeout_sec=20.0)
            refusals[key] = str(future.result().results[0].reason)
    finally:
        executor.shutdown()
        node.destroy_node()
        rclpy.try_shutdown(context=context)
    return refusals


@pytest.mark.usefixtures("traceless", "clips")
def test_a_hub_that_is_none_is_refused_by_name() -> None:
    with pytest.raises(GraphError, match=r"detour.*is cyclic"):
        run("clip:=detour")
