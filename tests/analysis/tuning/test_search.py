"""Ask, try, keep, tell."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from biped_control.analysis.tuning.generation import Generation, best_of
from biped_control.analysis.tuning.search import search
from biped_control.analysis.tuning.search_folder import open_search
from biped_control.analysis.tuning.search_space import SearchSpace
from biped_control.analysis.tuning.strategy import Strategy
from biped_control.errors import SweepError

ABOUT = {"options": {"spread": 1.5}, "versions": {"cma": "4.5.0"}}


def searched(
    folder: Path, space: SearchSpace, attempt: Any, count: int = 6, seed: int = 3
) -> list[Generation]:
    with open_search(folder) as kept:
        kept.begin(ABOUT)
        return list(search(space, Strategy(space.dimension, space.limit, seed), count, kept, attempt))


def same(left: list[Generation], right: list[Generation]) -> bool:
    return all(
        np.array_equal(a.points, b.points) and a.scores == b.scores for a, b in zip(left, right, strict=True)
    )


def test_finds_the_made_up_optimum(tmp_path: Path, space: SearchSpace, made_up: Callable[..., Any]) -> None:
    generations = searched(tmp_path, space, made_up(), count=25)
    point, score = best_of(generations)
    np.testing.assert_allclose(space.factors(point), [0.5, 2.0], rtol=0.05)
    assert score.mean_cost < 1e-2 < generations[0].scores[0].mean_cost
    assert len(generations) == 26
    assert not generations[0].points.any()


def test_the_same_seed_makes_the_same_search(
    tmp_path: Path, space: SearchSpace, made_up: Callable[..., Any]
) -> None:
    first = searched(tmp_path / "1", space, made_up())
    assert same(searched(tmp_path / "2", space, made_up()), first)
    assert not same(searched(tmp_path / "3", space, made_up(), seed=4), first)


def test_interrupted_anywhere_it_goes_on_as_if_nothing_had_happened(
    tmp_path: Path, space: SearchSpace, made_up: Callable[..., Any]
) -> None:
    whole = searched(tmp_path / "whole", space, made_up())
    first = made_up(patience=4)
    with pytest.raises(KeyboardInterrupt):
        searched(tmp_path / "cut", space, first)
    second = made_up()
    assert same(searched(tmp_path / "cut", space, second), whole)
    assert first.names == [f"generation {number}" for number in range(4)]
    assert second.names == [f"generation {number}" for number in range(4, 7)]


def test_more_generations_go_on_where_fewer_ended(
    tmp_path: Path, space: SearchSpace, made_up: Callable[..., Any]
) -> None:
    searched(tmp_path / "more", space, made_up(), count=3)
    attempt = made_up()
    assert same(searched(tmp_path / "more", space, attempt), searched(tmp_path / "6", space, made_up()))
    assert len(attempt.names) == 3


def test_generations_of_another_search_are_refused(
    tmp_path: Path, space: SearchSpace, made_up: Callable[..., Any]
) -> None:
    searched(tmp_path, space, made_up(), count=2)
    with pytest.raises(SweepError, match=r"generation 1 was made with other points.*--out"):
        searched(tmp_path, space, made_up(), seed=4)


def test_a_start_without_gains_is_refused(
    tmp_path: Path, space: SearchSpace, made_up: Callable[..., Any]
) -> None:
    def hopeless(name: str, weights: Any) -> Any:
        return [replace(score, problem="not finite") for score in made_up()(name, weights)]

    with pytest.raises(SweepError, match="start from give no gains: not finite"):
        searched(tmp_path, space, hopeless)
