"""Emergency stop of the simulator's node: by service, and by a button of the joystick."""

from typing import Any

import numpy as np
import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped.msg import JointTorques
from sensor_msgs.msg import Joy
from std_srvs.srv import Trigger

from biped_control.nodes.messages import doubles
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
    button = load_joy_mapping().buttons.emergency_stop
    assert button is not None
    bench.tell("joy", Joy(buttons=[0] * button + [1]))
    bench.until(lambda: bool(node.loop.fault), "the stop")
    assert reset() == (False, "the emergency stop of the joystick is held; let go of it first")
    bench.tell("joy", Joy(buttons=[0] * button + [0]))
    bench.until(lambda: not node._safety._emergency_stop.held, "the button to be let go")
    bench.until(lambda: node.loop.tick > 1, "braked ticks")
    assert reset() == (False, "still braking the joints: no joint torque: none has come")
    answers = []
    while not any(success for success, _ in answers[-1:]):  # each look at the clock wants a fresh torque
        bench.tell("joint_torques", JointTorques(tick=node.loop.tick, torques=doubles(np.zeros(robot.nu))))
        answers.append(reset())
        assert len(answers) < 100
    assert answers[-1] == (True, "listening to the controller again, after: emergency stop, by joystick")
    step(bench, node, node.loop.tick, np.zeros(robot.nu))


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
