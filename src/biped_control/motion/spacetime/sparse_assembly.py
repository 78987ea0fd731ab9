"""Scatters windows into one sparse symmetric matrix whose pattern never changes."""

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from biped_control.compiled import kernel
from biped_control.robot.dynamics import IntArray
from biped_control.robot.state import BoolArray, FloatArray


class WindowedMatrix:
    """Upper triangle of a sum of windows, in compressed columns.

    Args:
        columns: (K, m) unknown of each window entry, -1 where it is not an unknown.
        signs: (K, m) factor on derivatives by that entry.
        pattern: (m, m) entries of a window that can be other than zero.
        size: number of unknowns.
    """

    def __init__(self, columns: IntArray, signs: FloatArray, pattern: BoolArray, size: int) -> None:
        self._columns, self._signs, self._size = columns, signs, size
        first, second = np.nonzero(np.triu(pattern))
        low = np.minimum(columns[:, first], columns[:, second])
        high = np.maximum(columns[:, first], columns[:, second])
        places, inverse = np.unique(np.where(low < 0, -1, high * size + low), return_inverse=True)
        missing = int(places[0] == -1)  # entries of window columns that are no unknowns go nowhere
        places = places[missing:]
        self._indices = (places % size).astype(np.int32)
        self._starts = np.searchsorted(places, np.arange(size + 1) * size).astype(np.int32)
        self._slots = (inverse.reshape(low.shape) - missing).astype(np.int32)
        self._first, self._second = first, second

    def matrix(self, windows: FloatArray) -> sp.csc_matrix:
        """The (size, size) upper triangle of the sum of (K, m, m) symmetric windows."""
        values = np.zeros(len(self._indices))
        _scatter(windows, self._signs, self._first, self._second, self._slots, values)
        return sp.csc_matrix((values, self._indices, self._starts), shape=(self._size, self._size))

    def vector(self, windows: FloatArray) -> FloatArray:
        """The (size,) sum of (K, m) windows."""
        known = self._columns >= 0
        weights = (self._signs * windows)[known]
        total = np.bincount(self._columns[known], weights=weights, minlength=self._size)
        return total.astype(np.float64)


@kernel
def _scatter(
    windows: FloatArray,
    signs: FloatArray,
    first: IntArray,
    second: IntArray,
    slots: NDArray[np.int32],
    values: FloatArray,
) -> None:
    for k in range(windows.shape[0]):
        for entry in range(len(first)):
            slot = slots[k, entry]
            if slot >= 0:
                a, b = first[entry], second[entry]
                values[slot] += windows[k, a, b] * signs[k, a] * signs[k, b]


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
