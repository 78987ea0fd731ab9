"""The search itself: ask, try, keep, tell."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from biped_control.analysis.tuning.generation import Generation
from biped_control.analysis.tuning.score import Score, ranks
from biped_control.analysis.tuning.search_folder import SearchFolder
from biped_control.analysis.tuning.search_space import SearchSpace
from biped_control.analysis.tuning.strategy import Strategy
from biped_control.analysis.weight_set import WeightSet
from biped_control.errors import SweepError
from biped_control.robot.state import FloatArray

Try = Callable[[str, Sequence[WeightSet]], Sequence[Score]]
"""Scores weights; the text says what they are, for whoever watches."""


def search(
    space: SearchSpace, strategy: Strategy, generations: int, folder: SearchFolder, attempt: Try
) -> Iterator[Generation]:
    """Generation 0, the start alone, and so many more.

    Those in the folder are not tried again: the strategy hears what came out, and asks on.

    Args:
        space: what points stand for.
        strategy: a new one.
        generations: how many after the first.
        folder: keeps each as soon as it is finished.
        attempt: does the work.

    Raises:
        SweepError: the folder holds generations of another search, or there are no gains to start from.
    """
    start = np.zeros((1, space.dimension))
    first = _done(0, start, space, folder, attempt)
    if problem := first.scores[0].problem:
        raise SweepError(f"the weights to start from give no gains: {problem}")
    yield first
    for number in range(1, generations + 1):
        generation = _done(number, strategy.ask(), space, folder, attempt)
        strategy.tell(ranks(generation.scores))
        yield generation


def name_of(number: int) -> str:
    """What a generation is called in the folder."""
    return f"{number:04d}"


def _done(
    number: int, points: FloatArray, space: SearchSpace, folder: SearchFolder, attempt: Try
) -> Generation:
    name = name_of(number)
    kept = folder.generation(name)
    if kept is not None:
        if not np.array_equal(kept.points, points):
            raise SweepError(
                f"{folder.path}: generation {number} was made with other points than this search asks for; "
                "choose another --out, or remove the folder"
            )
        return kept
    weights = [space.weights(point) for point in points]
    generation = Generation(points, tuple(attempt(f"generation {number}", weights)))
    folder.keep(name, generation)
    return generation
