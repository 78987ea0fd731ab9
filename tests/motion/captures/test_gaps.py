import numpy as np
import pytest

from biped_control.motion.captures.gaps import fill_gaps, in_words


def _curve(frames: int, rate_hz: float) -> np.ndarray:
    times = np.arange(frames) / rate_hz
    return np.stack([np.sin(6.0 * times), times**2, np.cos(4.0 * times)], axis=1)


@pytest.mark.parametrize("rate_hz", [30.0, 120.0])
def test_a_short_gap_follows_the_motion(rate_hz):
    truth = _curve(90, rate_hz)
    holes = truth.copy()
    holes[20 : 20 + round(0.1 * rate_hz)] = np.nan
    holes[60, 1] = np.nan
    filled = fill_gaps(holes, rate_hz)
    assert filled.frames == round(0.1 * rate_hz) + 1
    assert filled.long_gaps == ()
    assert np.abs(filled.track - truth).max() < 2e-3
    seen = np.isfinite(holes).all(axis=1)
    np.testing.assert_array_equal(filled.track[seen], truth[seen])


def test_long_gaps_and_ends_stay_as_they_are():
    holes = _curve(90, 100.0)
    holes[:3] = holes[30:51] = holes[86:] = np.nan
    filled = fill_gaps(holes, 100.0)
    assert (filled.frames, filled.long_gaps) == (0, ((31, 51),))
    np.testing.assert_array_equal(filled.track, holes)


def test_what_was_never_seen():
    filled = fill_gaps(np.full((5, 3), np.nan), 100.0)
    assert (filled.frames, filled.long_gaps) == (0, ())
    assert np.isnan(filled.track).all()


def test_gaps_in_words():
    assert in_words(((3, 9),)) == "frames 3 to 9"
    assert in_words(((3, 9), (20, 40))) == "frames 3 to 9 and 20 to 40"
    assert in_words(((1, 2),) * 5).endswith(" and 2 more")
