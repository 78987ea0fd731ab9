"""The steps that a recipe asks for, before balance has its say."""

import numpy as np

from biped_control.motion.steps.step_balance import WantedSteps
from biped_control.motion.steps.step_clock import smooth
from biped_control.motion.steps.step_recipe import StepRecipe
from biped_control.motion.steps.step_template import GaitTemplate
from biped_control.robot.model import GRAVITY
from biped_control.robot.state import FloatArray

_LARGEST_CROSSING = 0.04  # [m] so that swings need not go far around the other foot


def wanted_steps(recipe: StepRecipe, start: GaitTemplate, end: GaitTemplate, rate_hz: float) -> WantedSteps:
    """Headings, lengths and beats of a recipe."""
    height = 0.5 * (start.height + end.height)
    return WantedSteps(
        headings=_headings(recipe),
        lengths=_lengths(recipe, start, end),
        beats=_beats(recipe, start, end),
        speeds=(start.step / start.beat, end.step / end.beat),
        pendulum=float(np.sqrt(height / GRAVITY)) * rate_hz,
        move=recipe.move,
        largest_crossing=_LARGEST_CROSSING,
    )


def _beats(recipe: StepRecipe, start: GaitTemplate, end: GaitTemplate) -> FloatArray:
    """(steps + 1,) whole frames."""
    frames = [0]
    for number in range(recipe.steps):
        share = smooth((number + 0.5) / recipe.steps)
        slower = recipe.duration_factor if 0 < number < recipe.steps - 1 else 1.0
        frames.append(frames[-1] + round(slower * ((1.0 - share) * start.beat + share * end.beat)))
    return np.array(frames, dtype=np.float64)


def _headings(recipe: StepRecipe) -> FloatArray:
    """(steps + 2,) of the points -1 ... steps.

    The turn grows and fades like half a sine wave over the footfalls between: who turns at once must step
    far to the outside before.
    """
    between = recipe.steps - 1
    shares = np.sin(np.pi * (np.arange(between) + 0.5) / between)
    turns = np.deg2rad(recipe.turn_deg) * shares / shares.sum()
    return np.concatenate([[0.0, 0.0], np.cumsum(turns), [np.deg2rad(recipe.turn_deg)]])


def _lengths(recipe: StepRecipe, start: GaitTemplate, end: GaitTemplate) -> FloatArray:
    """(steps + 1,) of the steps that lead to the points 0 ... steps [m]."""
    lengths = []
    for number in range(recipe.steps + 1):
        share = smooth(number / recipe.steps)
        change = recipe.step_change_m if 0 < number < recipe.steps else 0.0
        lengths.append((1.0 - share) * start.step + share * end.step + change)
    return np.array(lengths)
