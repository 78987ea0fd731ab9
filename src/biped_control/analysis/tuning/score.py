"""How good weights are: whoever stays longer on its feet, and then whoever follows better."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from pydantic import TypeAdapter, ValidationError


@dataclass(frozen=True)
class Run:
    """A rollout of the search.

    Attributes:
        engine, scenario, seed: which one.
        fell: whether it fell.
        survived_s: time on its feet [s].
        mean_cost: eq. 18, until then.
    """

    engine: str
    scenario: str
    seed: int
    fell: bool
    survived_s: float
    mean_cost: float


@dataclass(frozen=True)
class Score:
    """What became of weights.

    Attributes:
        runs: one for each scenario, seed and engine; always the same ones in the same order.
        problem: why there are no gains for these weights, if there are none; the runs then fall at once.
    """

    runs: tuple[Run, ...]
    problem: str = ""

    @property
    def survived_s(self) -> float:
        """Mean time on the feet [s]."""
        return float(np.mean([run.survived_s for run in self.runs]))

    @property
    def mean_cost(self) -> float:
        """Mean of the costs."""
        return float(np.mean([run.mean_cost for run in self.runs]))

    @property
    def survived(self) -> int:
        """How many did not fall."""
        return sum(not run.fell for run in self.runs)

    @property
    def rank(self) -> tuple[float, float]:
        """The smaller, the better."""
        return -self.survived_s, self.mean_cost

    def summary(self) -> dict[str, object]:
        """The documented JSON keys."""
        return {
            "survived": self.survived,
            "rollouts": len(self.runs),
            "mean_survived_s": self.survived_s,
            "mean_cost": self.mean_cost,
        }

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return asdict(self)

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "Score":
        """What `as_json` was made of.

        Raises:
            ValueError: something else.
        """
        try:
            score = TypeAdapter(cls).validate_python(content)
        except ValidationError as error:
            first = error.errors()[0]
            raise ValueError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from error
        if not score.runs:
            raise ValueError("a score without runs")
        return score


def ranks(scores: Sequence[Score]) -> list[int]:
    """0 for the best, and so on; of equal ones the first is better. CMA-ES needs to know nothing else."""
    order = sorted(range(len(scores)), key=lambda index: scores[index].rank)
    return [order.index(index) for index in range(len(scores))]
