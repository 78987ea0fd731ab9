"""Heading errors: the bins in which a value function knows them, and how large they are during a turn."""

from math import pi

import numpy as np

from biped_control.robot.state import FloatArray
from biped_control.steering.markov_decisions import IntArray

_NO_TURN = 1e-6  # [rad] less is rounding


def heading_errors(bins: int) -> FloatArray:
    """(bins,) heading errors of the bins [rad], from -pi on."""
    return np.asarray(-pi + 2.0 * pi / bins * np.arange(bins), dtype=np.float64)


def between(errors: FloatArray, bins: int) -> tuple[IntArray, IntArray, FloatArray]:
    """The two bins around each heading error [rad], on the circle, and the share of the upper one."""
    place = (errors + pi) * (bins / (2.0 * pi))
    nearest = np.rint(place)
    # An error that hits a bin but for rounding belongs to it alone.
    place = np.where(np.abs(place - nearest) < 1e-6, nearest, place)
    floor = np.floor(place)
    lower = floor.astype(np.int64) % bins
    return lower, (lower + 1) % bins, place - floor


def mean_error(errors: FloatArray | float, turns: FloatArray | float) -> FloatArray:
    """Mean of the absolute heading error |e - s turn| over s = 0 ... 1, the shorter way around the circle.

    This is (G(e) - G(e - turn)) / turn with G'(e) = |e|: exact for a clip that turns evenly, also where it
    turns past the wanted heading, or past the opposite one.

    Args:
        errors: at the beginning [rad].
        turns: whole turn of the clip, left positive [rad].

    Returns:
        One for each pair; of arrays whose shapes broadcast.
    """
    errors, turns = np.asarray(errors), np.asarray(turns)
    straight = np.abs(turns) < _NO_TURN
    whole = (_integral(errors) - _integral(errors - turns)) / np.where(straight, 1.0, turns)
    return np.where(straight, np.abs(errors - 2.0 * pi * np.rint(errors / (2.0 * pi))), whole)


def _integral(angles: FloatArray) -> FloatArray:
    """Integral of the absolute angle, the shorter way around, from 0 on."""
    laps = np.rint(angles / (2.0 * pi))
    rest = angles - 2.0 * pi * laps
    return np.asarray(0.5 * rest * np.abs(rest) + pi * pi * laps)
