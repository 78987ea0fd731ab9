"""The loop on a bus and a clock of the test: what reaches the drives is new, finite and within limits."""

from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from biped_control.errors import HardwareError
from biped_control.hardware.bus.joint_signals import BodyReading, DriveFault, Feedback, JointCommands
from biped_control.hardware.bus_loop import BusLoop, BusMode, BusTick, bus_limits
from biped_control.hardware.state_reader import Sensed
from biped_control.robot.damping import JointDamping
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.state import FloatArray, State
from biped_control.safety.fault import Action, Fault
from biped_control.safety.supervisor import Supervisor

DT = 1.0 / 120.0
ROBOT = RobotModel.load()
N = ROBOT.nu
REST = State(np.zeros(ROBOT.nv), np.zeros(ROBOT.nv))
BRAKING = JointDamping(ROBOT, DT).coefficients
LIMITS = bus_limits(ROBOT, np.full(N, 100.0), DT)


@dataclass
class FakeBus:
    """An `ActuatorBus` that does what the test says; asking for answers takes no time."""

    now: float = 100.0
    powered: bool | None = None
    received: FloatArray = field(default_factory=lambda: np.full(N, 100.0))
    silent: set[int] = field(default_factory=set)
    body_received: float = 100.0
    body_silent: bool = False
    position: FloatArray = field(default_factory=lambda: np.zeros(N))
    broken: tuple[DriveFault, ...] = ()
    gone: bool = False
    ignored_frames: int = 0
    sent: list[JointCommands] = field(default_factory=list)

    def clock(self) -> float:
        return self.now

    def open(self, powered: bool) -> None:
        self.powered, self.broken, self.gone = powered, (), False

    def send(self, commands: JointCommands) -> None:
        if self.gone:
            raise HardwareError("bus is gone")
        self.sent.append(commands)

    def collect(self, timeout: float) -> Feedback:
        if self.gone:
            raise HardwareError("bus is gone")
        heard = np.array([joint not in self.silent for joint in range(N)])
        self.received = np.where(heard, self.now, self.received)
        self.body_received = self.body_received if self.body_silent else self.now
        zeros = np.zeros(3)
        body = BodyReading(zeros, zeros, zeros, 0.0, np.zeros(4), self.body_received)
        numbers = np.zeros(N)
        return Feedback(self.position, numbers, numbers, numbers, self.received.copy(), body)

    def faults(self) -> tuple[DriveFault, ...]:
        return self.broken if self.powered else ()

    def close(self) -> None:
        self.powered = None


class StillReader:
    """A `StateReader` of a robot that never moves."""

    def begin(self, state: State, feedback: Feedback) -> Sensed:
        return self.read(feedback)

    def read(self, feedback: Feedback) -> Sensed:
        return Sensed(Observation(REST, np.empty((0, 3)), np.empty((0, 3))), 0, False, 0.0)


class Course:
    """A loop that has begun."""

    def __init__(self, mode: BusMode = BusMode.LIVE) -> None:
        self.bus = FakeBus()
        self.supervisor = Supervisor(LIMITS, JointDamping(ROBOT, DT))
        self.loop = BusLoop(
            self.bus,
            ROBOT,
            StillReader(),  # type: ignore[arg-type]
            self.supervisor,
            BRAKING,
            DT,
            mode,
            clock=self.bus.clock,
        )
        self.loop.start(REST)
        self.loop.begin(REST)

    def step(self, torque: float | None = None) -> BusTick:
        """A period in which this torque has come for the newest state, or none."""
        if torque is not None:
            self.loop.take(self.loop.tick, np.full(N, torque))
        self.bus.now += DT
        return self.loop.step()


@pytest.fixture
def course() -> Course:
    return Course()


def is_braking(commands: JointCommands) -> bool:
    quiet = (commands.torque, commands.stiffness, commands.position, commands.velocity)
    return not any(values.any() for values in quiet) and bool((commands.damping == BRAKING).all())


def lets_go(commands: JointCommands) -> bool:
    return not any(values.any() for values in vars(commands).values())


def test_before_the_first_torque_it_lets_go_and_waits(course: Course) -> None:
    for _ in range(200):
        assert course.step().verdict is None
        assert lets_go(course.bus.sent[-1])
    assert course.loop.tick == 0


def test_torques_pass_within_the_limits_of_robot_and_drives(course: Course) -> None:
    assert course.step(5.0).verdict is not None
    np.testing.assert_array_equal(course.bus.sent[-1].torque, 5.0)
    assert course.loop.tick == 1
    course.step(1e4)
    np.testing.assert_array_equal(course.bus.sent[-1].torque, np.minimum(ROBOT.effort_limits, 100.0))


def test_a_state_says_how_late_the_torques_were_that_went_out_before_it(course: Course) -> None:
    ages = [course.step(torque).sensed.observation.torques_late for torque in (5.0, 5.0, None, None, 5.0)]
    assert ages == [0, 0, 1, 2, 0]


def test_old_torques_serve_two_ticks_then_drives_brake_then_it_is_latched(course: Course) -> None:
    course.step(5.0)
    for _ in range(2):
        course.step()
        np.testing.assert_array_equal(course.bus.sent[-1].torque, 5.0)
    for _ in range(60):
        course.step()
        assert is_braking(course.bus.sent[-1])
    assert not course.supervisor.latched
    course.step()
    assert course.supervisor.latched is Fault.NO_TORQUE
    assert (course.loop.late_ticks, course.loop.missed_ticks) == (2, 61)
    course.step(5.0)
    assert is_braking(course.bus.sent[-1])
    assert course.loop.reset_fault() == ""
    course.step(5.0)
    assert 0.0 < course.bus.sent[-1].torque[0] < 1.0, "they come back little by little"


def test_torques_that_come_late_overtake_nothing(course: Course) -> None:
    course.step(5.0)
    course.step(6.0)
    assert not course.loop.take(0, np.full(N, 1.0))
    assert not course.loop.take(99, np.full(N, 1.0)), "of the run before"
    course.step()
    np.testing.assert_array_equal(course.bus.sent[-1].torque, 6.0)


def test_a_joint_or_an_imu_that_is_silent_for_six_ticks_is_braked_then_latched(course: Course) -> None:
    course.step(5.0)
    course.bus.silent = {2}
    for _ in range(7):
        result = course.step(5.0)
        assert result.verdict is not None
        assert result.verdict.action is Action.TORQUE
    result = course.step(5.0)
    assert is_braking(course.bus.sent[-1])
    assert result.silent == (ROBOT.joint_names[2],)
    for _ in range(60):
        course.step(5.0)
    assert course.supervisor.latched is Fault.NO_STATE
    course = Course()
    course.step(5.0)
    course.bus.body_silent = True
    for _ in range(8):
        result = course.step(5.0)
    assert is_braking(course.bus.sent[-1])
    assert result.silent == ("imu",)


def test_a_drive_fault_is_latched_and_the_reset_switches_it_on(course: Course) -> None:
    course.step(5.0)
    course.bus.broken = (DriveFault("knee", 0x4310),)
    course.step(5.0)
    course.step(5.0)
    assert is_braking(course.bus.sent[-1])
    assert "knee (error 0x4310)" in course.supervisor.reason
    assert course.supervisor.latched is Fault.DRIVE
    course.bus.powered = None
    assert course.loop.reset_fault() == ""
    assert course.bus.powered
    assert not course.supervisor.latched


def test_a_bus_that_is_gone_is_latched(course: Course) -> None:
    course.step(5.0)
    course.bus.gone = True
    course.step(5.0)
    assert course.supervisor.latched is Fault.DRIVE
    assert course.supervisor.reason == "bus is gone"
    course.bus.gone = False
    course.step(5.0)
    assert is_braking(course.bus.sent[-1])


def test_an_emergency_stop_before_the_first_torque_brakes(course: Course) -> None:
    course.supervisor.latch(Fault.EMERGENCY_STOP, "test")
    course.step()
    assert is_braking(course.bus.sent[-1])


@pytest.mark.parametrize("mode", [BusMode.READ_ONLY, BusMode.DRY_RUN])
def test_drives_stay_off_unless_live(mode: BusMode) -> None:
    course = Course(mode)
    assert course.bus.powered is False
    result = course.step(5.0)
    assert (result.verdict is None) == (mode is BusMode.READ_ONLY)
    assert course.loop.tick == 1
    course.bus.broken = (DriveFault("knee", 1),)
    course.step(5.0)
    assert not course.supervisor.latched, "a drive that is off is no fault"
    assert course.loop.reset_fault() == ""
    assert course.bus.powered is False


def test_a_robot_elsewhere_does_not_begin() -> None:
    course = Course()
    course.loop.stop()
    course.bus.position[4] = 0.3
    with pytest.raises(HardwareError, match=f"joints {ROBOT.joint_names[4]} are more than 0.2 rad from"):
        course.loop.start(REST)
    assert course.bus.powered is None, "it is closed, and was never on"


def test_stop_closes_the_bus(course: Course) -> None:
    course.loop.stop()
    course.loop.stop()
    assert course.bus.powered is None


class AnyCourseOfEvents(RuleBasedStateMachine):
    """Whatever happens: a torque that is sent is finite, within limits, and not of an old state."""

    def __init__(self) -> None:
        super().__init__()
        self.course = Course()
        self.severe = False

    @rule(torque=st.one_of(st.none(), st.floats(-500.0, 500.0), st.sampled_from([np.nan, np.inf])))
    def a_tick_passes(self, torque: float | None) -> None:
        course, bus = self.course, self.course.bus
        known = course.loop._newest
        if torque is not None and (known is None or known[0] < course.loop.tick):
            known = (course.loop.tick, np.full(N, torque))
        before = len(bus.sent)
        age = course.loop.tick - known[0] if known is not None else 0
        stale = bus.now + DT - bus.received.min() > (LIMITS.max_state_age + 1.5) * DT
        course.step(torque)
        for commands in bus.sent[before:]:
            assert all(np.isfinite(values).all() for values in vars(commands).values())
            assert (np.abs(commands.torque) <= LIMITS.torques).all()
            assert not commands.stiffness.any()
            if commands.torque.any():
                assert age <= LIMITS.max_age
                assert not stale
                assert not self.severe

    @rule(joints=st.sets(st.integers(0, N - 1), max_size=3))
    def joints_fall_silent(self, joints: set[int]) -> None:
        self.course.bus.silent = joints

    @rule()
    def a_drive_breaks(self) -> None:
        self.course.bus.broken = (DriveFault("knee", 1),)

    @rule()
    def the_bus_goes(self) -> None:
        self.course.bus.gone = True

    @rule()
    def somebody_resets(self) -> None:
        self.course.loop.reset_fault()

    @invariant()
    def severe_faults_are_latched(self) -> None:
        self.severe = self.course.supervisor.latched >= Fault.OVERSPEED


TestAnyCourseOfEvents = AnyCourseOfEvents.TestCase
TestAnyCourseOfEvents.settings = hypothesis_settings(max_examples=40, stateful_step_count=30)
