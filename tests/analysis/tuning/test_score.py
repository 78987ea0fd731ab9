"""What is better."""

import json

from biped_control.analysis.tuning.score import Run, Score, ranks


def score(*runs: tuple[float, float], problem: str = "") -> Score:
    return Score(
        tuple(Run("dart", "field", seed, time < 20.0, time, cost) for seed, (time, cost) in enumerate(runs)),
        problem,
    )


def test_time_comes_first_and_cost_decides_between_equal_ones() -> None:
    scores = [
        score((20.0, 0.9), (20.0, 0.9)),
        score((20.0, 0.1), (19.9, 0.1)),
        score((20.0, 0.5), (20.0, 0.7)),
        score((0.0, 0.0), (0.0, 0.0), problem="no gains"),
        score((20.0, 0.9), (20.0, 0.9)),
    ]
    assert ranks(scores) == [1, 3, 0, 4, 2]


def test_summary() -> None:
    assert score((20.0, 0.4), (10.0, 1.0), (3.0, 4.0)).summary() == {
        "survived": 1,
        "rollouts": 3,
        "mean_survived_s": 11.0,
        "mean_cost": 1.8,
    }


def test_goes_through_json() -> None:
    before = score((20.0, 0.1 + 0.2), (1.0 / 3.0, 1.0), problem="why")
    assert Score.from_json(json.loads(json.dumps(before.as_json()))) == before
