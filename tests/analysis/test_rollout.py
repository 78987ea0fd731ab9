"""The control loop in one process."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from biped_control.analysis.assembly import WalkParts, assemble
from biped_control.analysis.rollout import ControlLoop, RolloutResult, Tick
from biped_control.motion.reference import Reference
from biped_control.policies.look_ahead import PredictedControls
from biped_control.robot.observation import Observation
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.disturbances import Disturbances, PushPlan

ENGINES = ("lcp", "dart")
Run = Callable[..., tuple[RolloutResult, list[Tick]]]


@pytest.fixture(scope="module", params=ENGINES)
def run(walk_parts: WalkParts, request: pytest.FixtureRequest) -> Run:
    """Walks on one of the engines; returns the result and everything observed."""

    def walk(ticks: int, disturbances: Disturbances | None = None) -> tuple[RolloutResult, list[Tick]]:
        engine = walk_parts.engine(request.param)
        seen: list[Tick] = []
        loop = walk_parts.loop("nqr", engine)
        result = loop.run(walk_parts.itinerary, ticks, disturbances=disturbances, observe=seen.append)
        engine.close()
        return result, seen

    return walk


def test_walks_along_the_clip(walk_parts: WalkParts, run: Run) -> None:
    """More than a cycle: the reference goes on where the clip begins anew, and the robot stays with it."""
    clip = walk_parts.clips["walk"]
    ticks = clip.steps + 40
    result, seen = run(ticks)
    assert not result.record.fell
    assert result.record.ticks == len(seen) == len(result.control_seconds) == ticks
    last = seen[-1].reference
    assert last.frame == 39
    assert last.placement == clip.advance
    wanted = last.placement.to_world(last.next_state)
    error = np.abs(seen[-1].after.state.q - wanted.q)
    assert error[:3].max() < 0.05
    assert error[3:].max() < 0.2
    assert result.record.travel.end is seen[-1].after.state


@pytest.mark.parametrize("engine", ENGINES)
def test_a_walk_in_pieces_is_the_walk(
    walk_parts: WalkParts, cut_walk: Path, monkeypatch: pytest.MonkeyPatch, engine: str
) -> None:
    """Two hubs and the clips between them: the same motion is wanted in every tick, and comes about.

    Only the look-ahead of a piece is another, a cycle longer or shorter than that of the walk.
    """
    monkeypatch.setenv("BIPED_LIBRARY", str(cut_walk))
    pieces = assemble("one_to_two", walk_parts.settings)
    ticks = 4 * walk_parts.clips["walk"].steps + 30

    def walk(parts: WalkParts) -> tuple[RolloutResult, list[Tick]]:
        seen: list[Tick] = []
        simulator = parts.engine(engine)
        result = parts.loop("nqr", simulator).run(parts.itinerary, ticks, observe=seen.append)
        simulator.close()
        return result, seen

    (whole, whole_ticks), (cut, cut_ticks) = walk(walk_parts), walk(pieces)
    assert not cut.record.fell
    assert cut.summary()["clips"] == {"one": 2, "one_to_two": 1, "two": 1, "two_to_one": 1}
    assert whole.summary()["clips"] == {"walk": 5}
    for expected, got in zip(whole_ticks, cut_ticks, strict=True):
        wanted = expected.reference.placement.to_world(expected.reference.next_state)
        offered = got.reference.placement.to_world(got.reference.next_state)
        np.testing.assert_allclose(offered.q, wanted.q, atol=1e-8)
        np.testing.assert_allclose(offered.v, wanted.v, atol=1e-6)
        np.testing.assert_allclose(got.after.state.q, expected.after.state.q, atol=0.05)
    steps = np.abs(np.diff([tick.torques for tick in cut_ticks], axis=0)).max(axis=1)
    begins = np.array([tick.reference.frame == 0 for tick in cut_ticks[1:]])
    assert steps[begins].max() < steps[~begins].max(), "a new clip makes no torque step"


def test_ticks_follow_each_other(run: Run) -> None:
    _, seen = run(20)
    for before, after in pairwise(seen):
        np.testing.assert_array_equal(after.before.q, before.after.state.q)
        np.testing.assert_array_equal(after.before.v, before.after.state.v)


def test_account_of_a_rollout(walk_parts: WalkParts, run: Run) -> None:
    """Cost (eq. 18), torques and contact problems, added up here once more."""
    result, seen = run(60, Disturbances(3))
    weights, dt, nu = walk_parts.look_ahead, walk_parts.settings.dt, walk_parts.robot.nu
    total = 0.0
    for tick in seen:
        target, after = tick.reference.next_state, tick.after.state
        error = np.concatenate([(after.q - dt * after.v) - (target.q - dt * target.v), after.v - target.v])
        change = tick.torques - tick.reference.torques
        total += error @ (weights.state * error)
        total += change @ (weights.deviation[:nu] * change)
        total += tick.torques @ (weights.magnitude[:nu] * tick.torques)
    assert result.record.mean_cost == pytest.approx(total / (2 * 60), rel=1e-12)
    assert result.max_torque == max(np.abs(tick.torques).max() for tick in seen)
    assert result.solves == 60
    assert result.failures == sum(not tick.controls.solution.solved for tick in seen)
    assert result.max_residual == max(tick.controls.solution.residual for tick in seen)
    assert np.all(np.abs([tick.torques for tick in seen]) <= walk_parts.robot.effort_limits)
    summary = result.summary()
    assert summary["distance_m"] == pytest.approx(
        np.hypot(*(result.record.travel.end.q[:2] - result.record.travel.start.q[:2])), rel=0.01
    )
    assert summary["survived_s"] == pytest.approx(60 * dt)


def test_same_seed_same_bits(run: Run) -> None:
    first, second, other = run(80, Disturbances(4)), run(80, Disturbances(4)), run(80, Disturbances(5))
    for one, two in zip(first[1], second[1], strict=True):
        np.testing.assert_array_equal(one.after.state.q, two.after.state.q)
        np.testing.assert_array_equal(one.torques, two.torques)
    assert not np.array_equal(first[0].record.travel.end.q, other[0].record.travel.end.q)


def test_pushes(walk_parts: WalkParts, run: Run) -> None:
    """The first push comes after one period and changes the momentum by force times time."""
    plan = PushPlan("torso", newtons=60.0, ticks=6, period_ticks=30)
    pushed, calm = run(40, Disturbances(0, plan))[1], run(40)[1]
    same = [np.array_equal(a.after.state.q, b.after.state.q) for a, b in zip(pushed, calm, strict=True)]
    assert all(same[:30])
    assert not any(same[30:])
    # On the ground the feet take part of the push away again; what is left points the same way.
    plain = np.random.default_rng(0).uniform(0.0, 2.0 * np.pi)
    gained = (pushed[35].after.state.v - calm[35].after.state.v)[:2]
    assert gained @ [np.cos(plain), np.sin(plain)] > 0.01


def test_a_fall_ends_the_rollout(run: Run) -> None:
    result, seen = run(400, Disturbances(0, PushPlan("torso", newtons=2500.0, ticks=40, period_ticks=50)))
    assert result.record.fell
    assert 50 < result.record.ticks < 150
    assert len(seen) == result.record.ticks
    assert result.summary()["fell"] is True


@pytest.mark.parametrize("engine", ENGINES)
def test_no_walk_without_a_policy(walk_parts: WalkParts, engine: str) -> None:
    """The reference torques alone do not keep the robot up: the walk is the policy's doing."""

    class OpenLoop:
        window = 0

        def reset(self, state: State, reference: Reference) -> None:
            pass

        def predict(self, state: State, reference: Reference) -> PredictedControls:
            return PredictedControls(reference.torques, reference.forces, reference.contacts)

    loop = ControlLoop(
        walk_parts.robot,
        walk_parts.clips,
        OpenLoop(),
        walk_parts.engine(engine),
        walk_parts.settings,
        walk_parts.look_ahead,
        walk_parts.adaptation,
    )
    result = loop.run(walk_parts.itinerary, 600, disturbances=Disturbances(1))
    assert result.record.fell


def test_lcp_engine_takes_the_solution_over(walk_parts: WalkParts, monkeypatch: pytest.MonkeyPatch) -> None:
    """Section 4.3: one contact problem a tick serves controller and engine."""
    engine = walk_parts.engine("lcp")

    def forbidden(torques: object) -> None:
        pytest.fail("the engine solved once more")

    monkeypatch.setattr(engine, "step", forbidden)
    seen: list[Tick] = []
    walk_parts.loop("nqr", engine).run(walk_parts.itinerary, 10, observe=seen.append)
    for tick in seen:
        np.testing.assert_array_equal(tick.after.state.v, tick.controls.next_velocity)


@pytest.mark.parametrize("engine", ENGINES)
def test_effort_limits_hold_on_every_engine(
    walk_parts: WalkParts, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Weak joints get no more than they can give, also where `lcp` would take a solution over."""
    robot = walk_parts.robot
    weak = 0.2 * robot.effort_limits
    monkeypatch.setitem(vars(robot), "effort_limits", weak)
    simulator = walk_parts.engine(engine)
    applied = []
    plain_step = simulator.step

    def step(torques: FloatArray) -> Observation:
        applied.append(torques)
        return plain_step(torques)

    monkeypatch.setattr(simulator, "step", step)
    loop = ControlLoop(
        robot,
        walk_parts.clips,
        walk_parts.policy("nqr"),
        simulator,
        walk_parts.settings,
        walk_parts.look_ahead,
        walk_parts.adaptation,
    )
    result = loop.run(walk_parts.itinerary, 40)
    assert result.clamped > 0
    assert len(applied) > 0
    assert (np.abs(applied) <= weak).all()
    assert result.max_torque <= weak.max()
