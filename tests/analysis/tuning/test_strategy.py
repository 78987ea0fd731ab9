"""CMA-ES, asked and told."""

import numpy as np

from biped_control.analysis.tuning.strategy import Strategy


def ranks(values: np.ndarray) -> list[int]:
    return np.argsort(np.argsort(values)).tolist()


def test_ranks_suffice_to_find_a_minimum() -> None:
    target, strategy = np.array([1.5, -2.0, 0.5]), Strategy(3, limit=4.0, seed=1)
    for _ in range(40):
        points = strategy.ask()
        strategy.tell(ranks(((points - target) ** 2) @ np.array([1.0, 100.0, 0.1])))
    np.testing.assert_allclose(points.mean(axis=0), target, atol=0.05)
    assert strategy.step < 0.5


def test_points_stay_within_the_limit_and_as_many_as_wanted() -> None:
    strategy = Strategy(2, limit=0.5, seed=1, population=10)
    assert strategy.population == 10
    for _ in range(5):
        points = strategy.ask()
        assert points.shape == (10, 2)
        assert np.abs(points).max() <= 0.5
        strategy.tell(ranks(-points[:, 0]))  # always outwards
    assert points[:, 0].max() > 0.49


def test_the_seed_and_nothing_else_draws_the_points() -> None:
    def points(seed: int) -> np.ndarray:
        strategy = Strategy(4, limit=5.0, seed=seed)
        asked = []
        for _ in range(3):
            asked.append(strategy.ask())
            strategy.tell(ranks((asked[-1] ** 2).sum(axis=1)))
        return np.array(asked)

    np.random.seed(5)
    first, after = points(0), np.random.random()
    np.random.seed(5)
    assert np.random.random() == after  # numpy's global generator belongs to others
    assert first.shape == (3, 8, 4)
    np.testing.assert_array_equal(points(0), first)
    assert np.abs(points(1) - first).max() > 0.1
