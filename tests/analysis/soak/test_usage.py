"""What counts as a leak."""

import numpy as np
import pytest

from biped_control.analysis.soak.usage import Usage


def usage(memory: list[float], descriptors: list[int]) -> Usage:
    made = Usage()
    for pair in zip(memory, descriptors, strict=True):
        made.add(*pair)
    return made


def test_warming_up_is_no_leak_but_growing_on_is() -> None:
    warm = np.concatenate([np.linspace(100.0, 300.0, 50), np.full(50, 300.0)])
    assert usage(warm.tolist(), 50 * [10] + 50 * [20]).memory_growth == 0.0
    assert usage(warm.tolist(), 50 * [10] + 50 * [20]).descriptor_growth == 0
    leaking = np.linspace(100.0, 200.0, 101)
    grown = usage(leaking.tolist(), list(range(101)))
    assert grown.memory_growth == pytest.approx(195.5 / 154.5 - 1.0, rel=0.01)
    assert grown.descriptor_growth == 41


def test_a_single_peak_and_too_few_samples_say_nothing() -> None:
    peak = 99 * [100.0] + [500.0]
    assert usage(peak, 99 * [5] + [50]).memory_growth == 0.0
    assert usage(peak, 99 * [5] + [50]).descriptor_growth == 0
    few = usage([1.0, 2.0, 3.0], [1, 2, 3])
    assert (few.memory_growth, few.descriptor_growth) == (0.0, 0)
