"""Where to step so that the body ends up in balance over its feet.

The body is taken for a linear inverted pendulum: its middle line c obeys c - (h / g) c'' = p, where p is the
line that the support runs along, from one footfall to the next. The hubs fix place and speed of the body at
both ends, which no choice of headings and step lengths alone can meet: to turn left one first steps a little
to the right. So step lengths and sidesteps are chosen, as near to the wanted ones as possible.
"""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import solve_banded
from scipy.optimize import lsq_linear

from biped_control.robot.state import FloatArray

# Against one metre of a step's length: speed at the ends in m per pendulum time, and where the plan ends.
_AT_THE_ENDS = 30.0


@dataclass(frozen=True)
class WantedSteps:
    """Steps as one would like them, between the points -1 (the left footfall before the clip) and `steps`.

    Attributes:
        headings: (steps + 2,) of the points -1 ... steps [rad]; the first two and the last two are equal.
        lengths: (steps + 1,) of the steps that lead to the points 0 ... steps [m]; the first and the last
            stay as they are.
        beats: (steps + 1,) frames at which these points' feet land.
        speeds: of the body at both ends [m a frame].
        pendulum: sqrt(h / g) in frames.
        move: forward and sideways beyond the sum of lengths [m], or None.
        largest_crossing: how far a step may lead across the other foot's line [m].
    """

    headings: FloatArray
    lengths: FloatArray
    beats: FloatArray
    speeds: tuple[float, float]
    pendulum: float
    move: tuple[float, float] | None
    largest_crossing: float


@dataclass(frozen=True)
class BalancedSteps:
    """What is possible of them.

    Attributes:
        points: (steps + 2, 2) of the middle line [m]; point 0 is the origin.
        body: (T + 1, 2) middle line of the body at every frame [m].
        speed_error: largest difference of the body's speed from the hubs' at the ends [m a frame].
    """

    points: FloatArray
    body: FloatArray
    speed_error: float


def balance_steps(wanted: WantedSteps) -> BalancedSteps:
    """Lengths and sidesteps of all steps but the first and the last, by bounded least squares."""
    basis, points = _points(wanted)
    free = basis.shape[2] // 2
    pendulum = _pendulum(wanted.beats, wanted.pendulum)
    rows, rhs = [np.eye(2 * free)], [np.concatenate([wanted.lengths[1:-1], np.zeros(free)])]
    ends = [wanted.headings[0], wanted.headings[-1]]
    directions = np.array([[np.cos(heading), np.sin(heading)] for heading in ends])
    body_basis, body = np.einsum("tp,pdx->tdx", pendulum, basis), pendulum @ points
    weight = _AT_THE_ENDS * wanted.pendulum
    for first, direction, speed in zip((0, -2), directions, wanted.speeds, strict=True):
        second = first + 1
        rows.append(weight * (body_basis[second] - body_basis[first]))
        rhs.append(weight * (speed * direction - body[second] + body[first]))
    if wanted.move is not None:
        goal = np.array([wanted.lengths[1:].sum(), 0.0]) + wanted.move
        rows.append(_AT_THE_ENDS * basis[-1])
        rhs.append(_AT_THE_ENDS * (goal - points[-1]))
    low, high = np.full(2 * free, -np.inf), np.full(2 * free, np.inf)
    low[free::2] = -wanted.largest_crossing  # the left foot's steps
    high[free + 1 :: 2] = wanted.largest_crossing
    steps = lsq_linear(np.vstack(rows), np.concatenate(rhs), (low, high)).x
    points, body = points + basis @ steps, body + body_basis @ steps
    wrong = np.array([body[1] - body[0], body[-1] - body[-2]]) - np.array(wanted.speeds)[:, None] * directions
    return BalancedSteps(points, body, float(np.linalg.norm(wrong, axis=1).max()))


def _points(wanted: WantedSteps) -> tuple[FloatArray, FloatArray]:
    """(P, 2, 2 n) and (P, 2): the points as a linear function of n lengths and n sidesteps."""
    headings, count = wanted.headings, len(wanted.headings)
    free = count - 3
    basis, points = np.zeros((count, 2, 2 * free)), np.zeros((count, 2))
    points[0] = -wanted.lengths[0] * np.array([np.cos(headings[0]), np.sin(headings[0])])
    for place in range(2, count):
        heading = 0.5 * (headings[place - 1] + headings[place])
        along, across = (
            np.array([np.cos(heading), np.sin(heading)]),
            np.array([-np.sin(heading), np.cos(heading)]),
        )
        basis[place], points[place] = basis[place - 1], points[place - 1]
        if place < count - 1:
            basis[place, :, place - 2] = along
            basis[place, :, free + place - 2] = across
        else:
            points[place] += wanted.lengths[-1] * along
    return basis, points


def _pendulum(beats: FloatArray, pendulum: float) -> FloatArray:
    """(T + 1, P) the body at every frame as a linear function of the points.

    The support passes each point half a beat after its foot has landed; at both ends the body is over it.
    """
    halves = 0.5 * np.diff(beats)
    passes = np.concatenate([[-halves[0]], beats[:-1] + halves, [beats[-1] + halves[-1]]])
    frames = np.arange(int(beats[-1]) + 1)
    support = np.stack([np.interp(frames, passes, unit) for unit in np.eye(len(passes))], axis=1)
    bands = np.zeros((3, len(frames)))
    bands[1] = 1.0 + 2.0 * pendulum**2
    bands[0, 2:] = bands[2, :-2] = -(pendulum**2)
    bands[1, [0, -1]] = 1.0
    body: FloatArray = solve_banded((1, 1), bands, support)
    return body
