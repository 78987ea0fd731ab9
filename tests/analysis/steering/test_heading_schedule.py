"""Commanded headings."""

from math import pi

import numpy as np

from biped_control.analysis.steering.heading_schedule import about_faces, random_headings


def test_random_headings() -> None:
    schedule = random_headings(6, 72_000, 600, 1.2)
    headings = np.array([intent.heading for intent in schedule.intents])
    assert len(headings) == 120
    assert headings.min() < -0.9 * pi
    assert headings.max() > 0.9 * pi
    assert {intent.speed_mps for intent in schedule.intents} == {1.2}
    assert schedule.intents == random_headings(6, 72_000, 600, 1.2).intents
    assert schedule.intents != random_headings(7, 72_000, 600, 1.2).intents
    gaits = random_headings(6, 72_000, 600, 1.2, [0.0, 1.2, 2.7]).intents
    assert {intent.speed_mps for intent in gaits} == {0.0, 1.2, 2.7}
    assert [intent.heading for intent in gaits] == list(headings)


def test_which_command_holds() -> None:
    schedule = random_headings(6, 1250, 600, 1.2)
    assert [schedule.number(tick) for tick in (0, 599, 600, 1199, 1200, 1249, 5000)] == [0, 0, 1, 1, 2, 2, 2]


def test_about_faces() -> None:
    """There and back again, at every phase of a cycle."""
    schedule = about_faces(1, 200_000, 1200, 128, 1.2)
    assert schedule.starts[0] == 0
    assert schedule.starts[-1] < 200_000
    assert len(schedule.intents) == len(schedule.starts)
    assert [intent.heading for intent in schedule.intents[:4]] == [0.0, pi, 0.0, pi]
    late = np.diff(schedule.starts) - 1200
    assert late.min() >= 0
    assert late.max() < 128
    assert len(np.unique(late // 16)) == 8
