import numpy as np
import pytest

from biped_control.motion.steps.step_clock import StepClock, smooth


def test_equal_beats_make_a_straight_line_on_and_on():
    clock = StepClock(np.arange(5) * 64.0, 64.0, 64.0)
    assert clock.frames == 256
    frames = np.array([-100.0, -1.0, 0.0, 1.0, 130.0, 256.0, 300.0])
    np.testing.assert_allclose(clock.beat(frames), frames / 64.0, atol=1e-12)


def test_changing_beats_are_met_exactly_and_left_at_the_hubs_pace():
    beats = np.array([0.0, 60.0, 110.0, 152.0, 190.0])
    clock = StepClock(beats, 64.0, 36.0)
    np.testing.assert_allclose(clock.beat(beats), np.arange(5), atol=1e-12)
    pace = np.diff(clock.beat(np.array([-1.0, 0.0, 1e-4, 190.0 - 1e-4, 190.0, 191.0])))
    np.testing.assert_allclose([pace[0], pace[-1]], [1 / 64.0, 1 / 36.0])
    np.testing.assert_allclose([pace[1], pace[3]], [1e-4 / 64.0, 1e-4 / 36.0], rtol=1e-4)


@pytest.mark.parametrize("beat", [-1.3, 0.0, 0.4, 1.0, 2.71, 4.0, 5.5])
def test_a_moment_is_found_again(beat):
    clock = StepClock(np.array([0.0, 60.0, 110.0, 152.0, 190.0]), 64.0, 36.0)
    assert clock.beat(np.array([clock.frame(beat)]))[0] == pytest.approx(beat, abs=1e-9)


def test_smooth_rises_without_a_kink():
    assert [smooth(part) for part in (-1.0, 0.0, 0.5, 1.0, 2.0)] == [0.0, 0.0, 0.5, 1.0, 1.0]
    h = 1e-3
    for end in (0.0, 1.0):
        slope = (smooth(end + h) - smooth(end - h)) / (2 * h)
        curvature = (smooth(end + h) - 2 * smooth(end) + smooth(end - h)) / h**2
        assert abs(slope) < 1e-4
        assert abs(curvature) < 0.1
