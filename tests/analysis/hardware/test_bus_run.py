"""Account of a run on a clock of the test."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from biped_control.analysis.hardware.bus_run import BusRun
from biped_control.analysis.run_record import RunRecord
from biped_control.hardware.emulated_robot.standing import standing_state
from biped_control.hardware.state_reader import Sensed
from biped_control.policies.weights import load_table, look_ahead_weights
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.state import State
from biped_control.safety.fault import Fault

DT = 1.0 / 120.0


class FakeLoop:
    """A `BusLoop` whose robot walks 1 cm a tick from its third step on; a step takes 2 ms."""

    def __init__(self, robot: RobotModel) -> None:
        self.tick = self.late_ticks = self.missed_ticks = self.steps = 0
        self.now = 50.0
        self.state, self.lost_body = standing_state(robot), False

    def clock(self) -> float:
        return self.now

    def begin(self, state: State) -> Sensed:
        return self._sensed()

    def take(self, tick: int, torques: Any) -> bool:
        return tick == self.tick

    def step(self) -> Any:
        self.steps += 1
        self.now += 0.002
        if self.steps > 2:
            self.tick += 1
            self.state = State(self.state.q + 0.01 * np.eye(len(self.state.q))[0], self.state.v)
        return SimpleNamespace(sensed=self._sensed(), verdict=None)

    def _sensed(self) -> Sensed:
        nowhere = np.empty((0, 3))
        return Sensed(Observation(self.state, nowhere, nowhere), 1, self.lost_body, DT * self.steps)


@pytest.fixture
def course(robot: RobotModel) -> tuple[BusRun, FakeLoop, Any]:
    loop, weights = FakeLoop(robot), look_ahead_weights(robot, load_table())
    supervisor = SimpleNamespace(latched=Fault.NONE, reason="")
    run = BusRun(
        loop,  # type: ignore[arg-type]
        supervisor,  # type: ignore[arg-type]
        lambda start: RunRecord(robot, weights, DT, start),
        DT,
        ticks=30,
        ends_with_fault=True,
        clock=loop.clock,
    )
    run.begin(loop.state)
    return run, loop, supervisor


def period(run: BusRun, loop: FakeLoop, length: float = DT) -> None:
    begun = loop.now
    run.step()
    loop.now += 0.003
    run.take(loop.tick, np.zeros(23))
    loop.now = begun + length


def test_times_and_distance_count_from_the_first_torque_on(course: tuple[BusRun, FakeLoop, Any]) -> None:
    run, loop, _ = course
    for _ in range(2):
        period(run, loop)
    loop.now += 7.0  # the other nodes come up
    loop.lost_body = True
    period(run, loop)
    loop.lost_body = False
    for _ in range(28):
        period(run, loop)
    period(run, loop, 2.0 * DT)
    assert run.over
    assert run.lost_share == pytest.approx(1 / 23), "one joint's answer a tick"
    summary = run.summary()
    assert summary["ticks"] == 30
    assert summary["distance_m"] == pytest.approx(0.3)
    assert (summary["unmeasured_joints"], summary["unmeasured_bodies"], len(run.times)) == (30, 1, 29)
    assert summary["round_trip_ms"]["p50"] == pytest.approx(3.0)  # type: ignore[index]
    assert summary["answer_ms"]["max"] == pytest.approx(2.0)  # type: ignore[index]
    assert summary["period_ms"]["max"] == pytest.approx(1e3 * DT)  # type: ignore[index]
    assert summary["realtime_factor"] == pytest.approx(1.0)
    histogram: Any = summary["period_histogram"]
    assert sum(histogram["counts"]) == 29
    assert histogram["counts"][histogram["edges_ms"].index(8.2)] == 29
    assert set(run.progress()) < set(summary)


def test_a_latched_fault_ends_it_two_seconds_later(course: tuple[BusRun, FakeLoop, Any]) -> None:
    run, loop, supervisor = course
    run._ticks = 0
    for _ in range(5):
        period(run, loop)
    supervisor.latched, supervisor.reason = Fault.DRIVE, "drives no longer obey: knee"
    for _ in range(239):
        period(run, loop)
    assert not run.over
    period(run, loop)
    assert run.over
    assert run.failure == "drives no longer obey: knee"
    supervisor.latched = Fault.OVERSPEED
    run.record.fell = True
    assert run.failure == "", "a fall is a result, whatever it looked like"


def test_a_fall_ends_it(course: tuple[BusRun, FakeLoop, Any]) -> None:
    run, loop, _ = course
    for _ in range(4):
        period(run, loop)
    q = loop.state.q.copy()
    q[4] = 1.5
    loop.state = replace(loop.state, q=q)
    period(run, loop)
    assert run.over
    assert run.record.fell
