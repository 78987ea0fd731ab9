"""Pushes, noise and starts that one seed draws."""

from dataclasses import replace

import numpy as np
import pytest

from biped_control.robot.state import State
from biped_control.simulation.rough_conditions import RoughConditions, Roughness
from biped_control.simulation.simulator import Push

ROUGH = Roughness("torso", 100.0, 12, (60, 200), 0.01, 0.1)
STATE = State(np.zeros(29), np.zeros(29))


def run(conditions: RoughConditions, ticks: int = 20_000) -> tuple[State, list[tuple[int, Push]], np.ndarray]:
    """Start, pushes with their ticks, and what was measured of a state of zeros."""
    start = conditions.start(STATE)
    pushes, measured = [], []
    for tick in range(ticks):
        if (push := conditions.push_at(tick)) is not None:
            pushes.append((tick, push))
        seen = conditions.measured(STATE)
        measured.append(np.concatenate([seen.q, seen.v]))
    return start, pushes, np.array(measured)


def test_same_seed_same_run() -> None:
    conditions = RoughConditions(5, ROUGH)
    first, again, other = run(conditions, 600), run(conditions, 600), run(RoughConditions(6, ROUGH), 600)
    for one, two in ((first, again), (first, run(RoughConditions(5, ROUGH), 600))):
        np.testing.assert_array_equal(one[0].q, two[0].q)
        np.testing.assert_array_equal(one[2], two[2])
        assert [tick for tick, _ in one[1]] == [tick for tick, _ in two[1]]
        np.testing.assert_array_equal([push.force for _, push in one[1]], [push.force for _, push in two[1]])
    assert not np.array_equal(first[2], other[2])


def test_pushes_stay_within_their_limits() -> None:
    _, pushes, _ = run(RoughConditions(3, ROUGH))
    gaps = np.diff([0, *(tick for tick, _ in pushes)])
    assert gaps.min() >= 60
    assert gaps.max() <= 200
    assert gaps.max() > 190
    assert gaps.min() < 70
    forces = np.array([push.force for _, push in pushes])
    strengths = np.linalg.norm(forces, axis=1)
    assert strengths.max() <= 100.0
    assert (
        0.5 <= strengths.min() / strengths.max() < 0.6
    )  # a run draws its own strength, a push half of it or more
    np.testing.assert_array_equal(forces[:, 2], 0.0)
    assert np.linalg.norm(forces.mean(axis=0)) < 0.25 * strengths.mean()  # from everywhere
    assert {(push.body, push.ticks) for _, push in pushes} == {("torso", 12)}


def test_full_roughness() -> None:
    """Not less than what was asked for, whatever the seed."""
    for seed in (1, 2):
        _, pushes, measured = run(RoughConditions(seed, ROUGH, full=True), 8000)
        assert max(np.linalg.norm(push.force) for _, push in pushes) == pytest.approx(100.0, rel=0.05)
        assert measured[:, :29].std() == pytest.approx(0.01, rel=0.02)


def test_ground() -> None:
    """Each run has its own, as high as the share that it draws."""
    rough = replace(ROUGH, ground_height=0.01)
    x = np.linspace(-50.0, 50.0, 5001)

    def highest(conditions: RoughConditions) -> float:
        return float(np.abs(conditions.terrain.height(x, 0.0 * x)).max())

    assert RoughConditions(3, ROUGH).terrain.is_flat
    assert highest(RoughConditions(3, rough, full=True)) > 0.0095
    assert highest(RoughConditions(3, rough.scaled(0.1), full=True)) < 0.001
    heights = [highest(RoughConditions(seed, rough)) for seed in range(1, 9)]
    assert max(heights) <= 0.01
    assert max(heights) > 2.0 * min(heights)


def test_noise_is_white_and_as_strong_as_drawn() -> None:
    _, _, measured = run(RoughConditions(3, ROUGH), 4000)
    deviations = measured.std(axis=0)
    assert deviations[:29].mean() <= 0.01
    assert deviations[29:].mean() / deviations[:29].mean() == pytest.approx(10.0, rel=0.01)
    neighbours = (measured[1:] * measured[:-1]).mean(axis=0) / measured.var(axis=0)
    assert abs(neighbours.mean()) < 0.02


def test_runs_differ_in_roughness() -> None:
    noise = [run(RoughConditions(seed, ROUGH), 200)[2][:, :29].std() for seed in range(1, 40)]
    assert min(noise) < 0.002
    assert max(noise) > 0.008


def test_calm() -> None:
    _, pushes, measured = run(RoughConditions(2, ROUGH.scaled(0.0)), 600)
    assert not measured.any()
    assert all(not push.force.any() for _, push in pushes)
