"""The bridge on a bus and a clock of the test: what reaches the drives is new, finite and within limits."""

from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from biped_control.errors import HardwareError
from biped_control.hardware.bus.hardware_bridge import (
    Action,
    BridgeLimits,
    BridgeMode,
    BridgeTick,
    HardwareBridge,
)
from biped_control.hardware.bus.joint_signals import DriveFault, Feedback, JointCommands
from biped_control.robot.state import FloatArray

N = 3
LIMITS = BridgeLimits(
    torques=np.array([10.0, 20.0, 30.0]),
    braking=np.array([1.0, 2.0, 3.0]),
    torque_age_s=0.02,
    answer_age_s=0.05,
    patience_s=0.5,
)


@dataclass
class FakeBus:
    """An `ActuatorBus` of three joints that does what the test says."""

    now: float = 100.0
    powered: bool | None = None
    received: FloatArray = field(default_factory=lambda: np.full(N, 100.0))
    broken: tuple[DriveFault, ...] = ()
    gone: bool = False
    sent: list[JointCommands] = field(default_factory=list)

    def clock(self) -> float:
        return self.now

    def open(self, powered: bool) -> None:
        self.powered, self.broken, self.gone = powered, (), False
        self.received = np.full(N, self.now)

    def send(self, commands: JointCommands) -> None:
        if self.gone:
            raise HardwareError("bus is gone")
        self.sent.append(commands)

    def collect(self, timeout: float) -> Feedback:
        if self.gone:
            raise HardwareError("bus is gone")
        numbers = np.zeros(N)
        return Feedback(numbers, numbers, numbers, numbers, self.received.copy(), None)

    def faults(self) -> tuple[DriveFault, ...]:
        return self.broken if self.powered else ()

    def close(self) -> None:
        self.powered = None


@pytest.fixture
def bus() -> FakeBus:
    return FakeBus()


def started(bus: FakeBus, mode: BridgeMode = BridgeMode.LIVE) -> HardwareBridge:
    bridge = HardwareBridge(bus, LIMITS, mode, bus.clock)
    bridge.start()
    return bridge


def tick(bridge: HardwareBridge, bus: FakeBus, seconds: float = 0.0, answers: bool = True) -> BridgeTick:
    bus.now += seconds
    if answers:
        bus.received[:] = bus.now
    return bridge.tick(0.0)


def is_braking(commands: JointCommands) -> bool:
    quiet = (commands.torque, commands.stiffness, commands.position, commands.velocity)
    return not any(values.any() for values in quiet) and bool((commands.damping == LIMITS.braking).all())


def test_before_the_first_torque_it_lets_go(bus: FakeBus) -> None:
    bridge = started(bus)
    assert tick(bridge, bus, 5.0).action is Action.LET_GO
    assert not any(values.any() for values in vars(bus.sent[-1]).values())


def test_new_torques_pass_clamped(bus: FakeBus) -> None:
    bridge = started(bus)
    bridge.give(np.array([5.0, -25.0, 31.0]), bus.now)
    result = tick(bridge, bus, 0.019)
    assert (result.action, result.clamped, result.reason) == (Action.TORQUE, 2, "")
    np.testing.assert_array_equal(bus.sent[-1].torque, [5.0, -20.0, 30.0])
    np.testing.assert_array_equal(bus.sent[-1].torque, result.torques)


def test_old_torques_brake_then_latch(bus: FakeBus) -> None:
    bridge = started(bus)
    bridge.give(np.ones(N), bus.now)
    assert tick(bridge, bus, 0.021).action is Action.BRAKE
    assert is_braking(bus.sent[-1])
    bridge.give(np.ones(N), bus.now)
    assert tick(bridge, bus).action is Action.TORQUE
    assert tick(bridge, bus, 0.51).action is Action.LATCHED
    bridge.give(np.ones(N), bus.now)
    assert tick(bridge, bus).action is Action.LATCHED
    assert is_braking(bus.sent[-1])
    bridge.reset()
    assert bridge.latched == ""
    assert tick(bridge, bus).action is Action.LET_GO  # the torque from before is forgotten


def test_a_torque_from_an_old_state_is_old(bus: FakeBus) -> None:
    bridge = started(bus)
    bridge.give(np.ones(N), bus.now)
    bridge.give(np.full(N, 2.0), bus.now - 0.01)  # overtaken on its way
    tick(bridge, bus)
    np.testing.assert_array_equal(bus.sent[-1].torque, 1.0)


@pytest.mark.parametrize(
    "torques", [np.ones(2), np.ones((1, N)), np.array([1.0, np.nan, 1.0]), np.full(N, np.inf)]
)
def test_torques_that_are_none_are_refused(bus: FakeBus, torques: FloatArray) -> None:
    bridge = started(bus)
    bridge.give(np.ones(N), bus.now)
    with pytest.raises(HardwareError, match="3 finite numbers"):
        bridge.give(torques, bus.now)
    tick(bridge, bus, 0.01)
    np.testing.assert_array_equal(bus.sent[-1].torque, 1.0)


@pytest.mark.parametrize("ahead", [1e-6, 1e9, np.nan])
def test_torques_from_the_future_are_refused(bus: FakeBus, ahead: float) -> None:
    with pytest.raises(HardwareError, match="yet to come"):
        started(bus).give(np.ones(N), bus.now + ahead)


def test_a_joint_without_answers_brakes_then_latches(bus: FakeBus) -> None:
    bridge = started(bus)
    for seconds, action in ((0.04, Action.TORQUE), (0.02, Action.BRAKE), (0.5, Action.LATCHED)):
        bus.now += seconds
        bus.received[:2] = bus.now
        bridge.give(np.ones(N), bus.now)
        assert bridge.tick(0.0).action is action
    assert "joint 2 has not answered" in bridge.latched


def test_a_drive_fault_latches(bus: FakeBus) -> None:
    bridge = started(bus)
    bridge.give(np.ones(N), bus.now)
    bus.broken = (DriveFault("knee", 0x4310),)
    result = tick(bridge, bus)
    assert (result.action, result.faults) == (Action.LATCHED, bus.broken)
    assert "knee (error 0x4310)" in result.reason
    assert is_braking(bus.sent[-1])
    bus.broken = ()
    assert tick(bridge, bus).action is Action.LATCHED


def test_a_bus_that_is_gone_latches(bus: FakeBus) -> None:
    bridge = started(bus)
    bus.gone = True
    result = tick(bridge, bus)
    assert (result.action, result.reason) == (Action.LATCHED, "bus is gone")
    assert not result.torques.any()
    bus.gone = False
    assert tick(bridge, bus).action is Action.LATCHED


@pytest.mark.parametrize("mode", [BridgeMode.READ_ONLY, BridgeMode.DRY_RUN])
def test_drives_stay_off_unless_live(bus: FakeBus, mode: BridgeMode) -> None:
    bridge = started(bus, mode)
    assert bus.powered is False
    bridge.give(np.ones(N), bus.now)
    result = tick(bridge, bus)
    dry = mode is BridgeMode.DRY_RUN
    assert result.action is (Action.TORQUE if dry else Action.LET_GO)
    assert result.torques.any() == dry
    bridge.reset()
    assert bus.powered is False


def test_stop_closes_the_bus(bus: FakeBus) -> None:
    bridge = started(bus)
    bridge.stop()
    bridge.stop()
    assert bus.powered is None


class AnyCourseOfEvents(RuleBasedStateMachine):
    """Whatever happens: a torque that is sent is finite, within limits, and the newest one given in time."""

    def __init__(self) -> None:
        super().__init__()
        self.bus = FakeBus()
        self.bridge = started(self.bus)
        self.given: list[tuple[float, FloatArray]] = []
        self.trouble = False

    @rule(torque=st.floats(-100.0, 100.0), age=st.floats(0.0, 1.0))
    def torque_comes(self, torque: float, age: float) -> None:
        torques = np.array([torque, -torque, 0.5 * torque])
        self.bridge.give(torques, self.bus.now - age)
        self.given.append((self.bus.now - age, torques))

    @rule(torque=st.sampled_from([np.nan, np.inf, -np.inf]))
    def nonsense_comes(self, torque: float) -> None:
        with pytest.raises(HardwareError):
            self.bridge.give(np.full(N, torque), self.bus.now)

    @rule(seconds=st.floats(0.0, 0.1), answering=st.lists(st.booleans(), min_size=N, max_size=N))
    def time_passes(self, seconds: float, answering: list[bool]) -> None:
        self.bus.now += seconds
        self.bus.received[answering] = self.bus.now

    @rule()
    def a_drive_breaks(self) -> None:
        self.bus.broken = (DriveFault("knee", 1),)

    @rule()
    def the_bus_goes(self) -> None:
        self.bus.gone = True

    @rule()
    def somebody_resets(self) -> None:
        self.bridge.reset()
        self.given.clear()
        self.trouble = False

    @invariant()
    def nothing_wrong_is_sent(self) -> None:
        before = len(self.bus.sent)
        self.trouble |= bool(self.bus.broken) or self.bus.gone
        result = self.bridge.tick(0.0)
        for commands in self.bus.sent[before:]:
            assert all(np.isfinite(values).all() for values in vars(commands).values())
            assert not commands.stiffness.any()
            if commands.torque.any():
                when, torques = max(self.given, key=lambda pair: pair[0])
                assert self.bus.now - when <= LIMITS.torque_age_s
                assert (self.bus.now - self.bus.received <= LIMITS.answer_age_s).all()
                assert not self.trouble
                np.testing.assert_array_equal(
                    commands.torque, np.clip(torques, -LIMITS.torques, LIMITS.torques)
                )
        if self.trouble:
            assert result.action is Action.LATCHED


TestAnyCourseOfEvents = AnyCourseOfEvents.TestCase
TestAnyCourseOfEvents.settings = hypothesis_settings(max_examples=50, stateful_step_count=30)
