"""Endurance over gamma, by hand."""

import pytest

from biped_control.analysis.reproduction.endurance import EnduranceTask, Endured
from biped_control.analysis.reproduction.endurance_curve import Point, curve, gammas, where, widest


def points(*endured: bool) -> list[Point]:
    return [Point(0.1 * number, good, 1.0, 30.0) for number, good in enumerate(endured, start=1)]


def test_runs_at_the_same_gamma_are_one_point() -> None:
    def run(gamma: float, seed: int, fell: bool, seconds: float, cost: float) -> Endured:
        return Endured(EnduranceTask(("walk",), 30.0, gamma, seed=seed), fell, seconds, cost)

    runs = [run(0.2, 0, False, 30.0, 1.0), run(0.1, 0, False, 30.0, 3.0), run(0.2, 1, True, 10.0, 2.0)]
    assert curve(runs) == [Point(0.1, True, 3.0, 30.0), Point(0.2, False, 1.5, 20.0)]
    assert curve([]) == []


@pytest.mark.parametrize(
    ("endured", "words", "width"),
    [
        ((True, True, True), "0.1 to 0.3", 3),
        ((True, False, True, True, False), "0.1, 0.3 to 0.4", 2),
        ((False, True, False, True), "0.2, 0.4", 1),
        ((False, False), "", 0),
    ],
)
def test_basins(endured: tuple[bool, ...], words: str, width: int) -> None:
    assert gammas(points(*endured)) == words
    assert where(points(*endured)) == (f"at gamma {words}" if words else "nowhere")
    assert len(widest(points(*endured))) == width


def test_the_lower_of_two_wide_ones() -> None:
    assert widest(points(True, True, False, True, True))[0].gamma == 0.1
