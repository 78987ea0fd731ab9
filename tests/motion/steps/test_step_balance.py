"""Balanced steps against the pendulum itself, integrated independently."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from biped_control.motion.steps.step_balance import WantedSteps, balance_steps

_BEAT, _STEP = 64.0, 0.64


def _wanted(steps, turn=0.0, crossing=10.0, move=None, end_speed=_STEP / _BEAT):
    shares = np.full(steps - 1, 1.0 / (steps - 1))
    return WantedSteps(
        headings=np.concatenate([[0.0, 0.0], np.cumsum(turn * shares), [turn]]),
        lengths=np.full(steps + 1, _STEP),
        beats=np.arange(steps + 1) * _BEAT,
        speeds=(_STEP / _BEAT, end_speed),
        pendulum=36.7,
        move=move,
        largest_crossing=crossing,
    )


def test_straight_steps_need_no_change():
    balanced = balance_steps(_wanted(4, move=(0.0, 0.0)))
    np.testing.assert_allclose(balanced.points, _STEP * np.array([[k, 0.0] for k in range(-1, 5)]), atol=1e-9)
    frames = np.arange(257)
    np.testing.assert_allclose(balanced.body[:, 0], _STEP * (frames / _BEAT - 0.5), atol=1e-9)
    assert balanced.speed_error < 1e-9


@pytest.mark.parametrize("turn", [0.26, -0.8, 1.57])
def test_a_pendulum_set_off_at_each_beat_arrives_at_the_next(turn):
    """c'' = (c - p) / T^2 over the support line p, by a Runge-Kutta method."""
    wanted = _wanted(6, turn)
    balanced = balance_steps(wanted)
    passes = (np.arange(-1, 7) + 0.5) * _BEAT

    def support(frame):
        return [np.interp(frame, passes, balanced.points[:, axis]) for axis in range(2)]

    def rate(frame, state):
        return np.concatenate([state[2:], (state[:2] - support(frame)) / wanted.pendulum**2])

    body = balanced.body
    for beat in range(1, 5):
        begin, end = int(beat * _BEAT), int((beat + 1) * _BEAT)
        start = np.concatenate([body[begin], 0.5 * (body[begin + 1] - body[begin - 1])])
        arrived = solve_ivp(rate, (begin, end), start, rtol=1e-9, max_step=4.0).y[:2, -1]
        np.testing.assert_allclose(arrived, body[end], atol=2e-3)


@pytest.mark.parametrize("turn", [0.3, -0.9])
def test_the_body_comes_and_goes_as_the_hubs_do(turn):
    wanted = _wanted(6, turn)
    balanced = balance_steps(wanted)
    assert balanced.speed_error * 120.0 < 0.02  # [m/s]
    last = balanced.points[-1] - balanced.points[-2]
    np.testing.assert_allclose(last, _STEP * np.array([np.cos(turn), np.sin(turn)]), atol=1e-12)
    np.testing.assert_allclose(balanced.points[1], 0.0, atol=1e-12)
    for frame, points in ((0, balanced.points[:2]), (-1, balanced.points[-2:])):
        np.testing.assert_allclose(balanced.body[frame], points.mean(axis=0), atol=1e-9)


def test_a_turn_to_the_left_begins_with_a_step_to_the_right():
    balanced = balance_steps(_wanted(6, 0.5))
    assert balanced.points[2, 1] < -0.02
    assert balanced.body[:, 1].min() > -0.01  # the body itself goes left, or nearly so


def test_mirrored_wishes_have_mirrored_answers():
    left, right = balance_steps(_wanted(4, 0.5)), balance_steps(_wanted(4, -0.5))
    np.testing.assert_allclose(right.points, left.points * [1.0, -1.0], atol=1e-9)
    np.testing.assert_allclose(right.body, left.body * [1.0, -1.0], atol=1e-9)


def test_a_move_ends_where_it_should():
    balanced = balance_steps(_wanted(6, move=(-0.15, 0.2)))
    np.testing.assert_allclose(balanced.points[-1], [6 * _STEP - 0.15, 0.2], atol=2e-3)
    assert balanced.speed_error * 120.0 < 0.02


@pytest.mark.parametrize("turn", [0.8, -0.8])
def test_no_foot_steps_across_the_other_by_more_than_allowed(turn):
    free, held = balance_steps(_wanted(6, turn)), balance_steps(_wanted(6, turn, crossing=0.03))
    assert _crossings(free, turn).max() > 0.04
    assert _crossings(held, turn).max() < 0.03 + 1e-6


def test_what_cannot_be_balanced_shows_as_an_error_of_speed():
    wanted = replace(_wanted(2), speeds=(_STEP / _BEAT, 2.0 * _STEP / _BEAT))
    assert balance_steps(wanted).speed_error * 120.0 > 0.3  # [m/s]


def _crossings(balanced, turn):
    """(steps - 1,) how far each step but the first and the last leads to the other foot's side [m]."""
    headings = _wanted(6, turn).headings
    middle = 0.5 * (headings[1:] + headings[:-1])
    steps = np.diff(balanced.points, axis=0)
    across = steps[:, 1] * np.cos(middle) - steps[:, 0] * np.sin(middle)
    outward = np.array([1.0 if number % 2 else -1.0 for number in range(len(across))])  # odd: left foot
    return (-outward * across)[1:-1]
