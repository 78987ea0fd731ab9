"""Lets a solver for symmetric problems solve ours: what it cannot know is held at its last value.

With the torque law inside, the operator is not symmetric (eq. 16b), and the corners of a flat foot make it
singular. A solver that needs better is given the symmetric part and a little more on the diagonal, and as a
velocity what it does not know of the operator does to its last impulses. The fixed point solves the whole
problem.
"""

from collections.abc import Callable

import numpy as np

from biped_control.analysis.bench.contact_problem import ContactProblem
from biped_control.complementarity.contacts import RESIDUAL_TOLERANCE
from biped_control.robot.state import FloatArray

MOST_ITERATIONS = 20
"""Six bring most of our problems near; who needs more than this is no use in a tick."""

SolveSymmetric = Callable[[FloatArray, FloatArray], FloatArray | None]
"""Gets the symmetric operator (m, m) and the velocity (m,) of an iteration; impulses (m,) or None."""


def solve_lagged(
    problem: ContactProblem,
    solve: SolveSymmetric,
    residual: Callable[[FloatArray], float],
    mixing: float,
    associated: bool = False,
) -> FloatArray | None:
    """Iterates until the residual is below the tolerance that our own solver has.

    Args:
        problem: what to solve.
        solve: one iteration.
        residual: how well impulses solve the problem.
        mixing: share of the diagonal that is added to it.
        associated: the solver finds the minimum of an energy in the friction cones. There, sliding lifts: a
            normal rate of friction * slip goes with it, which is taken away here by the last slip
            (De Saxce and Feng 1998).

    Returns:
        The best impulses (m,) of all iterations; None when there are none.
    """
    symmetric = 0.5 * (problem.operator + problem.operator.T)
    symmetric += np.diag(mixing * symmetric.diagonal())
    unknown = problem.operator - symmetric
    impulses, best, best_residual = np.zeros(len(problem.velocity)), None, np.inf
    for _ in range(MOST_ITERATIONS):
        velocity = problem.velocity + unknown @ impulses
        if associated:
            velocity[0 : 3 * problem.contacts : 3] += problem.friction * _slips(problem, impulses)
        found = solve(symmetric, velocity)
        if found is None:
            break
        impulses, reached = found, residual(found)
        if reached < best_residual:
            best, best_residual = impulses, reached
        if reached < RESIDUAL_TOLERANCE:
            break
    return best


def _slips(problem: ContactProblem, impulses: FloatArray) -> FloatArray:
    """(c,) speed of the faster friction direction of each contact [m/s]."""
    rates = problem.operator @ impulses + problem.velocity
    slips: FloatArray = np.abs(rates[: 3 * problem.contacts].reshape(-1, 3)[:, 1:]).max(axis=1, initial=0.0)
    return slips
