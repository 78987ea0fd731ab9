"""What nodes say of themselves on /diagnostics."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped.msg import JointTorques
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus

from biped_control.dashboard.graph_health import Level
from biped_control.nodes import diagnostics_listener
from biped_control.nodes.contact_adaptation import ContactAdaptation
from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.diagnostics_listener import listen_once, part_health
from biped_control.nodes.message_fields import doubles
from biped_control.nodes.simulator import Simulator
from biped_control.robot.model import RobotModel


def told(bench: Any) -> dict[str, DiagnosticStatus]:
    """What the node says now, not only once a second."""
    if "/diagnostics" not in bench.heard:
        bench.listen(DiagnosticArray, "/diagnostics")
    heard = bench.heard["/diagnostics"]
    heard.clear()
    bench.node._diagnostics.publish()
    bench.until(lambda: bool(heard), "the diagnostics")
    return {status.name: status for status in heard[-1].status}


def values(status: DiagnosticStatus) -> dict[str, str]:
    return {pair.key: pair.value for pair in status.values}


def test_a_node_counts_its_ticks_and_what_it_dropped(bench: Any, idle: Any, robot: RobotModel) -> None:
    node = bench.start(ContactAdaptation)
    answers = bench.listen(JointTorques, "joint_torques")
    for tick in (0, 1, 4):
        bench.tell("robot_state", idle.state(tick))
        bench.tell("predicted_controls", idle.controls(tick))
        bench.until(lambda tick=tick: bool(answers) and answers[-1].tick == tick, f"tick {tick}")
    bad = idle.controls(5)
    bad.torques = doubles(np.full(robot.nu, np.nan))
    bench.tell("predicted_controls", bad)
    bench.until(lambda: node.dropped == 1, "the bad message")
    health = told(bench)
    ticks, torques = health["contact_adaptation: ticks"], health["contact_adaptation: torques"]
    assert ticks.level == DiagnosticStatus.WARN
    assert ticks.message == "bad messages on predicted_controls were dropped"
    counted = values(ticks)
    assert (counted["ticks"], counted["missed ticks"]) == ("3", "2")
    assert counted["dropped on predicted_controls"] == "1"
    assert float(counted["execution p50 [ms]"]) > 0.0
    assert (torques.level, torques.message) == (DiagnosticStatus.OK, "within limits")


def test_the_latched_fault_and_what_was_cut_are_told(bench: Any, robot: RobotModel) -> None:
    node = bench.start(Simulator, engine="lcp", headless=False)
    for tick, torques in enumerate((np.full(robot.nu, 1e5), np.zeros(0))):
        bench.tell("joint_torques", JointTorques(tick=tick, torques=doubles(torques)))
        bench.until(lambda tick=tick: node.loop.tick > tick, f"the step of tick {tick}")
    safety = told(bench)["simulator: safety"]
    assert safety.level == DiagnosticStatus.WARN
    assert values(safety)["ticks with a torque cut to the limit"] == "1"
    assert values(safety)["ticks without a solution"] == "1"
    node.loop.pause(True)
    node._safety.stop("somebody says so")
    safety = told(bench)["simulator: safety"]
    assert (safety.level, safety.message) == (
        DiagnosticStatus.ERROR,
        "latched, joints braked: somebody says so",
    )
    assert values(safety)["latched fault"] == "emergency stop"


def test_a_node_that_is_not_active_says_so_and_status_hears_it(
    bench: Any, domain: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diagnostics_listener, "_ROUND_S", 0.0)
    bench.start(lambda: ControlNode("sleeper"), autostart=False)
    with ThreadPoolExecutor() as pool:
        asked = pool.submit(listen_once, domain.number)
        bench.until(asked.done, "what status has heard")
        (part,) = asked.result()
    assert (part.node, part.part, part.level, part.text) == ("sleeper", "ticks", Level.WARNING, "not active")


def test_what_other_programs_say_is_shown_too() -> None:
    foreign = part_health(DiagnosticStatus(name="battery", level=b"\x07", message="low"))
    assert (foreign.node, foreign.part, foreign.level) == ("battery", "", Level.STALE)
