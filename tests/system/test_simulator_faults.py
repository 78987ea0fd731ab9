"""Faults of the simulator's node that a walk in lock-step does not show: overspeed, torques too late."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped.msg import JointTorques

from biped_control.nodes.message_fields import doubles
from biped_control.nodes.simulator import Simulator
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.state import State
from biped_control.safety.fault import Fault
from biped_control.safety.safety_limits import SafetyLimits

SOME = 3.0  # [N m]


class Applied:
    """What the engine of a node gets; its joints may be made to run away."""

    def __init__(self, node: Simulator) -> None:
        self.torques: list[Any] = []
        self.runaway: int | None = None
        self._step = node._engine.step
        node._engine.step = self.step  # type: ignore[method-assign]

    def step(self, torques: Any) -> Observation:
        self.torques.append(torques)
        after = self._step(torques)
        if self.runaway is None:
            return after
        v = after.state.v.copy()
        v[6 + self.runaway] = 1e3
        return replace(after, state=State(after.state.q, v))


def answer(bench: Any, node: Simulator, torque: float) -> None:
    torques = doubles(np.full(node._joints, torque))
    bench.tell("joint_torques", JointTorques(tick=node.loop.tick, torques=torques))


def test_a_joint_that_runs_away_is_braked_and_named(bench: Any, robot: RobotModel) -> None:
    node = bench.start(Simulator, engine="lcp", headless=False)
    applied, limits = Applied(node), SafetyLimits.of(robot, 1.0 / 120.0)
    applied.runaway = robot.joint_names.index("l_elbow_pitch")
    ticks = 0
    while not node.loop.fault:
        ticks += 1
        tick = node.loop.tick
        answer(bench, node, SOME)
        bench.until(lambda tick=tick: node.loop.tick > tick, "the step")
        assert ticks < 20
    assert node.loop.fault == "too fast: l_elbow_pitch"
    # The first state is that of the start, still slow.
    listened = [bool(np.allclose(torques, SOME)) for torques in applied.torques]
    assert listened[: limits.fast_ticks + 1] == [True] * limits.fast_ticks + [False]
    assert np.all(np.abs(applied.torques[limits.fast_ticks]) <= 0.5 * robot.effort_limits)


def test_in_real_time_a_torque_that_is_too_late_brakes_the_joints(bench: Any, robot: RobotModel) -> None:
    node = bench.start(Simulator, engine="lcp", headless=False, realtime=True)
    applied = Applied(node)
    answer(bench, node, SOME)
    bench.until(lambda: node.loop.tick >= 6, "six periods of the clock")
    listened = [bool(np.allclose(torques, SOME)) for torques in applied.torques[:6]]
    assert listened == [True, True, True, False, False, False], "two ticks are bridged"
    assert node.loop.missed_ticks == node.loop.tick - 3
    assert node._safety.supervisor.faulty_ticks[Fault.NO_TORQUE] == node.loop.missed_ticks

    before = len(applied.torques)

    def back() -> bool:
        answer(bench, node, SOME)
        return any(np.allclose(torques, SOME) for torques in applied.torques[before:])

    bench.until(back, "its return")
