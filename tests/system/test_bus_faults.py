"""The rows of docs/faults.md that only buses have, on a running graph that walks an emulated robot.

The nodes are processes; the bridge lives here, on a bus in computed time, so that all bounds are ticks.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

import rclpy
from graph_processes import RunningGraph
from lock_step_bridge import LockStepBridge, Sent
from security_policy import unforeseen

from biped_control.analysis.assembly import WalkParts
from biped_control.hardware.emulated_robot.emulation_settings import Mishap
from biped_control.nodes.node_process import fastest_executor
from biped_control.nodes.node_processes import ros_arguments
from biped_control.nodes.ros_environment import free_domain
from biped_control.robot.damping import JointDamping
from biped_control.robot.model import RobotModel
from biped_control.safety.fault import Fault

STANCE_KNEE = "r_knee_pitch"  # at tick MID_STEP the robot stands on its right foot alone
MID_STEP = 90
MAX_AGE = 6  # [ticks] of a joint's answer
LATCHED_AFTER = 60  # ticks without a state
WATCHDOG = 3  # [ticks] of the drives


class WalkingGraph:
    """Bridge and graph, turned together."""

    def __init__(self, graph: RunningGraph, bridge: LockStepBridge, executor: Any) -> None:
        self.graph, self.bridge, self._executor = graph, bridge, executor

    def until(self, condition: Callable[[], object], what: str) -> None:
        def turned() -> object:
            for _ in range(20):
                self._executor.spin_once(timeout_sec=0.002)
            return condition()

        self.graph.until(turned, what)

    def walk_to(self, tick: int) -> None:
        self.until(lambda: self.bridge._loop.tick >= tick or self.bridge.run.over, f"tick {tick}")

    def suffer(self, what: str, **more: Any) -> int:
        """Something goes wrong; the number of commands sent until then."""
        self.bridge.emulated.suffer(Mishap(at_s=0.0, what=what, **more))  # type: ignore[arg-type]
        return len(self.bridge.history)

    @property
    def latched(self) -> Fault:
        return self.bridge._safety.supervisor.latched

    @property
    def reason(self) -> str:
        return self.bridge._safety.supervisor.reason

    def since(self, mishap: int) -> list[Sent]:
        return self.bridge.history[mishap:]


@pytest.fixture(scope="module")
def running(walk_parts: WalkParts) -> Iterator[WalkingGraph]:
    domain = free_domain()
    graph = RunningGraph(domain, "headless:=true", "hardware:=true")
    for name in ("hardware_bridge", "state_broadcaster"):
        graph.specs.pop(name)
    rclpy.init(args=["test", *ros_arguments({"autostart": False, "headless": True})], domain_id=domain)
    bridge, executor = LockStepBridge(), fastest_executor()
    executor.add_node(bridge)
    bridge.trigger_configure()
    assert bridge.failure is None
    with graph.running():
        yield WalkingGraph(graph, bridge, executor)
        bridge.stop()
    executor.shutdown()
    bridge.destroy_node()
    rclpy.try_shutdown()


@pytest.fixture
def walking(running: WalkingGraph, robot: RobotModel) -> Iterator[WalkingGraph]:
    """A new run, in mid-step. Whatever happens, what reached the joints was numbers within the limits."""
    bridge = running.bridge
    bridge.failure, bridge.finished = None, False
    bridge.trigger_activate()
    running.walk_to(MID_STEP)
    assert not bridge.run.over
    yield running
    for sent in bridge.history:
        assert all(np.isfinite(values).all() for values in vars(sent.commands).values())
        assert (np.abs(sent.commands.torque) <= robot.effort_limits).all()
        assert np.isfinite(sent.applied).all()
        assert (np.abs(sent.applied) <= 1.001 * robot.effort_limits).all()
    if bridge.active:
        bridge.trigger_deactivate()


@pytest.fixture(scope="module")
def braking(robot: RobotModel) -> Callable[[Sent], bool]:
    """Whether a command brakes all joints and asks for nothing else."""
    coefficients = JointDamping(robot, 1.0 / 120.0).coefficients

    def brakes(sent: Sent) -> bool:
        commands = sent.commands
        others = (commands.torque, commands.stiffness, commands.position, commands.velocity)
        return not any(values.any() for values in others) and bool((commands.damping == coefficients).all())

    return brakes


def test_every_name_that_the_bridge_uses_is_in_the_security_policy(walking: WalkingGraph) -> None:
    assert not unforeseen(walking.graph.node, "hardware_bridge")


def test_one_frame_of_a_hundred_lost_it_walks_on(walking: WalkingGraph) -> None:
    walking.suffer("lose", share=0.01)
    walking.walk_to(MID_STEP + 240)
    run, loop = walking.bridge.run, walking.bridge._loop
    assert not run.record.fell
    assert (walking.latched, loop.missed_ticks, loop.late_ticks) == (Fault.NONE, 0, 0)
    assert run.unmeasured_joints > 50
    assert "get lost" not in walking.bridge.parts()[0].message


def test_one_frame_of_ten_lost_is_told_and_it_goes_on_until_it_falls(walking: WalkingGraph) -> None:
    """What comes now and then is a state; nothing but a fall ends this, and with it drives go off."""
    mishap = walking.suffer("lose", share=0.1)
    walking.walk_to(walking.bridge._loop.tick + 30)
    told = walking.bridge.parts()[0].message
    assert "of the joints' answers get lost" in told
    walking.walk_to(1200)
    assert walking.bridge.run.record.fell
    assert walking.latched in (Fault.NONE, Fault.OVERSPEED), walking.reason
    assert len(walking.since(mishap)) > 24
    assert np.abs(walking.bridge.rest(0.1)[-1]).max() < 1e-3, "drives are off, or their watchdogs let go"


def test_all_frames_lost_the_drives_let_go_and_it_is_latched(
    walking: WalkingGraph, robot: RobotModel, braking: Callable[[Sent], bool]
) -> None:
    mishap, tick = walking.suffer("cut"), walking.bridge._loop.tick
    walking.walk_to(tick + 2 * LATCHED_AFTER)
    history = walking.since(mishap)
    assert len(history) > LATCHED_AFTER
    for sent in history[WATCHDOG + 2 :]:
        assert np.abs(sent.applied / robot.effort_limits).max() < 0.01, "nobody repeats the last torque"
    first = next(i for i, sent in enumerate(history) if braking(sent))
    assert first <= MAX_AGE + 2
    assert all(braking(sent) for sent in history[first:])
    assert walking.latched is Fault.NO_STATE
    assert "for 61 ticks" in walking.reason
    walking.suffer("mend")
    walking.walk_to(tick + 2 * LATCHED_AFTER + 10)
    assert all(braking(sent) for sent in walking.bridge.history[-10:]), "only a reset leaves it"


@pytest.mark.parametrize(
    ("what", "bound", "fault"), [("overheat", 2, Fault.DRIVE), ("silent", MAX_AGE + 2, Fault.NONE)]
)
def test_a_drive_that_breaks_in_mid_step_brakes_all_joints(
    walking: WalkingGraph, braking: Callable[[Sent], bool], what: str, bound: int, fault: Fault
) -> None:
    mishap = walking.suffer(what, joint=STANCE_KNEE)
    walking.walk_to(walking.bridge._loop.tick + 20)
    history = walking.since(mishap)
    first = next(i for i, sent in enumerate(history) if braking(sent))
    assert first <= bound
    assert all(braking(sent) for sent in history[first:])
    assert walking.latched is fault
    assert (STANCE_KNEE in walking.reason) == (what == "overheat")
