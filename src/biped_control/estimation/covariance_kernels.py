"""The arithmetic on covariances, compiled: most of what a tick of the filter costs."""

import numpy as np

from biped_control.compiled import kernel
from biped_control.robot.state import FloatArray


@kernel
def cross_matrix(vector: FloatArray) -> FloatArray:
    """(3, 3) matrix of the cross product with `vector` (3,)."""
    x, y, z = vector
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


@kernel
def carried(
    covariance: FloatArray,
    step: FloatArray,
    turns: FloatArray,
    pushes: FloatArray,
    variances: FloatArray,
) -> FloatArray:
    """(n, n) step covariance step^T + turns turns^T + pushes pushes^T + diag(variances).

    Args:
        covariance: (n, n) before.
        step: (n, n) transition of the error.
        turns, pushes: (n, 3) effect of unit noise of the gyro and of the accelerometer.
        variances: (n,) of independent noise.
    """
    result = step @ covariance @ step.T + turns @ turns.T + pushes @ pushes.T
    for i in range(len(variances)):
        result[i, i] += variances[i]
    return result


@kernel
def corrected(
    covariance: FloatArray, rows: FloatArray, innovation: FloatArray, variance: float
) -> tuple[FloatArray, FloatArray]:
    """Kalman update with measurements of one `variance`, in Joseph's form: it stays positive.

    Args:
        covariance: (n, n) before.
        rows: (m, n) measurement by error.
        innovation: (m,) what the estimate is seen to be off.
        variance: of each of the m measurements.

    Returns:
        (n,) the error that the innovation shows, and (n, n) the covariance after its correction.
    """
    spread = covariance @ rows.T
    expected = rows @ spread
    for i in range(len(innovation)):
        expected[i, i] += variance
    gain = np.ascontiguousarray(np.linalg.solve(expected, np.ascontiguousarray(spread.T)).T)
    rest = -gain @ rows
    for i in range(len(rest)):
        rest[i, i] += 1.0
    return gain @ innovation, rest @ covariance @ rest.T + variance * (gain @ gain.T)
