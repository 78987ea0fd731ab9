"""Every rival against ours on small problems with one solution, and against solutions found by hand."""

from collections.abc import Callable

import numpy as np
import pytest

from biped_control.analysis.bench.contact_problem import ContactProblem
from biped_control.analysis.bench.rivals.dantzig import solve_boxed, solve_with_dantzig
from biped_control.analysis.bench.rivals.field import OURS, all_rivals
from biped_control.analysis.bench.rivals.lagged import solve_lagged
from biped_control.analysis.bench.rivals.quadratic_program import cone_rows, solve_with_quadratic_program
from biped_control.analysis.bench.rivals.textbook_lemke import (
    complementary_pivoting,
    solve_with_textbook_lemke,
)
from biped_control.complementarity.contacts import solve_contacts
from biped_control.errors import EngineError
from biped_control.robot.state import FloatArray

Solve = Callable[[ContactProblem], FloatArray | None]

CONES: dict[str, Solve] = {
    "textbook": solve_with_textbook_lemke,
    "proxqp": lambda problem: solve_with_quadratic_program(problem, "proxqp"),
    "quadprog": lambda problem: solve_with_quadratic_program(problem, "quadprog"),
}


def problem(seed: int, contacts: int, limits: int = 1, skew: float = 0.0) -> ContactProblem:
    """Positive definite, with falling contacts; `skew` is what a control law adds.

    The coupling is weak, so that what is lagged comes to rest within the iterations that there are.
    """
    random = np.random.default_rng(seed)
    size = 3 * contacts + limits
    factor, twist = random.normal(size=(size, size)), random.normal(size=(size, size))
    operator = 0.3 * factor @ factor.T / size + np.eye(size) + skew * (twist - twist.T)
    velocity = random.normal(size=size)
    velocity[0 : 3 * contacts : 3] = -random.uniform(0.5, 1.5, contacts)
    return ContactProblem(operator, velocity, contacts, 0.4)


@pytest.mark.parametrize("name", CONES)
@pytest.mark.parametrize("skew", [0.0, 0.05])
@pytest.mark.parametrize(("contacts", "limits"), [(1, 0), (2, 2), (4, 1)])
def test_agrees_with_ours(name: str, skew: float, contacts: int, limits: int) -> None:
    for seed in range(4):
        asked = problem(seed, contacts, limits, skew)
        ours = solve_contacts(asked.operator, asked.velocity, contacts, asked.friction).impulses
        found = CONES[name](asked)
        assert found is not None
        assert asked.residual(found) < 1e-6
        np.testing.assert_allclose(found, ours, atol=1e-5)


@pytest.mark.parametrize("skew", [0.0, 0.05])
def test_dantzig_agrees_where_nothing_slides(skew: float) -> None:
    """With plenty of friction box and cone are the same: everything sticks."""
    for seed in range(4):
        drawn = problem(seed, 2, 1, skew)
        asked = ContactProblem(drawn.operator, drawn.velocity, 2, 50.0)
        ours = solve_contacts(asked.operator, asked.velocity, 2, 50.0).impulses
        found = solve_with_dantzig(asked)
        assert found is not None
        assert asked.boxed_residual(found) < 1e-6
        np.testing.assert_allclose(found, ours, atol=1e-4)


def test_dantzig_by_hand() -> None:
    """2 x + y = 5 and x + 2 y = 6, both pushing; then y bounded by half of x."""
    operator, velocity = np.array([[2.0, 1.0], [1.0, 2.0]]), np.array([-5.0, -6.0])
    free = np.full(2, -1, dtype=np.int32)
    found = solve_boxed(operator, velocity, np.zeros(2), np.full(2, np.inf), free)
    np.testing.assert_allclose(found, [4 / 3, 7 / 3], atol=1e-12)
    lowest, highest = np.array([0.0, -0.5]), np.array([np.inf, 0.5])
    found = solve_boxed(np.diag([2.0, 2.0]), velocity, lowest, highest, np.array([-1, 0], dtype=np.int32))
    np.testing.assert_allclose(found, [2.5, 1.25], atol=1e-12)


def test_textbook_lemke_by_hand() -> None:
    z, found = complementary_pivoting(np.array([[2.0, 1.0], [1.0, 2.0]]), np.array([-5.0, -6.0]))
    np.testing.assert_allclose(z, [4 / 3, 7 / 3], atol=1e-12)
    assert found
    assert not complementary_pivoting(np.array([[0.0]]), np.array([-1.0]))[1]  # a ray
    z, found = complementary_pivoting(np.eye(2), np.array([1.0, 0.0]))
    assert found
    assert (z == 0.0).all()


def test_the_cone() -> None:
    rows = cone_rows(2, 1, 0.5)
    assert rows.shape == (9, 7)
    edge = np.array([2.0, 0.4, -0.6, 1.0, 0.5, 0.0, 0.0])
    assert (rows @ edge).max() == pytest.approx(0.0, abs=1e-12)
    for outside in (np.array([2.0, 0.4, -0.7, 0, 0, 0, 0]), np.array([0.0] * 6 + [-0.1])):
        assert (rows @ outside).max() > 0.01


def test_lagging_keeps_the_best_and_gives_up() -> None:
    asked = problem(0, 1, 0, 0.1)
    answers = iter([np.array([1.0, 0.0, 0.0]), np.array([5.0, 0.0, 0.0]), None])
    calls = []

    def solve(operator: FloatArray, velocity: FloatArray) -> FloatArray | None:
        np.testing.assert_array_equal(operator, operator.T)
        calls.append(velocity)
        return next(answers)

    best = solve_lagged(asked, solve, lambda found: float(found[0]), mixing=0.0)
    np.testing.assert_array_equal(best, [1.0, 0.0, 0.0])
    assert len(calls) == 3
    skew = 0.5 * (asked.operator - asked.operator.T)
    np.testing.assert_allclose(calls[1], asked.velocity + skew @ [1.0, 0.0, 0.0], atol=1e-12)
    assert solve_lagged(asked, lambda *_: None, asked.residual, mixing=0.0) is None


def test_everybody_is_here() -> None:
    field = all_rivals()
    assert field.absent == {}
    assert field.rivals[0].name == OURS
    assert {"textbook Lemke", "Gauss-Seidel", "DART's Dantzig", "QP, proxqp", "QP, quadprog"} < {
        rival.name for rival in field.rivals
    }
    asked = problem(3, 2)
    for rival in field.rivals:
        found = rival.solve(asked)
        assert found is not None
        assert found.shape == (7,)


def test_who_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(_: ContactProblem) -> None:
        raise EngineError("this dartpy does not export it")

    monkeypatch.setattr("biped_control.analysis.bench.rivals.field.solve_with_dantzig", gone)
    monkeypatch.setattr("qpsolvers.available_solvers", ["proxqp"])
    field = all_rivals()
    assert {rival.name for rival in field.rivals}.isdisjoint({"DART's Dantzig", "QP, quadprog"})
    assert "does not export" in field.absent["DART's Dantzig"]
    assert "pip install quadprog" in field.absent["QP, quadprog"]
    assert "QP, proxqp" not in field.absent
