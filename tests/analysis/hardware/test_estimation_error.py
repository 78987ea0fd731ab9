"""Estimates against a truth that is off by known amounts."""

import numpy as np
import pytest

from biped_control.analysis.hardware.estimation_error import estimation_error
from biped_control.errors import EstimationError


@pytest.mark.parametrize("since_switched_on", [0.3, 1.9, 7.0])
def test_known_errors_are_found_whatever_the_clock_says(since_switched_on: float) -> None:
    true_times = since_switched_on + np.arange(600) / 120.0
    truths = np.zeros((600, 12))
    truths[:, 0] = np.linspace(0.0, 6.0, 600)  # 6 m ahead
    truths[:, 3] = np.pi - 1e-3
    estimates = truths[20::2].copy()
    estimates[:, 2] += 0.003 * (-1.0) ** np.arange(290)
    estimates[:, 3] += 0.01 - 2.0 * np.pi  # the same angle, but for 0.01
    estimates[:, 4:6] += [0.002, -0.004]
    estimates[:, 6:9] += [0.03, 0.0, 0.04]
    estimates[:, :2] += [0.03, 0.04]
    heard = true_times[20::2] - 2.0 * np.floor(
        true_times[20] / 2.0
    )  # the bus counts from the first sample on
    error = estimation_error(heard, estimates, true_times, truths)
    assert error.samples == 290
    assert error.height_m == pytest.approx(0.003)
    assert (error.pitch_deg, error.roll_deg) == (
        pytest.approx(np.degrees(0.002)),
        pytest.approx(np.degrees(0.004)),
    )
    assert error.velocity_mps == pytest.approx(0.05)
    assert error.drift_m == pytest.approx(0.05)
    assert error.drift_share == pytest.approx(0.05 / 6.0, rel=0.05)
    assert error.yaw_deg == pytest.approx(np.degrees(0.01))


def test_another_run_is_refused() -> None:
    with pytest.raises(EstimationError, match="same run"):
        estimation_error(np.array([0.5]), np.zeros((1, 12)), np.array([0.6]), np.zeros((1, 12)))
    with pytest.raises(EstimationError, match="same run"):
        estimation_error(np.array([0.5]), np.zeros((1, 12)), np.zeros(0), np.zeros((0, 12)))
