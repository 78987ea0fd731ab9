"""The supervisor: each fault for itself, then any course of events."""

from typing import Any

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from biped_control.robot.damping import JointDamping
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State
from biped_control.safety.fault import Action, Fault
from biped_control.safety.safety_limits import SafetyLimits
from biped_control.safety.supervisor import Supervisor, Verdict

LIMITS = SafetyLimits(
    joints=("hip", "knee"),
    torques=np.array([100.0, 50.0]),
    velocities=np.array([10.0, 20.0]),
    max_age=2,
    max_state_age=1,
    fast_ticks=3,
    patience=6,
    blend_ticks=4,
)
WANTED = np.array([40.0, -30.0])


class Damper:
    """Brakes with -2 v, holds with a spring of 10 N m/rad."""

    def brake(self, state: State) -> FloatArray:
        return -2.0 * state.v[6:]

    def hold(self, state: State, pose: FloatArray) -> FloatArray:
        return self.brake(state) - 10.0 * (state.q[6:] - pose)


def state(velocities: Any = (0.5, -1.0), positions: Any = (0.0, 0.0)) -> State:
    return State(np.concatenate([np.zeros(6), positions]), np.concatenate([np.zeros(6), velocities]))


MOVING = state()
BRAKE = np.array([-1.0, 2.0])  # of MOVING


@pytest.fixture
def supervisor() -> Supervisor:
    return Supervisor(LIMITS, Damper())


def test_nothing_is_changed_while_nothing_is_wrong(supervisor: Supervisor) -> None:
    rng = np.random.default_rng(0)
    for _ in range(50):
        wanted = rng.uniform(-50.0, 50.0, 2)
        verdict = supervisor.judge(MOVING, wanted)
        assert verdict.torques.tobytes() == wanted.tobytes()
        assert (verdict.action, verdict.fault, verdict.reason) == (Action.TORQUE, Fault.NONE, "")
    assert not supervisor.faulty_ticks


def test_torques_beyond_the_limit_are_cut_counted_and_named(supervisor: Supervisor) -> None:
    verdict = supervisor.judge(MOVING, np.array([99.0, -51.0]))
    np.testing.assert_array_equal(verdict.torques, [99.0, -50.0])
    assert (verdict.action, verdict.clamped, supervisor.clamped_ticks) == (Action.TORQUE, ("knee",), 1)


def test_an_older_torque_serves_as_long_as_it_may(supervisor: Supervisor) -> None:
    verdicts = [supervisor.judge(MOVING, WANTED, age) for age in range(5)]
    for verdict in verdicts[:3]:
        np.testing.assert_array_equal(verdict.torques, WANTED)
    for verdict in verdicts[3:]:
        np.testing.assert_array_equal(verdict.torques, BRAKE)
        assert (verdict.action, verdict.fault) == (Action.BRAKE, Fault.NO_TORQUE)
    assert verdicts[4].reason == "no joint torque: the newest is 4 ticks old"
    assert supervisor.faulty_ticks == {Fault.NO_TORQUE: 2}


def test_a_torque_of_a_tick_that_is_yet_to_come_is_none(supervisor: Supervisor) -> None:
    assert supervisor.judge(MOVING, WANTED, age=-1).fault is Fault.NO_TORQUE


@pytest.mark.parametrize("bad", [[np.nan, 0.0], [0.0, np.inf], [], [1.0], [1.0, 2.0, 3.0], [[1.0, 2.0]]])
def test_torques_that_are_none_hold_the_pose_then_the_fault_is_latched(
    supervisor: Supervisor, bad: list[float]
) -> None:
    supervisor.judge(MOVING, WANTED)
    first = supervisor.judge(state((0.5, -1.0), (1.0, 1.0)), np.array(bad))
    np.testing.assert_array_equal(first.torques, BRAKE)
    assert (first.action, first.fault) == (Action.HOLD, Fault.NO_SOLUTION)
    away = state((0.5, -1.0), (2.0, 1.0))
    np.testing.assert_array_equal(
        supervisor.judge(away, np.array(bad)).torques, BRAKE - np.array([10.0, 0.0])
    )
    for _ in range(5):
        verdict = supervisor.judge(away, np.array(bad))
    assert verdict.action is Action.BRAKE
    assert supervisor.latched is Fault.NO_SOLUTION
    assert supervisor.judge(away, WANTED).action is Action.BRAKE


def test_the_pose_to_hold_is_that_in_which_the_torques_ended(supervisor: Supervisor) -> None:
    for angle in (1.0, 2.0):
        supervisor.judge(state((0.0, 0.0), (angle, 0.0)), WANTED)
        held = supervisor.judge(state((0.0, 0.0), (angle, 0.0)), np.array([]))
        np.testing.assert_array_equal(held.torques, np.zeros(2))


@pytest.mark.parametrize(
    ("blind", "state_age"),
    [(MOVING, 2), (MOVING, -1), (state((np.nan, 0.0)), 0), (state(positions=(np.inf, 0.0)), 0)],
)
def test_who_does_not_know_the_state_commands_nothing(
    supervisor: Supervisor, blind: State, state_age: int
) -> None:
    np.testing.assert_array_equal(supervisor.judge(MOVING, WANTED, state_age=1).torques, WANTED)
    verdict = supervisor.judge(blind, WANTED, state_age=state_age)
    np.testing.assert_array_equal(verdict.torques, np.zeros(2))
    assert (verdict.action, verdict.fault) == (Action.BRAKE, Fault.NO_STATE)


def test_a_joint_that_runs_away_is_braked_until_a_reset(supervisor: Supervisor) -> None:
    fast = state((0.0, -21.0))
    assert [supervisor.judge(fast, WANTED).fault for _ in range(3)] == [Fault.NONE] * 2 + [Fault.OVERSPEED]
    verdict = supervisor.judge(MOVING, WANTED)
    np.testing.assert_array_equal(verdict.torques, BRAKE)
    assert (verdict.fault, verdict.reason) == (Fault.OVERSPEED, "too fast: knee")
    assert supervisor.reset() == ""
    assert supervisor.judge(MOVING, WANTED).fault is Fault.NONE


def test_a_reset_is_refused_while_the_cause_is_there(supervisor: Supervisor) -> None:
    supervisor.latch(Fault.EMERGENCY_STOP, "the page says so")
    supervisor.judge(MOVING, None)
    assert supervisor.reset() == "no joint torque: none has come"
    assert supervisor.latched is Fault.EMERGENCY_STOP
    supervisor.judge(state((0.0, 21.0)), WANTED)
    assert supervisor.reset() == "", "a joint that is fast for a tick is none yet"
    for _ in range(3):
        supervisor.judge(state((0.0, 21.0)), WANTED)
    assert supervisor.reset() == "too fast: knee"
    supervisor.judge(MOVING, WANTED)
    assert (supervisor.reset(), supervisor.latched) == ("", Fault.NONE)


def test_a_severer_fault_hides_no_other(supervisor: Supervisor) -> None:
    supervisor.latch(Fault.NO_TORQUE, "dead")
    supervisor.latch(Fault.EMERGENCY_STOP, "the page says so")
    assert supervisor.has_latched(Fault.NO_TORQUE)
    assert not supervisor.has_latched(Fault.DRIVE)
    supervisor.reset()
    assert not supervisor.has_latched(Fault.NO_TORQUE)


def test_blind_ticks_do_not_hide_a_runaway(supervisor: Supervisor) -> None:
    fast = state((0.0, -21.0))
    for _ in range(3):
        supervisor.judge(fast, WANTED)
        supervisor.judge(fast, WANTED, state_age=2)
    assert supervisor.latched is Fault.OVERSPEED


def test_after_an_emergency_stop_torques_come_back_step_by_step(supervisor: Supervisor) -> None:
    supervisor.latch(Fault.EMERGENCY_STOP, "the page says so")
    for _ in range(20):
        verdict = supervisor.judge(MOVING, WANTED)
        np.testing.assert_array_equal(verdict.torques, BRAKE)
        assert (verdict.action, verdict.reason) == (Action.BRAKE, "the page says so")
    supervisor.reset()
    shares = [0.25, 0.5, 0.75, 1.0, 1.0]
    back = [supervisor.judge(MOVING, WANTED) for _ in shares]
    expected = [share * WANTED + (1.0 - share) * BRAKE for share in shares]
    np.testing.assert_allclose([verdict.torques for verdict in back], expected, rtol=1e-15)
    assert [verdict.action for verdict in back] == [Action.BLEND] * 3 + [Action.TORQUE] * 2


def test_a_controller_that_speaks_again_is_listened_to_at_once(supervisor: Supervisor) -> None:
    for _ in range(5):
        assert supervisor.judge(MOVING, None).action is Action.BRAKE
    verdict = supervisor.judge(MOVING, WANTED)
    assert (verdict.action, verdict.reason) == (Action.TORQUE, "")
    np.testing.assert_array_equal(verdict.torques, WANTED)


def test_a_fault_amid_the_way_back_does_not_shorten_it(supervisor: Supervisor) -> None:
    supervisor.latch(Fault.EMERGENCY_STOP, "the page says so")
    supervisor.reset()
    actions = [supervisor.judge(MOVING, torques).action for torques in (WANTED, None, WANTED, WANTED, WANTED)]
    assert actions == [Action.BLEND, Action.BRAKE, Action.BLEND, Action.BLEND, Action.TORQUE]


def test_a_reset_without_a_fault_disturbs_nobody(supervisor: Supervisor) -> None:
    supervisor.reset()
    assert supervisor.judge(MOVING, WANTED).action is Action.TORQUE


def test_a_new_run_begins_without_faults_counts_and_blending(supervisor: Supervisor) -> None:
    supervisor.latch(Fault.DRIVE, "drive 3")
    supervisor.judge(MOVING, np.array([1e3, 0.0]))
    supervisor.begin()
    assert supervisor.judge(MOVING, WANTED).action is Action.TORQUE
    assert (supervisor.clamped_ticks, not supervisor.faulty_ticks, supervisor.reason) == (0, True, "")


def test_damping_that_fails_commands_nothing() -> None:
    class Broken(Damper):
        def brake(self, state: State) -> FloatArray:
            return np.full(2, np.nan)

    supervisor = Supervisor(LIMITS, Broken())
    np.testing.assert_array_equal(supervisor.judge(MOVING, None).torques, np.zeros(2))


def test_the_robot_itself_is_braked_within_half_its_limits(robot: RobotModel) -> None:
    supervisor = Supervisor(SafetyLimits.of(robot, 1.0 / 120.0), JointDamping(robot, 1.0 / 120.0))
    fast = State(np.zeros(robot.nv), np.full(robot.nv, -1e300))
    np.testing.assert_array_equal(supervisor.judge(fast, None).torques, 0.5 * robot.effort_limits)


NUMBERS = st.one_of(
    st.floats(-150.0, 150.0), st.sampled_from([np.nan, np.inf, -np.inf, 1e300, -1e300, 0.0, -0.0])
)
PAIRS = st.tuples(NUMBERS, NUMBERS)
SLOW = st.tuples(st.floats(-9.0, 9.0), st.floats(-19.0, 19.0))


class AnyCourseOfEvents(RuleBasedStateMachine):
    """Random states, torques, ages and stops, beside the plainest model of what has to be remembered."""

    def __init__(self) -> None:
        super().__init__()
        self.supervisor = Supervisor(LIMITS, Damper())
        self.forget()

    def forget(self) -> None:
        self.worst, self.fast, self.faulty = Fault.NONE, np.zeros(2, dtype=int), 0
        self.present = Fault.NONE

    @rule(velocities=SLOW, torques=st.tuples(st.floats(-150.0, 150.0), st.floats(-150.0, 150.0)))
    def good_tick(self, velocities: tuple[float, float], torques: tuple[float, float]) -> None:
        self.tick(velocities, (0.0, 0.0), torques, 0, 0)

    @rule(
        velocities=st.one_of(SLOW, PAIRS),
        positions=st.one_of(SLOW, PAIRS),
        torques=st.one_of(st.none(), PAIRS, st.just(()), st.just((1.0,))),
        age=st.integers(-1, 4),
        state_age=st.integers(-1, 3),
    )
    def tick(self, velocities: Any, positions: Any, torques: Any, age: int, state_age: int) -> None:
        given = None if torques is None else np.array(torques)
        now = state(velocities, positions)
        verdict = self.supervisor.judge(now, given, age, state_age)
        expected = self.expected(now, given, age, state_age)
        assert np.isfinite(verdict.torques).all()
        assert (np.abs(verdict.torques) <= LIMITS.torques).all()
        assert verdict.fault is expected
        assert self.supervisor.latched is self.worst
        if expected:
            assert verdict.action in (Action.HOLD, Action.BRAKE)
            self.never_of_the_controller(verdict, now, given, age, state_age)
        else:
            assert verdict.action in (Action.TORQUE, Action.BLEND)
        if verdict.action is Action.TORQUE:
            np.testing.assert_array_equal(verdict.torques, np.clip(given, -LIMITS.torques, LIMITS.torques))

    def never_of_the_controller(
        self, verdict: Verdict, now: State, given: FloatArray | None, age: int, state_age: int
    ) -> None:
        """Whatever the torques were, others give the same verdict: they have no part in it."""
        if not 0 <= state_age <= LIMITS.max_state_age or not np.isfinite([now.q, now.v]).all():
            np.testing.assert_array_equal(verdict.torques, np.zeros(2))
        elif verdict.action is Action.BRAKE:
            brake = np.clip(-2.0 * now.v[6:], -LIMITS.torques, LIMITS.torques)
            np.testing.assert_array_equal(verdict.torques, brake)

    def expected(self, now: State, given: FloatArray | None, age: int, state_age: int) -> Fault:
        fault = Fault.NONE
        known = 0 <= state_age <= LIMITS.max_state_age and bool(np.isfinite([now.q, now.v]).all())
        if known:
            self.fast = np.where(np.abs(now.v[6:]) > LIMITS.velocities, self.fast + 1, 0)
        if known and self.fast.max() >= LIMITS.fast_ticks:
            fault = Fault.OVERSPEED
        elif not known:
            fault = Fault.NO_STATE
        elif given is None or not 0 <= age <= LIMITS.max_age:
            fault = Fault.NO_TORQUE
        elif given.shape != (2,) or not np.isfinite(given).all():
            fault = Fault.NO_SOLUTION
        self.faulty, self.present = self.faulty + 1 if fault else 0, fault
        if fault is Fault.OVERSPEED or self.faulty > LIMITS.patience:
            self.worst = max(self.worst, fault)
        return max(self.worst, fault)

    @rule(ticks=st.integers(1, 8))
    def silence(self, ticks: int) -> None:
        for _ in range(ticks):
            self.tick((0.0, 0.0), (0.0, 0.0), None, 0, 0)

    @rule(fault=st.sampled_from([Fault.DRIVE, Fault.EMERGENCY_STOP]))
    def somebody_stops_it(self, fault: Fault) -> None:
        self.supervisor.latch(fault, "somebody says so")
        self.worst = max(self.worst, fault)

    @rule()
    def reset(self) -> None:
        refusal = self.supervisor.reset()
        assert bool(refusal) == (self.worst is not Fault.NONE and self.present is not Fault.NONE)
        if self.worst and not refusal:
            self.forget()
        assert self.supervisor.latched is self.worst

    @rule()
    def begin(self) -> None:
        self.supervisor.begin()
        self.forget()


TestAnyCourseOfEvents = AnyCourseOfEvents.TestCase
TestAnyCourseOfEvents.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
