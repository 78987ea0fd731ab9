"""Emergency stop of the simulator's node: by service, and by a button of the joystick."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped.msg import JointTorques
from sensor_msgs.msg import Joy
from std_srvs.srv import SetBool, Trigger

from biped_control.errors import GraphError
from biped_control.nodes import graph_request
from biped_control.nodes.graph_request import request
from biped_control.nodes.message_fields import doubles
from biped_control.nodes.simulator import Simulator
from biped_control.robot.model import RobotModel
from biped_control.steering.operator.joy_mapping import load_joy_mapping


def step(bench: Any, node: Simulator, tick: int, torques: Any) -> None:
    bench.tell("joint_torques", JointTorques(tick=tick, torques=doubles(torques)))
    bench.until(lambda: node.loop.tick > tick, f"the step of tick {tick}")


def test_the_service_brakes_until_the_reset(bench: Any, robot: RobotModel) -> None:
    node = bench.start(Simulator, engine="lcp", headless=False)
    step(bench, node, 0, np.zeros(robot.nu))
    answer = bench.ask(Trigger, "simulator/estop", Trigger.Request())
    assert (answer.success, answer.message) == (True, "braking the joints until a reset")
    assert node.loop.fault == "emergency stop, by service"
    bench.until(lambda: node.loop.tick > 20, "braked ticks")
    assert bench.ask(Trigger, "simulator/reset", Trigger.Request()).success
    assert (node.loop.fault, node.loop.tick) == ("", 0)
    step(bench, node, 0, np.zeros(robot.nu))


def test_the_fault_alone_may_be_reset_and_the_run_goes_on(bench: Any, robot: RobotModel) -> None:
    node = bench.start(Simulator, engine="lcp", headless=False)

    def reset() -> tuple[bool, str]:
        answer = bench.ask(Trigger, "simulator/reset_fault", Trigger.Request())
        return answer.success, answer.message

    step(bench, node, 0, np.zeros(robot.nu))
    assert reset() == (True, "no fault is latched")
    assert bench.ask(SetBool, "simulator/pause", SetBool.Request(data=True)).success  # braked, it would fall
    button = load_joy_mapping().buttons.emergency_stop
    assert button is not None
    bench.tell("joy", Joy(buttons=[0] * button + [1]))
    bench.until(lambda: bool(node.loop.fault), "the stop")
    assert reset() == (False, "the emergency stop of the joystick is held; let go of it first")
    bench.tell("joy", Joy(buttons=[0] * button + [0]))
    bench.until(lambda: not node._safety._emergency_stop.held, "the button to be let go")
    assert reset() == (True, "listening to the controller again, after: emergency stop, by joystick")
    assert bench.ask(SetBool, "simulator/pause", SetBool.Request(data=False)).success
    step(bench, node, 1, np.zeros(robot.nu))
    node.loop.record.fell = True
    assert bench.ask(Trigger, "simulator/estop", Trigger.Request()).success
    refused, why = reset()
    assert not refused
    assert why.startswith("still braking the joints: the robot has fallen; `simulator/reset`, or Reset")


def test_both_may_be_asked_from_a_terminal(bench: Any, robot: RobotModel, domain: Any) -> None:
    node = bench.start(Simulator, engine="lcp", headless=False)
    step(bench, node, 0, np.zeros(robot.nu))
    assert bench.ask(SetBool, "simulator/pause", SetBool.Request(data=True)).success  # braked, it would fall

    def answer_to(service: str) -> dict[str, str]:
        with ThreadPoolExecutor() as pool:
            asked = pool.submit(request, service, domain.number)
            bench.until(asked.done, f"the answer to {service}")
            return asked.result()

    assert answer_to("estop") == {"simulator": "braking the joints until a reset"}
    after = "listening to the controller again, after: emergency stop, by service"
    assert answer_to("reset_fault") == {"simulator": after}
    node.trigger_deactivate()
    with pytest.raises(GraphError, match="simulator: the node is not active"):
        answer_to("reset_fault")


def test_whoever_asks_nobody_is_told(domain: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph_request, "DISCOVERY_S", 0.1)
    with pytest.raises(GraphError, match=f"nobody offers estop in ROS domain {domain.number}; is a walk"):
        request("estop", domain.number)


def test_a_node_that_is_not_active_says_so(bench: Any) -> None:
    node = bench.start(Simulator, engine="lcp", autostart=False)
    node.trigger_configure()
    answer = bench.ask(Trigger, "simulator/estop", Trigger.Request())
    assert (answer.success, answer.message) == (False, "the node is not active")


def test_the_button_counts_whatever_is_wrong_with_the_axes(bench: Any, robot: RobotModel) -> None:
    node = bench.start(Simulator, engine="lcp", headless=False)
    step(bench, node, 0, np.zeros(robot.nu))
    button = load_joy_mapping().buttons.emergency_stop
    assert button is not None
    bench.tell("joy", Joy(axes=[float("nan")], buttons=[1] * button))
    step(bench, node, 1, np.zeros(robot.nu))
    assert not node.loop.fault, "all other buttons"
    bench.tell("joy", Joy(axes=[float("nan")], buttons=[0] * button + [1]))
    bench.until(lambda: bool(node.loop.fault), "the stop")
    assert node.loop.fault == "emergency stop, by joystick"


def test_torques_of_anybody_are_cut_to_the_limits(bench: Any, robot: RobotModel) -> None:
    node = bench.start(Simulator, engine="lcp")
    applied: list[Any] = []
    engine_step = node._engine.step
    node._engine.step = lambda torques: (applied.append(torques), engine_step(torques))[1]
    step(bench, node, 0, np.full(robot.nu, 1e5))
    step(bench, node, 1, np.zeros(0))
    np.testing.assert_array_equal(applied[0], robot.effort_limits)
    assert (np.abs(applied[1]) <= 0.5 * robot.effort_limits).all(), "it has none: the pose is held"
