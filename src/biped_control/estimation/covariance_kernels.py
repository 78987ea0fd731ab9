"""The arithmetic on covariances, compiled: most of what a tick of the filter costs."""

import numpy as np

from biped_control.compiled import kernel
from biped_control.robot.state import BoolArray, FloatArray


@kernel
def turned(vectors: FloatArray, known: BoolArray, turn: FloatArray, size: int) -> FloatArray:
    """(size, 3) right-invariant error that an error of the measured turn makes.

    Args:
        vectors: (n, 3) velocity, position and points after the tick.
        known: (n,) which of them the filter knows.
        turn: (3, 3) rotation error in the world by error of the measured turn.
        size: number of error coordinates.
    """
    effect = np.zeros((size, 3))
    effect[:3] = turn
    for index in range(len(vectors)):
        if known[index]:
            x, y, z = vectors[index]
            row = 3 + 3 * index
            for column in range(3):
                a, b, c = turn[0, column], turn[1, column], turn[2, column]
                effect[row, column] = y * c - z * b
                effect[row + 1, column] = z * a - x * c
                effect[row + 2, column] = x * b - y * a
    return effect


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
