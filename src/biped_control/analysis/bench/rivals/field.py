"""Who takes part: our solver and all others that can be had on this machine."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from biped_control.analysis.bench.contact_problem import ContactProblem
from biped_control.analysis.bench.rivals.dantzig import solve_with_dantzig
from biped_control.analysis.bench.rivals.textbook_lemke import solve_with_textbook_lemke
from biped_control.complementarity.contacts import solve_contacts
from biped_control.complementarity.gauss_seidel import solve_gauss_seidel
from biped_control.errors import EngineError
from biped_control.robot.state import FloatArray

OURS = "our Lemke"
_SWEEPS = 300


@dataclass(frozen=True)
class Rival:
    """A way to solve contact problems.

    Attributes:
        name: for people.
        solve: impulses (m,) of a problem; None when it finds none.
        residual: how well impulses solve what this solver is made to solve.
        note: what it is given, in words.
    """

    name: str
    solve: Callable[[ContactProblem], FloatArray | None]
    residual: Callable[[ContactProblem, FloatArray], float] = ContactProblem.residual
    note: str = ""


@dataclass(frozen=True)
class Field:
    """Attributes:
    rivals: ours first.
    absent: why others are missing, by name.
    """

    rivals: tuple[Rival, ...]
    absent: dict[str, str]


def all_rivals() -> Field:
    """Everybody who can take part on this machine."""
    rivals = [
        Rival(OURS, _ours),
        Rival("textbook Lemke", solve_with_textbook_lemke),
        Rival("Gauss-Seidel", _gauss_seidel, note=f"{_SWEEPS} sweeps, our fallback"),
    ]
    absent: dict[str, str] = {}
    try:
        solve_with_dantzig(_NOTHING_TO_DO)
        rivals.append(
            Rival(
                "DART's Dantzig",
                solve_with_dantzig,
                ContactProblem.boxed_residual,
                "box instead of cone, skew part lagged",
            )
        )
    except (EngineError, ImportError) as error:
        absent["DART's Dantzig"] = str(error)
    rivals += _quadratic_programs(absent)
    return Field(tuple(rivals), absent)


def _quadratic_programs(absent: dict[str, str]) -> Iterator[Rival]:
    for solver in ("proxqp", "quadprog"):
        name = f"QP, {solver}"
        try:
            import qpsolvers

            from biped_control.analysis.bench.rivals.quadratic_program import solve_with_quadratic_program
        except ImportError as error:
            absent[name] = f"{error}; pip install qpsolvers proxsuite quadprog"
            continue
        if solver not in qpsolvers.available_solvers:
            absent[name] = f"{solver} is not installed; pip install {_PACKAGES[solver]}"
            continue
        yield Rival(
            name,
            partial(solve_with_quadratic_program, solver=solver),
            note="through qpsolvers, skew part and slip lagged",
        )


def _ours(problem: ContactProblem) -> FloatArray:
    return solve_contacts(problem.operator, problem.velocity, problem.contacts, problem.friction).impulses


def _gauss_seidel(problem: ContactProblem) -> FloatArray:
    return solve_gauss_seidel(problem.operator, problem.velocity, problem.contacts, problem.friction, _SWEEPS)


_PACKAGES = {"proxqp": "proxsuite", "quadprog": "quadprog"}
_NOTHING_TO_DO = ContactProblem(np.eye(1), np.ones(1), 0, 1.0)
