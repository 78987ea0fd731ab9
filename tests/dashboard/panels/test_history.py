"""What is kept for the plots."""

import numpy as np

from biped_control.dashboard.panels.history import History


def test_old_rows_go_and_the_same_moment_counts_once() -> None:
    history = History(2, 1.0)
    for time in (0.0, 0.5, 0.5, 1.2):
        history.add(time, np.array([time, -time]))
    np.testing.assert_allclose(history.columns(), [[0.5, 1.2], [0.5, 1.2], [-0.5, -1.2]])


def test_a_reset_begins_afresh() -> None:
    history = History(1, 10.0)
    history.add(5.0, np.array([1.0]))
    history.add(0.1, np.array([2.0]))
    np.testing.assert_allclose(history.columns(), [[0.1], [2.0]])


def test_before_the_first_row_there_are_columns_of_nothing() -> None:
    assert History(3, 1.0).columns().shape == (4, 0)
