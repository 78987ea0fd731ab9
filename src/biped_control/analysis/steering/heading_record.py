"""How well commanded headings were followed, from what was seen in every tick."""

from dataclasses import dataclass, field
from math import pi, radians

import numpy as np

from biped_control.robot.state import BoolArray, FloatArray

ANSWERED = radians(15.0)
"""A command is answered when the robot's yaw, pelvis swing included, has come and stays this near [rad]."""

LARGE = radians(90.0)
"""Commands that ask for a larger turn count for the response time [rad]."""


@dataclass
class HeadingRecord:
    """One entry for every tick.

    Attributes:
        commands: number of the command that held, ascending.
        errors: commanded minus real heading, without the swing of the pelvis [rad].
        yaw_errors: commanded heading minus yaw of the base [rad].
        settled: a straight clip ran that was begun under this command: what turns there were have ended.
    """

    commands: list[int] = field(default_factory=list)
    errors: list[float] = field(default_factory=list)
    yaw_errors: list[float] = field(default_factory=list)
    settled: list[bool] = field(default_factory=list)


@dataclass(frozen=True)
class Following:
    """What came of it.

    Attributes:
        mean_error: mean absolute heading error after the turns have ended [rad]; None when they never have.
        worst_error: largest of the means of single commands [rad].
        overall_error: mean absolute heading error over all ticks, turns included [rad].
        responses: seconds from each large command until it was answered.
        unanswered: large commands that were not answered before the next one.
    """

    mean_error: float | None
    worst_error: float | None
    overall_error: float
    responses: tuple[float, ...]
    unanswered: int


def following(record: HeadingRecord, dt: float) -> Following:
    """Evaluates a record; the last command, which may have been cut short, does not count as unanswered."""
    commands = np.array(record.commands)
    errors, yaw_errors = _wrapped(record.errors), _wrapped(record.yaw_errors)
    settled: BoolArray = np.array(record.settled, dtype=np.bool_)
    responses, means, unanswered = list[float](), list[float](), 0
    numbers = np.unique(commands)
    for number in numbers:
        mine = commands == number
        if (mine & settled).any():
            means.append(float(np.abs(errors[mine & settled]).mean()))
        if abs(errors[mine][0]) < LARGE:
            continue
        away = np.flatnonzero(np.abs(yaw_errors[mine]) > ANSWERED)
        answered_at = int(away[-1]) + 1 if len(away) else 0
        if answered_at < mine.sum():
            responses.append(answered_at * dt)
        elif number != numbers[-1]:
            unanswered += 1
    mean = float(np.abs(errors[settled]).mean()) if settled.any() else None
    overall = float(np.abs(errors).mean()) if len(errors) else 0.0
    return Following(mean, max(means, default=None), overall, tuple(responses), unanswered)


def _wrapped(angles: list[float]) -> FloatArray:
    return np.asarray(np.remainder(np.array(angles) + pi, 2.0 * pi) - pi)
