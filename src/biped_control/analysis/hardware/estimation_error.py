"""How far an estimate of the base is off, tick by tick."""

from dataclasses import asdict, dataclass

import numpy as np

from biped_control.errors import EstimationError as NothingToCompare
from biped_control.robot.state import FloatArray

_WRAP_S = 2.0  # of the IMU's clock on the bus
_SAME = 1e-4  # [s]


@dataclass(frozen=True)
class EstimationError:
    """Root mean squares over a run, but for the drift.

    Attributes:
        samples: ticks compared.
        height_m, roll_deg, pitch_deg: of the base.
        velocity_mps: length of the difference of the base's velocities.
        drift_m: horizontal, at the end. drift_share: that by the distance walked.
        yaw_deg: at the end.
    """

    samples: int
    height_m: float
    roll_deg: float
    pitch_deg: float
    velocity_mps: float
    drift_m: float
    drift_share: float
    yaw_deg: float

    def summary(self) -> dict[str, float]:
        """The documented JSON keys."""
        return asdict(self)


def estimation_error(
    times: FloatArray, estimates: FloatArray, true_times: FloatArray, truths: FloatArray
) -> EstimationError:
    """Compares estimates with the truth at the same moments.

    Args:
        times: (n,) of the estimates, on the IMU's clock as it came over the bus: without whole wraps [s].
        estimates: (n, 12) root positions and velocities.
        true_times: (m,) when the IMU was asked, on its own clock [s].
        truths: (m, 12) the same of the truth.

    Raises:
        EstimationError: the two have no moment in common.
    """
    wraps = np.floor(true_times[:1] / _WRAP_S)  # the first sample, or one after it if that got lost
    compared = [_compared(times + _WRAP_S * (k + wraps), estimates, true_times, truths) for k in (0, 1)]
    found = [error for error in compared if error is not None]
    if not found:
        raise NothingToCompare("estimates and truth have no moment in common: is it the same run?")
    return min(found, key=lambda error: error.drift_m + error.velocity_mps)


def _compared(
    times: FloatArray, estimates: FloatArray, true_times: FloatArray, truths: FloatArray
) -> EstimationError | None:
    places = np.clip(np.searchsorted(true_times, times - _SAME), 0, max(len(true_times) - 1, 0))
    same = np.abs(true_times[places] - times) < _SAME if len(true_times) else np.zeros(len(times), dtype=bool)
    if not same.any():
        return None
    truth = truths[places[same]]
    off = estimates[same] - truth
    off[:, 3:6] = np.degrees((off[:, 3:6] + np.pi) % (2.0 * np.pi) - np.pi)
    distance = float(np.hypot(*np.diff(truth[:, :2], axis=0).T).sum())
    drift = float(np.hypot(*off[-1, :2]))
    return EstimationError(
        samples=int(same.sum()),
        height_m=_rms(off[:, 2]),
        roll_deg=_rms(off[:, 5]),
        pitch_deg=_rms(off[:, 4]),
        velocity_mps=_rms(np.linalg.norm(off[:, 6:9], axis=1)),
        drift_m=drift,
        drift_share=drift / distance if distance > 0.0 else 0.0,
        yaw_deg=float(off[-1, 3]),
    )


def _rms(values: FloatArray) -> float:
    return float(np.sqrt(np.mean(np.square(values))))
