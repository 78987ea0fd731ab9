"""Markov decision problems with finitely many states, and their optimal values by value iteration."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from biped_control.errors import PolicyError
from biped_control.robot.state import FloatArray

IntArray = NDArray[np.int64]


@dataclass(frozen=True)
class MarkovDecisions:
    """What can be done in each state, what it costs, and where it leads.

    The choices of all states stand one below the other. Steps may last differently long: the discount of a
    step is part of its row of `leads_to`, whose sum is then below one. What is missing to one leads to an end
    without further cost.

    Attributes:
        first: (states + 1,) choices of state s are first[s] ... first[s + 1] - 1, one at least.
        costs: (choices,) expected cost of the step.
        leads_to: (choices, states) discounted probabilities of the next state.
    """

    first: IntArray
    costs: FloatArray
    leads_to: sparse.csr_matrix

    def __post_init__(self) -> None:
        choices, states = self.leads_to.shape
        if self.first.shape != (states + 1,) or self.costs.shape != (choices,):
            raise PolicyError(
                f"decisions: {self.first.shape} first choices and {self.costs.shape} costs do not fit to "
                f"{choices} choices in {states} states"
            )
        if self.first[0] != 0 or self.first[-1] != choices or (np.diff(self.first) < 1).any():
            raise PolicyError("decisions: expected at least one choice in every state, in order")
        if not np.isfinite(self.costs).all():
            raise PolicyError(f"decisions: choice {np.argmin(np.isfinite(self.costs))} has no finite cost")
        sums = np.asarray(self.leads_to.sum(axis=1)).ravel()
        if (self.leads_to.nnz and self.leads_to.data.min() < 0.0) or sums.max(initial=0.0) >= 1.0:
            raise PolicyError(
                "decisions: expected probabilities from 0 whose discounted sums are below one, found "
                f"{sums.max(initial=0.0):g}"
            )


@dataclass(frozen=True)
class Solution:
    """The best that can be done.

    Attributes:
        values: (states,) expected cost from each state on.
        choices: (states,) the choice that is taken there.
        sweeps: how many sweeps it took.
        bound: no value is further from the exact one than this.
    """

    values: FloatArray
    choices: IntArray
    sweeps: int
    bound: float


def value_iteration(
    problem: MarkovDecisions, tolerance: float = 1e-9, most_sweeps: int = 100_000
) -> Solution:
    """Solves Bellman's equation by repeated substitution.

    With d the largest sum of a row of `leads_to`, a sweep that changes no value by more than c leaves none
    further than c d / (1 - d) from the solution: it is a contraction by d.

    Args:
        problem: the problem.
        tolerance: largest error of a value.
        most_sweeps: give up after so many.

    Raises:
        PolicyError: not converged by then; the discounts are too near to one.
    """
    discount = float(np.asarray(problem.leads_to.sum(axis=1)).max())
    values = np.zeros(problem.leads_to.shape[1])
    starts, bound = problem.first[:-1], np.inf
    for sweep in range(1, most_sweeps + 1):
        new = np.minimum.reduceat(problem.costs + problem.leads_to @ values, starts)
        bound = float(np.abs(new - values).max()) * discount / (1.0 - discount)
        values = new
        if bound <= tolerance:
            return Solution(values, _best(problem, values), sweep, bound)
    raise PolicyError(
        f"value iteration: values may still be off by {bound:.1e} after {most_sweeps} sweeps, expected "
        f"{tolerance:.0e}; shorten the horizon (the largest discount is {discount:g})"
    )


def _best(problem: MarkovDecisions, values: FloatArray) -> IntArray:
    total = problem.costs + problem.leads_to @ values
    pairs = zip(problem.first[:-1], problem.first[1:], strict=True)
    return np.array([start + np.argmin(total[start:end]) for start, end in pairs], dtype=np.int64)
