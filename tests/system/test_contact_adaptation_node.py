"""The contact adaptation's node: bad input, NaN, late torques, another robot."""

from array import array
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped.msg import JointOrder, JointTorques, RobotState

from biped_control.contact.expected_tick import ExpectedTicks
from biped_control.nodes.contact_adaptation import ContactAdaptation
from biped_control.nodes.qos import LATCHED_QOS
from biped_control.nodes.robot_state_messages import state_from
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import State
from biped_control.settings import load_settings

RATE = 120.0


def answer(bench: Any, idle: Any, tick: int) -> JointTorques:
    """The node's answer to a tick."""
    heard = bench.heard.get("joint_torques")
    if heard is None:
        heard = bench.listen(JointTorques, "joint_torques")
    bench.tell("robot_state", idle.state(tick))
    bench.tell("predicted_controls", idle.controls(tick))
    bench.until(lambda: bool(heard) and heard[-1].tick == tick, f"the torque of tick {tick}")
    return heard[-1]


def test_nothing_is_published_before_it_is_active(bench: Any, idle: Any) -> None:
    node = bench.start(ContactAdaptation, autostart=False)
    node.trigger_configure()
    heard = bench.listen(JointTorques, "joint_torques")
    for tick in range(3):
        bench.tell("robot_state", idle.state(tick))
        bench.tell("predicted_controls", idle.controls(tick))
    node.trigger_activate()
    answer(bench, idle, 7)
    assert [torques.tick for torques in heard] == [7]


def test_it_can_be_cleaned_up_and_configured_again(bench: Any, idle: Any) -> None:
    node = bench.start(ContactAdaptation)
    answer(bench, idle, 0)
    node.trigger_deactivate()
    node.trigger_cleanup()
    bench.until(lambda: node.count_publishers("joint_torques") == 0, "the topic to go")
    node.trigger_configure()
    node.trigger_activate()
    heard = bench.heard["joint_torques"]
    bench.until(lambda: node.count_subscribers("joint_torques") > 0, "the new publisher to be heard")
    heard.clear()
    for tick in (1, 2):
        answer(bench, idle, tick)
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
def test_bad_messages_are_dropped_and_counted(bench: Any, idle: Any, spoil: Callable[[Any], None]) -> None:
    node = bench.start(ContactAdaptation)
    answer(bench, idle, 0)
    bad = idle.controls(1)
    spoil(bad)
    bench.tell("robot_state", idle.state(1))
    bench.tell("predicted_controls", bad)
    answer(bench, idle, 2)
    assert node.dropped == 1
    assert [torques.tick for torques in bench.heard["joint_torques"]] == [0, 2]


def test_own_torques_that_are_no_numbers_never_leave(bench: Any, idle: Any, robot: RobotModel) -> None:
    node = bench.start(ContactAdaptation)
    good = node._adaptation
    broken = SimpleNamespace(
        torques=np.full(robot.nu, np.nan),
        constraints=SimpleNamespace(contacts=0),
        solution=SimpleNamespace(solved=False, residual=np.inf),
    )
    node._adaptation = SimpleNamespace(adapt=lambda *_: broken, reset=good.reset)
    torques = answer(bench, idle, 0)
    assert not torques.lcp_ok
    assert "no numbers" in torques.fault
    assert not len(torques.torques), "the supervisor holds the pose"
    node._adaptation = good
    assert answer(bench, idle, 1).lcp_ok


def test_torques_beyond_the_effort_limits_are_cut_and_counted(
    bench: Any, idle: Any, robot: RobotModel
) -> None:
    node = bench.start(ContactAdaptation)
    wild = SimpleNamespace(
        torques=np.where(np.arange(robot.nu) < 2, 1e6, 0.0),
        constraints=SimpleNamespace(contacts=0),
        solution=SimpleNamespace(solved=True, residual=0.0),
    )
    node._adaptation = SimpleNamespace(adapt=lambda *_: wild, reset=lambda: None)
    torques = answer(bench, idle, 0)
    assert torques.clamped == 2
    np.testing.assert_array_equal(torques.torques[:2], robot.effort_limits[:2])


def test_a_known_delay_moves_the_state_that_the_policy_hears_of(
    bench: Any, idle: Any, robot: RobotModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = load_settings().replaced(torque_delay_ticks=1)
    monkeypatch.setattr("biped_control.nodes.contact_adaptation.load_settings", lambda: late)
    bench.start(ContactAdaptation)
    heard = bench.listen(RobotState, "state_ahead")
    sent = np.array(answer(bench, idle, 0).torques)
    assert heard == [idle.state(0)], "nobody knows what is at work"
    answer(bench, idle, 1)
    now, told = (state_from(message, robot.nu) for message in (idle.state(1), heard[1]))
    expected = ExpectedTicks(robot, late).beginning(now).after(sent)
    np.testing.assert_allclose(told.v, expected.v, atol=1e-12)
    assert np.abs(told.v - now.v).max() > 0.05, "it falls"
    bench.tell("robot_state", idle.state(1))
    bench.until(lambda: len(heard) == 3, "the same again")
    assert heard[2] == heard[1]
    answer(bench, idle, 0)
    assert heard[3] == idle.state(0), "a new run knows nothing of the one before"


def test_a_tick_without_an_answer_leaves_the_torques_before_it_at_work(
    bench: Any, idle: Any, robot: RobotModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = load_settings().replaced(torque_delay_ticks=2)
    monkeypatch.setattr("biped_control.nodes.contact_adaptation.load_settings", lambda: late)
    bench.start(ContactAdaptation)
    heard = bench.listen(RobotState, "state_ahead")
    answer(bench, idle, 0)
    others = idle.controls(1)
    others.torques = array("d", [5.0] * robot.nu)
    bench.tell("robot_state", idle.state(1))
    bench.tell("predicted_controls", others)
    bench.until(lambda: len(bench.heard["joint_torques"]) == 2, "the last torques")
    last = np.array(bench.heard["joint_torques"][-1].torques)
    for tick in (2, 4):
        bench.tell("robot_state", idle.state(tick))
    bench.until(lambda: len(heard) == 4, "both")
    expected, ahead = ExpectedTicks(robot, late), state_from(idle.state(4), robot.nu)
    for _ in range(2):
        ahead = expected.beginning(ahead).after(last)
    np.testing.assert_allclose(state_from(heard[-1], robot.nu).v, ahead.v, atol=1e-12)


def test_on_buses_torques_are_two_ticks_late_at_first_and_joints_may_be_unmeasured(
    bench: Any, idle: Any, robot: RobotModel
) -> None:
    bench.start(ContactAdaptation, find_delay=True, hardware=True)
    heard = bench.listen(RobotState, "state_ahead")
    first, second, third = (np.array(answer(bench, idle, tick).torques) for tick in (0, 1, 2))
    told = idle.state(3)
    told.joint_velocities = array("d", [7.0] * robot.nu)
    told.unmeasured = [True] * robot.nu
    bench.tell("robot_state", told)
    bench.until(lambda: len(heard) == 4, "the fourth")
    expected, now = ExpectedTicks(robot, load_settings()), state_from(idle.state(2), robot.nu)
    after = expected.beginning(now).after(first)
    known = State(
        np.concatenate([now.q[:ROOT_DOF], after.q[ROOT_DOF:]]),
        np.concatenate([now.v[:ROOT_DOF], after.v[ROOT_DOF:]]),
    )
    ahead = expected.beginning(known).after(0.5 * (first + second))
    ahead = expected.beginning(ahead).after(third)
    np.testing.assert_allclose(state_from(heard[-1], robot.nu).v, ahead.v, atol=1e-12)


def test_who_looks_for_no_delay_tells_of_no_state_ahead(bench: Any, idle: Any) -> None:
    node = bench.start(ContactAdaptation)
    answer(bench, idle, 0)
    assert node.count_publishers("state_ahead") == 0


def test_deactivation_sends_zero_torque(bench: Any, idle: Any, robot: RobotModel) -> None:
    node = bench.start(ContactAdaptation)
    assert np.abs(answer(bench, idle, 5).torques).max() > 0.0
    node.trigger_deactivate()
    heard = bench.heard["joint_torques"]
    bench.until(lambda: len(heard) == 2, "the last message")
    np.testing.assert_array_equal(heard[-1].torques, np.zeros(robot.nu))


def test_a_robot_with_other_joints_is_refused_by_name(bench: Any, robot: RobotModel) -> None:
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
    bench: Any, robot: RobotModel, changes: dict[str, Any], named: str
) -> None:
    node = bench.start(ContactAdaptation)
    fields = {"names": list(robot.joint_names), "robot": robot.fingerprint, "control_rate_hz": RATE}
    bench.tell("joint_order", JointOrder(**(fields | changes)), LATCHED_QOS)
    bench.until(lambda: node.failure is not None, "the refusal")
    assert named in str(node.failure)
