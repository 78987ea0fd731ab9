"""Frictional contact of one tick against Coulomb's law and a cone program."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from biped_control.complementarity.contacts import solve_contacts
from biped_control.complementarity.gauss_seidel import solve_gauss_seidel
from biped_control.robot.state import FloatArray


def random_contacts(
    seed: int, contacts: int, limits: int, skew: float = 0.0
) -> tuple[FloatArray, FloatArray]:
    """A positive definite operator, optionally with a skew part, and velocities that mostly press."""
    random = np.random.default_rng(seed)
    size = 3 * contacts + limits
    factor = random.normal(size=(size, size + 2)) / np.sqrt(size)
    turn = skew * random.normal(size=(size, size)) / size
    velocity = random.normal(size=size)
    velocity[0 : 3 * contacts : 3] -= 0.5
    return factor @ factor.T + 0.05 * np.eye(size) + turn - turn.T, velocity


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    contacts=st.integers(0, 8),
    limits=st.integers(0, 3),
    skew=st.sampled_from([0.0, 0.3]),
)
def test_solutions_obey_signorini_and_coulomb(seed: int, contacts: int, limits: int, skew: float) -> None:
    operator, velocity = random_contacts(seed, contacts, limits, skew)
    friction = 0.7
    solution = solve_contacts(operator, velocity, contacts, friction)
    assert solution.solved
    rate = operator @ solution.impulses + velocity
    single = np.concatenate([np.arange(0, 3 * contacts, 3), np.arange(3 * contacts, len(velocity))]).astype(
        int
    )
    for row in single:  # normals and joint limits
        assert solution.impulses[row] > -1e-7
        assert rate[row] > -1e-6
        assert abs(solution.impulses[row] * rate[row]) < 1e-5
    for contact in range(contacts):
        normal, *tangent = solution.impulses[3 * contact : 3 * contact + 3]
        slip = rate[3 * contact + 1 : 3 * contact + 3]
        used = np.abs(tangent).sum()
        assert used <= friction * normal + 1e-6
        # Power: friction takes as much energy as the four-sided cone allows against this slip.
        assert np.dot(tangent, slip) == pytest.approx(-friction * normal * np.abs(slip).max(), abs=1e-5)


def test_a_block_on_the_ground() -> None:
    """Mass 2 kg falling at 1 m/s and sliding at 3 m/s: stops sinking, friction takes mu of the impulse."""
    solution = solve_contacts(np.eye(3) / 2.0, np.array([-1.0, 3.0, 0.0]), 1, 0.5)
    np.testing.assert_allclose(solution.impulses, [2.0, -1.0, 0.0], atol=1e-12)


def test_a_block_that_sticks() -> None:
    solution = solve_contacts(np.eye(3) / 2.0, np.array([-1.0, 0.2, -0.1]), 1, 0.5)
    np.testing.assert_allclose(solution.impulses, [2.0, -0.4, 0.2], atol=1e-12)


def test_a_leaving_block_is_left_alone() -> None:
    solution = solve_contacts(np.eye(3), np.array([1.0, 3.0, 0.0]), 1, 0.5)
    assert np.abs(solution.impulses).max() == 0.0


def test_nothing_touches() -> None:
    solution = solve_contacts(np.zeros((0, 0)), np.zeros(0), 0, 1.0)
    assert solution.solved
    assert solution.impulses.shape == (0,)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), contacts=st.integers(1, 6), limits=st.integers(0, 2))
def test_gauss_seidel_agrees_with_lemke(seed: int, contacts: int, limits: int) -> None:
    operator, velocity = random_contacts(seed, contacts, limits)
    operator += np.diag(np.full(len(velocity), 0.5))  # well conditioned, so that sweeps converge
    exact = solve_contacts(operator, velocity, contacts, 0.5)
    swept = solve_gauss_seidel(operator, velocity, contacts, 0.5, 3000)
    # Its cone is the same, its idea of where on the cone friction lies is not: compare what the normals do.
    rate = operator @ swept + velocity
    assert rate[0 : 3 * contacts : 3].min() > -1e-4
    for contact in range(contacts):
        normal, first, second = swept[3 * contact : 3 * contact + 3]
        assert abs(first) + abs(second) <= 0.5 * normal + 1e-9
    scale = 1.0 + np.abs(exact.impulses).max()
    assert np.abs(swept[0::3][:contacts] - exact.impulses[0::3][:contacts]).max() < 0.3 * scale


def test_the_fallback_is_reported() -> None:
    """A contact that no impulse can stop: the answer is finite and marked as not solved."""
    operator = np.zeros((3, 3))
    solution = solve_contacts(operator, np.array([-1.0, 0.0, 0.0]), 1, 0.5)
    assert not solution.solved
    assert solution.residual > 0.1
    assert np.isfinite(solution.impulses).all()
