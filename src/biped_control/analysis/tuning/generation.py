"""Points that are tried at a time, and what became of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from biped_control.analysis.tuning.score import Score
from biped_control.robot.state import FloatArray


@dataclass(frozen=True)
class Generation:
    """One round of a search.

    Attributes:
        points: (m, n) what was tried.
        scores: of each point.
    """

    points: FloatArray
    scores: tuple[Score, ...]

    @property
    def best(self) -> int:
        """Index of the best point."""
        return min(range(len(self.scores)), key=lambda index: self.scores[index].rank)

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        scores = [score.as_json() for score in self.scores]
        return {"points": self.points.tolist(), "scores": scores}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "Generation":
        """What `as_json` was made of.

        Raises:
            KeyError, TypeError, ValueError: something else.
        """
        scores = tuple(Score.from_json(score) for score in content["scores"])
        points = np.array(content["points"], dtype=float)
        if points.ndim != 2 or not np.isfinite(points).all() or not len(points) == len(scores) > 0:
            raise ValueError(f"{len(scores)} scores of points {points.tolist()}")
        return cls(points, scores)


def best_of(generations: Sequence[Generation]) -> tuple[FloatArray, Score]:
    """The best point of all and its score; the first of equal ones."""
    best = min(generations, key=lambda generation: generation.scores[generation.best].rank)
    return best.points[best.best], best.scores[best.best]
