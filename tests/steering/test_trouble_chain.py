"""The chain behind clips of different length."""

import numpy as np
import pytest

from biped_control.steering.trouble_chain import TICK_S, fit_chain, ticks

CHAIN = np.array(
    [[0.97, 0.02, 0.01, 0.0], [0.10, 0.85, 0.05, 0.0], [0.02, 0.18, 0.7, 0.1], [0.0, 0.0, 0.0, 1.0]]
)
"""Calm, some trouble, much trouble, fall."""


def expected(*counts: int) -> dict[int, np.ndarray]:
    """What is seen on average of many clips of so many ticks."""
    return {count: 1e4 * np.linalg.matrix_power(CHAIN, count) for count in counts}


def test_comes_back_from_clips_of_several_lengths() -> None:
    chain = fit_chain(expected(4, 7, 16), absorbing=3)
    np.testing.assert_allclose(chain.sum(axis=1), 1.0)
    assert (chain >= 0.0).all()
    np.testing.assert_array_equal(chain[3], CHAIN[3])
    for count in (1, 5, 30):
        np.testing.assert_allclose(
            np.linalg.matrix_power(chain, count), np.linalg.matrix_power(CHAIN, count), atol=0.02
        )


def test_single_ticks_are_counted() -> None:
    np.testing.assert_allclose(fit_chain(expected(1), absorbing=3), CHAIN, atol=1e-4)


def test_each_step_is_more_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(4)
    seen = {count: random.poisson(200.0 * np.linalg.matrix_power(CHAIN, count)) for count in (3, 10)}

    def likelihood(steps: int) -> float:
        monkeypatch.setattr("biped_control.steering.trouble_chain._MOST_STEPS", steps)
        chain = fit_chain(seen, absorbing=3)
        return float(
            sum(
                (numbers[:3] * np.log(np.linalg.matrix_power(chain, count)[:3])).sum()
                for count, numbers in seen.items()
            )
        )

    values = [likelihood(steps) for steps in (1, 2, 5, 20, 100)]
    assert (np.diff(values) > 0.0).all()


def test_what_was_never_seen() -> None:
    """Trouble that nobody was in, and no fall at all."""
    seen = {5: np.diag([10.0, 0.0, 0.0, 0.0])}
    chain = fit_chain(seen, absorbing=3)
    assert np.isfinite(chain).all()
    np.testing.assert_allclose(chain.sum(axis=1), 1.0)
    assert chain[0, 0] > 0.99


def test_lengths() -> None:
    assert ticks(128 / 120) == 16
    assert ticks(64 / 120) == 8
    assert ticks(0.0) == 1
    assert ticks(10.0) == pytest.approx(10.0 / TICK_S)
