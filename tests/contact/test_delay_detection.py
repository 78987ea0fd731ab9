"""Changes of belief, with misfits made by hand."""

import numpy as np

from biped_control.contact.delay_detection import DelayDetection


def fed(detection: DelayDetection, misfits: list[float], ticks: int) -> int:
    for _ in range(ticks):
        detection.update(np.array(misfits))
    return detection.ticks


def test_the_best_explanation_is_believed_after_ten_ticks_and_not_before() -> None:
    detection = DelayDetection(3)
    assert fed(detection, [1.0, 0.5, 0.01], 10) == 0
    assert fed(detection, [1.0, 0.5, 0.01], 1) == 2
    assert fed(detection, [0.01, 1.0, 1.0], 11) == 0


def test_a_first_guess_is_kept_while_it_explains_as_much() -> None:
    assert fed(DelayDetection(3, first=1), [1.0, 1.0, 1.0], 10_000) == 1
    assert fed(DelayDetection(3, first=1), [0.0, 0.0, 0.0], 10_000) == 1


def test_noise_that_favours_nobody_changes_nothing() -> None:
    random, detection = np.random.default_rng(5), DelayDetection(3)
    for _ in range(20_000):
        detection.update(np.exp(random.normal(scale=0.3, size=3)))
        assert detection.ticks == 0


def test_a_tick_that_nothing_explains_has_one_voice_like_any_other() -> None:
    detection = DelayDetection(2)
    for _ in range(500):
        assert fed(detection, [1e6, 1e-6], 1) == 0  # a push
        assert fed(detection, [1.0, 3.0], 2) == 0


def test_numbers_that_are_none_do_no_lasting_harm() -> None:
    detection = DelayDetection(2)
    assert fed(detection, [np.nan, np.nan], 100) == 0
    assert fed(detection, [1.0, 0.01], 11) == 1


def test_reset_forgets() -> None:
    detection = DelayDetection(2)
    assert fed(detection, [1.0, 0.01], 10) == 0
    detection.reset()
    assert fed(detection, [1.0, 0.01], 10) == 0
    assert fed(detection, [1.0, 0.01], 1) == 1
    detection.reset()
    assert detection.ticks == 0
