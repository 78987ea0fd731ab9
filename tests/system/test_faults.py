"""Single nodes on a real middleware, with faults injected: what they do when things go wrong."""

from array import array
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped.msg import (
    ClipDecision,
    JointOrder,
    JointTorques,
    PredictedControls,
    Reference,
    RobotState,
    SimulationStatus,
)
from biped.srv import Push
from diagnostic_msgs.msg import DiagnosticArray
from nav_msgs.msg import Odometry
from rclpy.lifecycle import TransitionCallbackReturn
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import Imu, JointState
from std_srvs.srv import SetBool, Trigger

from biped_control.analysis.assembly import assemble
from biped_control.motion.library.named_clip import named_clip
from biped_control.nodes import simulation_loop
from biped_control.nodes.contact_adaptation import ContactAdaptation
from biped_control.nodes.control_node import DECISION_QOS, LATCHED_QOS
from biped_control.nodes.look_ahead_policy import LookAheadPolicy
from biped_control.nodes.messages import (
    PlannedTick,
    doubles,
    predicted_controls_message,
    reference_message,
    robot_state_message,
    state_from,
    time_of_tick,
)
from biped_control.nodes.reference_planner import ReferencePlanner
from biped_control.nodes.simulator import Simulator
from biped_control.nodes.state_broadcaster import StateBroadcaster
from biped_control.nodes.value_function_steering import ValueFunctionSteering
from biped_control.policies.look_ahead import PredictedControls as Controls
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import State
from biped_control.settings import load_settings
from biped_control.simulation.simulator import Observation

RATE = 120.0


NodeBench = Any  # what the fixture `bench` gives


def standing(robot: RobotModel) -> Observation:
    q = np.zeros(robot.nv)
    q[2] = 0.9
    return Observation(State(q, np.zeros(robot.nv)), np.zeros((0, 3)), np.zeros((0, 3)))


def state_message(robot: RobotModel, tick: int) -> RobotState:
    return robot_state_message(tick, RATE, standing(robot))


def idle_controls(robot: RobotModel, tick: int) -> PredictedControls:
    controls = Controls(np.zeros(robot.nu), np.zeros((4, 3)), np.ones(4, dtype=np.bool_))
    return predicted_controls_message(tick, time_of_tick(tick, RATE), controls, 0.0)


class TestContactAdaptation:
    def answer(self, bench: NodeBench, robot: RobotModel, tick: int) -> JointTorques:
        """The node's answer to a tick."""
        heard = bench.heard.get("joint_torques")
        if heard is None:
            heard = bench.listen(JointTorques, "joint_torques")
        bench.tell("robot_state", state_message(robot, tick))
        bench.tell("predicted_controls", idle_controls(robot, tick))
        bench.until(lambda: bool(heard) and heard[-1].tick == tick, f"the torque of tick {tick}")
        return heard[-1]

    def test_nothing_is_published_before_it_is_active(self, bench: NodeBench, robot: RobotModel) -> None:
        node = bench.start(ContactAdaptation, autostart=False)
        node.trigger_configure()
        heard = bench.listen(JointTorques, "joint_torques")
        for tick in range(3):
            bench.tell("robot_state", state_message(robot, tick))
            bench.tell("predicted_controls", idle_controls(robot, tick))
        node.trigger_activate()
        self.answer(bench, robot, 7)
        assert [torques.tick for torques in heard] == [7]

    def test_it_can_be_cleaned_up_and_configured_again(self, bench: NodeBench, robot: RobotModel) -> None:
        node = bench.start(ContactAdaptation)
        self.answer(bench, robot, 0)
        node.trigger_deactivate()
        node.trigger_cleanup()
        bench.until(lambda: node.count_publishers("joint_torques") == 0, "the topic to go")
        node.trigger_configure()
        node.trigger_activate()
        heard = bench.heard["joint_torques"]
        bench.until(lambda: node.count_subscribers("joint_torques") > 0, "the new publisher to be heard")
        heard.clear()
        for tick in (1, 2):
            self.answer(bench, robot, tick)
        assert [torques.tick for torques in heard] == [1, 2], "one answer each: nothing old is left"

    @pytest.mark.parametrize(
        "spoil",
        [
            lambda message: setattr(message, "torques", array("d", [np.nan] * len(message.torques))),
            lambda message: setattr(message, "forces", array("d", [np.inf] * 12)),
            lambda message: setattr(message, "torques", array("d", [0.0] * 3)),
            lambda message: setattr(message, "contacts", [True]),
        ],
        ids=["nan", "infinity", "too few torques", "too few contacts"],
    )
    def test_bad_messages_are_dropped_and_counted(
        self, bench: NodeBench, robot: RobotModel, spoil: Callable[[Any], None]
    ) -> None:
        node = bench.start(ContactAdaptation)
        self.answer(bench, robot, 0)
        bad = idle_controls(robot, 1)
        spoil(bad)
        bench.tell("robot_state", state_message(robot, 1))
        bench.tell("predicted_controls", bad)
        self.answer(bench, robot, 2)
        assert node.dropped == 1
        assert [torques.tick for torques in bench.heard["joint_torques"]] == [0, 2]

    def test_own_torques_that_are_no_numbers_never_leave(self, bench: NodeBench, robot: RobotModel) -> None:
        node = bench.start(ContactAdaptation)
        good = node._adaptation
        broken = SimpleNamespace(
            torques=np.full(robot.nu, np.nan),
            constraints=SimpleNamespace(contacts=0),
            solution=SimpleNamespace(solved=False, residual=np.inf),
        )
        node._adaptation = SimpleNamespace(adapt=lambda state, predicted: broken, reset=good.reset)
        torques = self.answer(bench, robot, 0)
        assert not torques.lcp_ok
        assert "no numbers" in torques.fault
        np.testing.assert_array_equal(torques.torques, np.zeros(robot.nu))  # at rest in the pose to hold
        node._adaptation = good
        assert self.answer(bench, robot, 1).lcp_ok

    def test_torques_beyond_the_effort_limits_are_cut_and_counted(
        self, bench: NodeBench, robot: RobotModel
    ) -> None:
        node = bench.start(ContactAdaptation)
        wild = SimpleNamespace(
            torques=np.where(np.arange(robot.nu) < 2, 1e6, 0.0),
            constraints=SimpleNamespace(contacts=0),
            solution=SimpleNamespace(solved=True, residual=0.0),
        )
        node._adaptation = SimpleNamespace(adapt=lambda state, predicted: wild, reset=lambda: None)
        torques = self.answer(bench, robot, 0)
        assert torques.clamped == 2
        np.testing.assert_array_equal(torques.torques[:2], robot.effort_limits[:2])

    def test_a_joint_that_runs_away_is_braked_until_the_run_starts_again(
        self, bench: NodeBench, robot: RobotModel
    ) -> None:
        bench.start(ContactAdaptation)
        heard = bench.listen(JointTorques, "joint_torques")
        knee = robot.joint_index["l_knee_pitch"]
        fast = standing(robot)
        fast.state.v[6 + knee] = 30.0
        for tick in range(8):
            bench.tell("robot_state", robot_state_message(tick, RATE, fast))
            bench.tell("predicted_controls", idle_controls(robot, tick))
            bench.until(lambda tick=tick: bool(heard) and heard[-1].tick == tick, f"tick {tick}")
        assert [bool(torques.fault) for torques in heard] == [False] * 4 + [True] * 4
        assert "l_knee_pitch" in heard[-1].fault
        assert heard[-1].torques[knee] < 0.0
        assert "l_knee_pitch" in self.answer(bench, robot, 8).fault, "the fault is latched"
        assert self.answer(bench, robot, 0).fault == "", "a new run leaves it"

    def test_deactivation_sends_zero_torque(self, bench: NodeBench, robot: RobotModel) -> None:
        node = bench.start(ContactAdaptation)
        assert np.abs(self.answer(bench, robot, 5).torques).max() > 0.0
        node.trigger_deactivate()
        heard = bench.heard["joint_torques"]
        bench.until(lambda: len(heard) == 2, "the last message")
        np.testing.assert_array_equal(heard[-1].torques, np.zeros(robot.nu))

    def test_a_robot_with_other_joints_is_refused_by_name(self, bench: NodeBench, robot: RobotModel) -> None:
        node = bench.start(ContactAdaptation)
        names = [*robot.joint_names[:-1], "tail"]
        bench.tell("joint_order", JointOrder(names=names, control_rate_hz=RATE), LATCHED_QOS)
        bench.until(lambda: node.failure is not None, "the refusal")
        assert "'tail'" in str(node.failure)
        assert robot.joint_names[-1] in str(node.failure)

    @pytest.mark.parametrize(
        ("changes", "named"),
        [
            ({"robot": "somebody else"}, "robot somebody else there"),
            ({"control_rate_hz": 240.0}, "240 Hz there"),
        ],
    )
    def test_another_robot_or_rate_is_refused(
        self, bench: NodeBench, robot: RobotModel, changes: dict[str, Any], named: str
    ) -> None:
        node = bench.start(ContactAdaptation)
        fields = {"names": list(robot.joint_names), "robot": robot.fingerprint, "control_rate_hz": RATE}
        bench.tell("joint_order", JointOrder(**(fields | changes)), LATCHED_QOS)
        bench.until(lambda: node.failure is not None, "the refusal")
        assert named in str(node.failure)


class TestLookAheadPolicy:
    def test_a_managed_node_that_cannot_be_configured_stays_for_its_manager(self, bench: NodeBench) -> None:
        node = bench.start(LookAheadPolicy, clip="moonwalk", autostart=False)
        assert node.trigger_configure() == TransitionCallbackReturn.FAILURE
        assert node.failure is None
        assert not node.active

    def test_a_repeated_question_gets_the_same_answer(self, bench: NodeBench, robot: RobotModel) -> None:
        parts = assemble("walk", load_settings())
        clip = parts.clips["walk"]
        bench.start(LookAheadPolicy)
        heard = bench.listen(PredictedControls, "predicted_controls")
        reference = clip.reference(0, Placement())
        observation = Observation(reference.state, np.zeros((0, 3)), np.zeros((0, 3)))
        bench.tell("robot_state", robot_state_message(0, RATE, observation))
        planned = PlannedTick(reference, clip.steps, 1)
        bench.tell("reference", reference_message(0, time_of_tick(0, RATE), planned))
        bench.until(lambda: len(heard) == 1, "the answer")
        bench.tell("robot_state", robot_state_message(0, RATE, observation))
        bench.until(lambda: len(heard) == 2, "the same answer")
        assert heard[0] == heard[1]
        state = state_from(robot_state_message(0, RATE, observation), robot.nu)
        expected = parts.policy("nqr").predict(state, reference)
        np.testing.assert_array_equal(heard[0].torques, expected.torques)
        np.testing.assert_array_equal(heard[0].forces, expected.forces.ravel())

    def test_a_clip_it_has_no_gains_for_gets_no_answer(self, bench: NodeBench, robot: RobotModel) -> None:
        clip = named_clip("walk", robot, RATE)
        bench.start(LookAheadPolicy)
        heard = bench.listen(PredictedControls, "predicted_controls")
        planned = PlannedTick(clip.reference(0, Placement()), clip.steps, 1)
        for tick, name in enumerate(("strange", "walk")):
            reference = reference_message(tick, time_of_tick(tick, RATE), planned)
            reference.clip = name
            bench.tell("robot_state", state_message(robot, tick))
            bench.tell("reference", reference)
        bench.until(lambda: bool(heard), "an answer")
        assert [controls.tick for controls in heard] == [1]


class TestReferencePlanner:
    def reference(self, bench: NodeBench, robot: RobotModel, tick: int) -> Reference:
        heard = bench.heard["reference"]
        bench.tell("robot_state", state_message(robot, tick))
        bench.until(lambda: bool(heard) and heard[-1].tick == tick, f"the reference of tick {tick}")
        return heard[-1]

    def test_it_waits_for_steering_where_a_clip_ends(self, bench: NodeBench, robot: RobotModel) -> None:
        clip = named_clip("walk", robot, RATE)
        node = bench.start(ReferencePlanner)
        node._patience = 1e9
        heard = bench.listen(Reference, "reference")
        last = self.reference(bench, robot, clip.steps - 1)
        assert (last.frame, last.frames, last.clip_count) == (clip.steps - 1, clip.steps, 1)
        for _ in range(2):  # the simulator repeats what gets no answer
            bench.tell("robot_state", state_message(robot, clip.steps))
        bench.until(lambda: len(heard) == 2, "the last reference again")
        assert heard[-1] == last
        bench.tell("clip_decision", ClipDecision(clip_count=2, clip="walk"), DECISION_QOS)
        bench.until(lambda: heard[-1].tick == clip.steps, "the next clip")
        assert (heard[-1].frame, heard[-1].clip_count, heard[-1].x) == (0, 2, clip.advance.x)

    def test_a_silent_steering_is_done_without(self, bench: NodeBench, robot: RobotModel) -> None:
        clip = named_clip("walk", robot, RATE)
        node = bench.start(ReferencePlanner)
        node._patience = 0.0
        bench.listen(Reference, "reference")
        assert self.reference(bench, robot, 0).clip_count == 1
        following = self.reference(bench, robot, clip.steps + 3)
        assert (following.clip, following.frame, following.clip_count) == ("walk", 3, 2)

    def test_an_unknown_clip_is_not_taken(self, bench: NodeBench, robot: RobotModel) -> None:
        clip = named_clip("walk", robot, RATE)
        node = bench.start(ReferencePlanner)
        node._patience = 1e9
        heard = bench.listen(Reference, "reference")
        self.reference(bench, robot, clip.steps - 1)
        bench.tell("clip_decision", ClipDecision(clip_count=2, clip="moonwalk"), DECISION_QOS)
        bench.tell("clip_decision", ClipDecision(clip_count=2, clip="walk"), DECISION_QOS)
        self.reference(bench, robot, clip.steps)
        assert {reference.clip for reference in heard} == {"walk"}

    def test_a_clip_that_starts_elsewhere_is_not_taken(
        self, bench: NodeBench, robot: RobotModel, cut_walk: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The robot would have to jump from one hub to the other."""
        monkeypatch.setenv("BIPED_LIBRARY", str(cut_walk))
        clip = named_clip("one", robot, RATE)
        node = bench.start(ReferencePlanner, clip="one_to_two")
        node._patience = 1e9
        bench.listen(Reference, "reference")
        assert self.reference(bench, robot, clip.steps - 1).clip == "one"
        for name in ("two", "two_to_one", "one_to_two"):
            bench.tell("clip_decision", ClipDecision(clip_count=2, clip=name), DECISION_QOS)
        following = self.reference(bench, robot, clip.steps)
        assert (following.clip, following.frame, following.clip_count) == ("one_to_two", 0, 2)

    def test_with_a_silent_steering_the_hub_goes_on(
        self, bench: NodeBench, robot: RobotModel, cut_walk: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("BIPED_LIBRARY", str(cut_walk))
        steps = {name: named_clip(name, robot, RATE).steps for name in ("one", "one_to_two", "two")}
        node = bench.start(ReferencePlanner, clip="one_to_two")
        node._patience = 0.0
        bench.listen(Reference, "reference")
        self.reference(bench, robot, 0)
        bench.tell("clip_decision", ClipDecision(clip_count=2, clip="one_to_two"), DECISION_QOS)
        arrived = steps["one"] + steps["one_to_two"]
        assert self.reference(bench, robot, arrived - 1).clip == "one_to_two"
        assert self.reference(bench, robot, arrived).clip == "two"
        again = self.reference(bench, robot, arrived + steps["two"])
        assert (again.clip, again.frame, again.clip_count) == ("two", 0, 4)

    def test_a_tick_that_goes_back_starts_the_motion_again(self, bench: NodeBench, robot: RobotModel) -> None:
        bench.start(ReferencePlanner)
        bench.listen(Reference, "reference")
        assert self.reference(bench, robot, 40).frame == 40
        again = self.reference(bench, robot, 0)
        assert (again.frame, again.clip_count, again.x) == (0, 1, 0.0)


class TestSteering:
    def test_it_holds_the_walk_and_says_why(self, bench: NodeBench) -> None:
        bench.start(ValueFunctionSteering)
        heard = bench.listen(ClipDecision, "clip_decision", DECISION_QOS)
        for tick, count in enumerate((1, 1, 2)):
            bench.tell("reference", Reference(tick=tick, clip="walk", frame=3, frames=9, clip_count=count))
        bench.until(lambda: len(heard) == 2, "two decisions")
        assert [(decision.clip_count, decision.clip) for decision in heard] == [(2, "walk"), (3, "walk")]
        assert all(decision.reason for decision in heard)

    def test_it_keeps_to_the_itinerary_of_the_clip(
        self, bench: NodeBench, cut_walk: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("BIPED_LIBRARY", str(cut_walk))
        bench.start(ValueFunctionSteering, clip="one_to_two")
        heard = bench.listen(ClipDecision, "clip_decision", DECISION_QOS)
        for count in range(1, 6):
            bench.tell("reference", Reference(tick=count, clip="any", frame=3, frames=9, clip_count=count))
        bench.until(lambda: len(heard) == 5, "five decisions")
        assert [decision.clip_count for decision in heard] == [2, 3, 4, 5, 6]
        expected = ["one_to_two", "two", "two_to_one", "one", "one_to_two"]
        assert [decision.clip for decision in heard] == expected
        assert "leads back to 'one'" in heard[2].reason


class TestSimulator:
    def test_a_dead_controller_leads_to_braking(
        self, bench: NodeBench, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(simulation_loop, "START_WITHIN", 0.2)
        node = bench.start(Simulator, engine="lcp")
        states = bench.listen(RobotState, "robot_state")
        bench.until(lambda: node.finished, "the end of the run")
        assert "no joint torque for tick 0" in str(node.failure)
        assert node.loop.missed_ticks > 0
        assert len(states) > node.loop.missed_ticks / 2, "states go on while the joints are braked"

    def test_torques_for_other_ticks_and_bad_torques_do_nothing(
        self, bench: NodeBench, robot: RobotModel
    ) -> None:
        node = bench.start(Simulator, engine="lcp")
        states = bench.listen(RobotState, "robot_state")
        nothing = doubles(np.zeros(robot.nu))
        bench.tell("joint_torques", JointTorques(tick=5, torques=nothing))
        bench.tell("joint_torques", JointTorques(tick=0, torques=doubles(np.full(robot.nu, np.nan))))
        bench.tell("joint_torques", JointTorques(tick=0, torques=doubles(np.zeros(robot.nu - 1))))
        bench.until(lambda: node.dropped == 2, "two dropped messages")
        assert node.loop.tick == 0
        bench.tell("joint_torques", JointTorques(tick=0, torques=nothing))
        bench.until(lambda: bool(states) and states[-1].tick == 1, "the first step")

    def test_references_of_the_run_before_a_reset_do_not_count(
        self, bench: NodeBench, robot: RobotModel
    ) -> None:
        node = bench.start(Simulator, engine="lcp")
        nothing = doubles(np.zeros(robot.nu))
        clip = named_clip("walk", robot, RATE)
        for tick in (70, 0):  # the first one comes late, after the reset
            planned = PlannedTick(clip.reference(tick, Placement()), clip.steps, 1)
            bench.tell("reference", reference_message(tick, time_of_tick(tick, RATE), planned))
        bench.tell("joint_torques", JointTorques(tick=0, torques=nothing))
        bench.until(lambda: node.loop.tick == 1 and node.loop.record.complete, "the first step")
        assert dict(node.loop.record.clips) == {"walk": 1}
        assert node.loop.record.mean_cost > 0.0

    def test_services(self, bench: NodeBench, robot: RobotModel) -> None:
        node = bench.start(Simulator, engine="lcp")
        nothing = doubles(np.zeros(robot.nu))
        refused = bench.ask(Push, "simulator/push", Push.Request(body="tail", duration=0.1))
        assert not refused.success
        assert "tail" in refused.message
        push = Push.Request(body="torso", duration=0.1)
        push.force.x = 50.0
        assert bench.ask(Push, "simulator/push", push).success
        assert bench.ask(SetBool, "simulator/pause", SetBool.Request(data=True)).success
        bench.tell("joint_torques", JointTorques(tick=0, torques=nothing))
        statuses = bench.listen(SimulationStatus, "simulation_status")
        bench.until(lambda: bool(statuses) and statuses[-1].paused, "the pause")
        assert node.loop.tick == 0
        bench.ask(SetBool, "simulator/pause", SetBool.Request(data=False))
        bench.until(lambda: node.loop.tick == 1, "the step that was held")
        assert bench.ask(Trigger, "simulator/reset", Trigger.Request()).success
        assert node.loop.tick == 0


class TestStateBroadcaster:
    def test_standard_messages(self, bench: NodeBench, robot: RobotModel) -> None:
        bench.start(StateBroadcaster)
        order = JointOrder(names=list(robot.joint_names), robot=robot.fingerprint, control_rate_hz=RATE)
        bench.tell("joint_order", order, LATCHED_QOS)
        topics = {"joint_states": JointState, "odom": Odometry, "imu/data": Imu, "/clock": Clock}
        heard = {topic: bench.listen(kind, topic) for topic, kind in topics.items()}
        q, v = np.zeros(robot.nv), np.zeros(robot.nv)
        q[3], v[0], v[3] = np.pi / 2, 2.0, 0.5  # heading left, moving along the world's x, turning
        q[6:] = np.arange(robot.nu)
        moving = Observation(State(q, v), np.zeros((0, 3)), np.zeros((0, 3)))
        tick = 2 * int(RATE)

        def all_four() -> bool:
            # Again and again: the node says nothing before it knows the order of the joints.
            bench.tell("robot_state", robot_state_message(tick, RATE, moving))
            return all(heard.values())

        bench.until(all_four, "all four")
        joints, odometry = heard["joint_states"][0], heard["odom"][0]
        assert list(joints.name) == list(robot.joint_names)
        np.testing.assert_array_equal(joints.position, q[6:])
        assert (odometry.header.frame_id, odometry.child_frame_id) == ("odom", "base_link")
        twist = odometry.twist.twist
        # Seen from the base, which looks along y, the motion goes to the right.
        np.testing.assert_allclose([twist.linear.x, twist.linear.y], [0.0, -2.0], atol=1e-12)
        assert twist.angular.z == pytest.approx(0.5)
        imu = heard["imu/data"][0]
        assert imu.linear_acceleration_covariance[0] == -1.0
        assert imu.angular_velocity.z == pytest.approx(0.5)
        assert heard["/clock"][0].clock.sec == 2

    def test_faults_reach_the_diagnostics(self, bench: NodeBench, robot: RobotModel) -> None:
        bench.start(StateBroadcaster)
        heard = bench.listen(DiagnosticArray, "/diagnostics")
        bench.tell("simulation_status", SimulationStatus(fault="the cable is off", missed_ticks=3))
        bench.tell("joint_torques", JointTorques(clamped=2, lcp_ok=True))
        tick = 0

        def both() -> bool:
            nonlocal tick
            tick += 1
            bench.tell("robot_state", state_message(robot, tick))
            return bool(heard) and len(heard[-1].status) == 2 and heard[-1].status[0].level != b"\0"

        bench.until(both, "the diagnostics of both parts")
        torques, loop = heard[-1].status
        assert (torques.name, loop.name) == ("contact_adaptation: torques", "simulator: loop")
        assert (loop.level, loop.message) == (b"\2", "the cable is off")
