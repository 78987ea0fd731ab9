"""Sticks between what was seen, and no others."""

import numpy as np

from biped_control.dashboard.scene.stick_figure import stick_names, sticks_at
from biped_control.motion.captures.landmarks import LANDMARKS, REQUIRED


def test_a_whole_person_is_all_of_one_piece() -> None:
    pairs = stick_names(dict.fromkeys(LANDMARKS))
    joined = {LANDMARKS[0]}
    for _ in LANDMARKS:
        joined |= {name for pair in pairs if joined & set(pair) for name in pair}
    assert joined == set(LANDMARKS)


def test_without_arms_and_shoulders_legs_are_left() -> None:
    pairs = stick_names(dict.fromkeys(REQUIRED))
    assert {name for pair in pairs for name in pair} == set(REQUIRED)


def test_sticks_end_at_the_landmarks_of_their_moment() -> None:
    rng = np.random.default_rng(1)
    landmarks = {name: rng.normal(size=(3, 3)) for name in LANDMARKS}
    sticks = sticks_at(landmarks, 2)
    for (start, end), (upper, lower) in zip(sticks, stick_names(landmarks), strict=True):
        np.testing.assert_array_equal(start, landmarks[upper][2])
        np.testing.assert_array_equal(end, landmarks[lower][2])
