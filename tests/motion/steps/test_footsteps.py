import numpy as np
import pytest

from biped_control.errors import MotionError

_HALF_WIDTH, _TOE_OUT = 0.06, np.deg2rad(5.0)  # of the default walk


def _place(placement):
    return np.array([placement.x, placement.y, placement.yaw])


def test_plain_steps_are_those_of_the_walk(step_plan, templates):
    plan, walk = step_plan(steps=6), templates["walk"]
    for number in range(-2, 9):
        fall, sign = plan[number], 1.0 if number % 2 else -1.0
        assert (fall.number, fall.foot) == (number, "left" if number % 2 else "right")
        expected = [number * walk.step, sign * _HALF_WIDTH, sign * _TOE_OUT]
        np.testing.assert_allclose(_place(fall.heel), expected, atol=1e-6)
        assert fall.strike == number * walk.beat
        moments = [fall.toe_contact, fall.heel_off, fall.toe_off]
        np.testing.assert_allclose(moments, fall.strike + walk.feet[fall.foot].timing * walk.beat, atol=1e-6)
    np.testing.assert_allclose(_place(plan.advance), [6 * walk.step, 0.0, 0.0], atol=1e-6)
    np.testing.assert_allclose(plan.clock.beats, np.arange(7) * walk.beat)


@pytest.mark.parametrize("turn", [45.0, -90.0, 180.0])
def test_a_turn_is_shared_as_half_a_sine_wave(step_plan, turn):
    plan = step_plan(steps=8, turn_deg=turn)
    headings = np.rad2deg([plan[number].middle.yaw for number in range(-1, 9)])
    shares = np.sin(np.pi * (np.arange(7) + 0.5) / 7)
    expected = np.concatenate([[0.0, 0.0], turn * np.cumsum(shares) / shares.sum(), [turn]])
    np.testing.assert_allclose(headings, expected, atol=1e-9)
    assert np.rad2deg(plan.advance.yaw) == pytest.approx(turn)
    np.testing.assert_allclose(np.rad2deg(plan.body[[0, -2, -1], 2]), [0.0, turn, turn], atol=1e-9)


@pytest.mark.parametrize(
    "fields", [{"turn_deg": 45.0}, {"sideways_m": -0.2}, {"end": "slow"}, {"widen_m": 0.05}]
)
def test_the_last_two_footfalls_are_those_of_the_end_hub(step_plan, templates, fields):
    plan = step_plan(**fields)
    hub = templates[plan.end.name]
    for number, back in ((plan.steps, 0), (plan.steps - 1, 1)):
        fall = plan[number]
        seen = plan.advance.inverse().compose(fall.heel)
        x, y, yaw = hub.feet[fall.foot].offset
        np.testing.assert_allclose(_place(seen), [x - back * hub.step + hub.origin, y, yaw], atol=1e-9)
        assert fall.toe_off - plan.clock.frames == round((hub.feet[fall.foot].timing[2] - back) * hub.beat)


def test_mirrored_recipes_have_mirrored_middle_lines(step_plan):
    left, right = step_plan(turn_deg=8.0), step_plan(turn_deg=-8.0)
    for one, other in zip(left.footfalls, right.footfalls, strict=True):
        np.testing.assert_allclose(_place(other.middle), _place(one.middle) * [1, -1, -1], atol=1e-6)
    np.testing.assert_allclose(right.body, left.body * [1, -1, -1], atol=1e-6)


def test_moves_end_where_asked(step_plan, templates):
    plain = 6 * templates["walk"].step
    plan = step_plan(steps=6, sideways_m=0.2, forward_m=-0.1)
    np.testing.assert_allclose(_place(plan.advance), [plain - 0.1, 0.2, 0.0], atol=2e-3)


def test_changes_of_pace_are_gradual(step_plan, templates):
    plan = step_plan(end="slow")
    beats = np.diff(plan.clock.beats)
    assert np.all(np.diff(beats) > 0)
    assert templates["walk"].beat <= beats[0] < beats[-1] <= templates["slow"].beat
    assert [round(plan[number].share, 3) for number in (-1, 0, 1, 2, 3, 4)] == [
        0.0,
        0.0,
        0.21,
        0.79,
        1.0,
        1.0,
    ]


def test_wider_and_slower_steps(step_plan, templates):
    walk = templates["walk"]
    plan = step_plan(steps=6, widen_m=0.03, duration_factor=1.25)
    for number in range(1, 5):
        away = plan[number].middle.inverse().compose(plan[number].heel).y
        assert abs(away) == pytest.approx(_HALF_WIDTH + 0.03)
    np.testing.assert_allclose(
        np.diff(plan.clock.beats), np.array([1, 1.25, 1.25, 1.25, 1.25, 1]) * walk.beat
    )


def test_in_a_long_step_the_foot_leaves_when_the_body_is_as_far_ahead_as_ever(step_plan, templates):
    plan, walk = step_plan(forward_m=0.2), templates["walk"]
    lengths = [plan[k].middle.x - plan[k - 1].middle.x for k in range(1, 5)]
    assert max(lengths) == lengths[1] > walk.step + 0.15
    fall = plan[1]
    ahead = plan.body[fall.toe_off, 0] - fall.middle.x
    assert ahead == pytest.approx(walk.ahead("left"), abs=0.02)  # a frame is a centimetre
    assert fall.toe_off - fall.strike < round(walk.feet["left"].timing[2] * walk.beat)


def test_steps_are_numbered_from_one(step_plan):
    plan = step_plan()
    assert [plan.step_at(frame) for frame in (0, 63, 64, 255, 256, 257)] == [1, 1, 2, 4, 4, 4]


def test_too_much_for_so_few_steps(step_plan):
    with pytest.raises(MotionError, match=r"2 steps end with the body 0\.\d+ m/s too fast or too slow"):
        step_plan(steps=2, turn_deg=45.0)
