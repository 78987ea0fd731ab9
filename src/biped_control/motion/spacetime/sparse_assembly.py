"""Sparse matrices out of dense blocks: sums of least-squares windows, and rows of constraints."""

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from biped_control.compiled import kernel
from biped_control.robot.dynamics import IntArray
from biped_control.robot.state import BoolArray, FloatArray


class WindowedLeastSquares:
    """Gradient and Gauss-Newton matrix of a sum of windows, each the square of rows over m unknowns.

    Args:
        columns: (W, m) unknown of each window entry, -1 where it is not an unknown.
        patterns: (W, m, m) entries of each window's matrix that can be other than zero.
        size: number of unknowns.
    """

    def __init__(self, columns: IntArray, patterns: BoolArray, size: int) -> None:
        self._columns, self._size = columns, size
        first, second = np.nonzero(np.triu(patterns.any(axis=0)))
        low = np.minimum(columns[:, first], columns[:, second])
        high = np.maximum(columns[:, first], columns[:, second])
        used = (low >= 0) & patterns[:, first, second]
        places, inverse = np.unique(np.where(used, high * size + low, -1), return_inverse=True)
        missing = int(places[0] == -1)  # entries of window columns that are no unknowns go nowhere
        places = places[missing:]
        self._indices = (places % size).astype(np.int32)
        self._starts = np.searchsorted(places, np.arange(size + 1) * size).astype(np.int32)
        self._slots = (inverse.reshape(low.shape) - missing).astype(np.int32)
        self._first, self._second = first, second

    def values(self, rows: FloatArray) -> FloatArray:
        """(nonzeros,) upper triangle of the sum of rows^T rows over (W, r, m) rows."""
        values = np.zeros(len(self._indices))
        _square(rows, self._first, self._second, self._slots, values)
        return values

    def matrix(self, values: FloatArray) -> sp.csc_matrix:
        """The (size, size) upper triangle with these values."""
        return sp.csc_matrix((values, self._indices, self._starts), shape=(self._size, self._size))

    def gradient(self, residuals: FloatArray, rows: FloatArray) -> FloatArray:
        """(size,) sum of rows^T residuals over (W, r) residuals and (W, r, m) rows."""
        gradient = np.zeros(self._size)
        _project(residuals, rows, self._columns, gradient)
        return gradient


@kernel
def _square(
    rows: FloatArray, first: IntArray, second: IntArray, slots: NDArray[np.int32], values: FloatArray
) -> None:
    """Rows are mostly zeros: only the products of what is not zero are formed."""
    windows, count, width = rows.shape
    square = np.zeros((width, width))
    full = np.zeros(width, dtype=np.int64)
    for k in range(windows):
        square[:] = 0.0
        for r in range(count):
            found = 0
            for i in range(width):
                if rows[k, r, i] != 0.0:
                    full[found] = i
                    found += 1
            for i in range(found):
                value = rows[k, r, full[i]]
                for j in range(i, found):
                    square[full[i], full[j]] += value * rows[k, r, full[j]]
        for entry in range(len(first)):
            slot = slots[k, entry]
            if slot >= 0:
                values[slot] += square[first[entry], second[entry]]


@kernel
def _project(residuals: FloatArray, rows: FloatArray, columns: IntArray, gradient: FloatArray) -> None:
    windows, count, width = rows.shape
    for k in range(windows):
        for r in range(count):
            residual = residuals[k, r]
            for i in range(width):
                if columns[k, i] >= 0:
                    gradient[columns[k, i]] += residual * rows[k, r, i]


class RowBuilder:
    """Collects constraint rows and makes one sparse matrix of them."""

    def __init__(self, size: int) -> None:
        self._size, self._rows = size, 0
        self._parts: list[tuple[IntArray, IntArray, FloatArray]] = []

    def add(self, columns: IntArray, jacobians: FloatArray) -> None:
        """Adds (m, w) rows: entry (i, j) belongs to unknown `columns[i, j]`; -1 is no unknown."""
        own = np.broadcast_to(np.arange(self._rows, self._rows + len(columns))[:, None], columns.shape)
        used = (columns >= 0) & (jacobians != 0.0)
        self._parts.append((own[used], columns[used], jacobians[used]))
        self._rows += len(columns)

    def matrix(self) -> sp.csc_matrix:
        """The (rows, size) matrix."""
        if not self._parts:
            return sp.csc_matrix((self._rows, self._size))
        rows, columns, values = (np.concatenate(part) for part in zip(*self._parts, strict=True))
        return sp.csc_matrix((values, (rows, columns)), shape=(self._rows, self._size))
