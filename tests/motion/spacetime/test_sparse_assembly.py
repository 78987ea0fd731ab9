"""Scattering of windows and rows, against dense sums."""

import numpy as np
import scipy.sparse as sp

from biped_control.motion.spacetime.sparse_assembly import RowBuilder, WindowedLeastSquares


def test_windows_add_up_like_dense_matrices() -> None:
    """Windows that overlap and wrap, with rows that are partly zero, and entries that are no unknowns."""
    random = np.random.default_rng(3)
    columns = np.array([[0, 1, 2, 3], [2, 3, 4, 5], [4, 5, 1, 0], [1, 0, 5, -1], [3, -1, 0, 5]])
    rows = random.standard_normal((5, 3, 4)) * (random.random((5, 3, 4)) < 0.7)
    residuals = random.standard_normal((5, 3))
    matrix, vector = np.zeros((6, 6)), np.zeros(6)
    for k in range(5):
        select = np.zeros((4, 6))
        for entry, column in enumerate(columns[k]):
            if column >= 0:
                select[entry, column] = 1.0
        matrix += select.T @ rows[k].T @ rows[k] @ select
        vector += select.T @ rows[k].T @ residuals[k]
    assembled = WindowedLeastSquares(columns, np.ones((5, 4, 4), dtype=bool), 6)
    found = assembled.matrix(assembled.values(rows)).toarray()
    np.testing.assert_allclose(found, np.triu(matrix), atol=1e-12)
    np.testing.assert_allclose(assembled.gradient(residuals, rows), vector, atol=1e-12)


def test_entries_outside_of_the_pattern_are_left_out() -> None:
    pattern = np.eye(2, dtype=bool)[None]
    assembled = WindowedLeastSquares(np.array([[0, 1]]), pattern, 2)
    np.testing.assert_array_equal(assembled.matrix(assembled.values(np.ones((1, 1, 2)))).toarray(), np.eye(2))


def test_rows_keep_their_order_and_skip_what_is_no_unknown() -> None:
    rows = RowBuilder(4)
    rows.add(np.array([[0, 3], [-1, 2]]), np.array([[1.0, 2.0], [3.0, 4.0]]))
    rows.add(np.array([[1]]), np.array([[5.0]]))
    expected = [[1.0, 0.0, 0.0, 2.0], [0.0, 0.0, 4.0, 0.0], [0.0, 5.0, 0.0, 0.0]]
    matrix = rows.matrix()
    assert sp.issparse(matrix)
    np.testing.assert_array_equal(matrix.toarray(), expected)


def test_no_rows_make_an_empty_matrix() -> None:
    assert RowBuilder(4).matrix().shape == (0, 4)
