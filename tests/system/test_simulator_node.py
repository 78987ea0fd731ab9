"""The simulator's node: dead controllers, torques that are not for it, services."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped.msg import JointTorques, RobotState, SimulationStatus
from biped.srv import Push
from rclpy.parameter import Parameter
from std_srvs.srv import SetBool, Trigger

from biped_control.motion.library.named_clip import named_clip
from biped_control.nodes import simulation_loop
from biped_control.nodes.message_fields import doubles, time_of_tick
from biped_control.nodes.reference_messages import PlannedTick, reference_message
from biped_control.nodes.robot_state_messages import observation_from
from biped_control.nodes.simulator import Simulator
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import State

RATE = 120.0


def test_a_dead_controller_leads_to_braking(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation_loop, "START_WITHIN", 0.2)
    node = bench.start(Simulator, engine="lcp")
    states = bench.listen(RobotState, "robot_state")
    bench.until(lambda: node.finished, "the end of the run")
    assert "no joint torque for tick 0" in str(node.failure)
    assert node.loop.missed_ticks > 0
    assert len(states) > node.loop.missed_ticks / 2, "states go on while the joints are braked"


def test_another_robot_in_the_domain_is_told_of(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(Simulator, "warn", lambda node, text, subject="": told.append(text))
    node = bench.start(Simulator, engine="lcp")
    bench.until(lambda: node._watched > 20, "a while alone")
    assert not any("in ROS domain" in text for text in told)
    bench.probe.create_publisher(RobotState, "robot_state", 1)
    bench.until(lambda: any("1 more in ROS domain" in text for text in told), "the warning")


def test_torques_for_other_ticks_and_bad_torques_do_nothing(bench: Any, robot: RobotModel) -> None:
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


def test_references_of_the_run_before_a_reset_do_not_count(bench: Any, robot: RobotModel) -> None:
    node = bench.start(Simulator, engine="lcp")
    nothing = doubles(np.zeros(robot.nu))
    clip = named_clip("walk", robot, RATE)
    for tick in (70, 0):  # the first one comes late, after the reset
        planned = PlannedTick(clip.reference(tick, Placement()), clip.steps, 1)
        bench.tell("reference", reference_message(tick, time_of_tick(tick, RATE), planned))
    bench.until(lambda: node._planner_heard, "a reference")  # torques that come before are asked for again
    bench.tell("joint_torques", JointTorques(tick=0, torques=nothing))
    bench.until(lambda: node.loop.tick == 1 and node.loop.record.complete, "the first step")
    assert dict(node.loop.record.clips) == {"walk": 1}
    assert node.loop.record.mean_cost > 0.0


def test_another_terrain_counts_from_the_next_reset(bench: Any, robot: RobotModel) -> None:
    node = bench.start(Simulator, engine="lcp")
    refusal = node.set_parameters([Parameter("terrain", value="swamp")])[0].reason
    assert "terrain 'swamp' is unknown" in refusal
    assert node.set_parameters([Parameter("terrain", value="slope")])[0].successful
    before = node._engine
    bench.tell("joint_torques", JointTorques(tick=0, torques=doubles(np.zeros(robot.nu))))
    bench.until(lambda: node.loop.tick == 1, "a step on the ground of before")
    assert node._engine is before
    answer = bench.ask(Trigger, "simulator/reset", Trigger.Request())
    assert (answer.success, answer.message) == (True, "back at the start, on terrain 'slope'")
    node.loop.take(0, np.zeros(robot.nu))
    assert node.loop.tick == 1
    # Ten metres down the slope the ground of before would be 0.28 m higher.
    assert falls(node._engine, node._start, 10.0)
    assert not falls(before, node._start, 10.0)
    present = node._engine
    assert bench.ask(Trigger, "simulator/reset", Trigger.Request()).success
    assert node._engine is present, "the same ground needs no other engine"


def test_a_scenario_reaches_the_simulator_and_no_terrain_comes_beside_it(
    bench: Any, robot: RobotModel
) -> None:
    node = bench.start(Simulator, engine="lcp", scenario="noise", seed=1)
    states = bench.listen(RobotState, "robot_state")
    refusal = node.set_parameters([Parameter("terrain", value="slope")])[0].reason
    assert "scenario 'noise' brings ground and pushes along" in refusal
    bench.until(lambda: bool(states), "the first state")
    sensed, true = observation_from(states[-1], robot.nu).state, node.loop._observation.state
    assert 0.0 < abs(sensed.q[6:] - true.q[6:]).max() < 0.005, "half a milliradian of noise"
    answer = bench.ask(Trigger, "simulator/reset", Trigger.Request())
    assert answer.message == "back at the start, in scenario 'noise'"


def falls(engine: Any, state: State, forward: float) -> bool:
    """Whether nothing carries a robot that is put down further ahead."""
    q = state.q.copy()
    q[0] += forward
    observation = engine.reset(State(q, np.zeros_like(q)))
    for _ in range(6):
        observation = engine.step(np.zeros(len(q) - 6))
    return bool(abs(observation.state.v[2] + 9.81 * 6.0 / RATE) < 1e-9)


@pytest.mark.parametrize(
    ("option", "problem"), [("push", "no body 'tail'"), ("scenario", "no foot can stand")]
)
def test_surroundings_that_make_no_sense_are_refused_at_once(
    bench: Any, tmp_path: Path, option: str, problem: str
) -> None:
    """Not at the first push, when `ros2 launch` has long brought all nodes up."""
    ice = tmp_path / "ice.yaml"
    ice.write_text("terrain: {kind: slope, degrees: 20}\nfriction: 0.3\n", encoding="utf-8")
    value = {"push": "tail,50,0.1,4", "scenario": str(ice)}[option]
    assert problem in str(bench.start(Simulator, engine="lcp", **{option: value}).failure)


def test_services(bench: Any, robot: RobotModel) -> None:
    node = bench.start(Simulator, engine="lcp")
    nothing = doubles(np.zeros(robot.nu))
    refused = bench.ask(Push, "simulator/push", Push.Request(body="tail", duration=0.1))
    assert not refused.success
    assert "tail" in refused.message
    for endless in (np.inf, np.nan, 1e308):
        refused = bench.ask(Push, "simulator/push", Push.Request(body="torso", duration=float(endless)))
        assert "expected one tick or more" in refused.message
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
