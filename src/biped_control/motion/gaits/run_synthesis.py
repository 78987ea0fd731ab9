"""A human run from published norms: joint angles of runners and a bouncing pelvis."""

from typing import TYPE_CHECKING, Literal

import numpy as np
from pydantic import BaseModel, Field

from biped_control.motion.clip import Clip
from biped_control.motion.gaits.gait_norms import GaitNorms, load_running_norms
from biped_control.motion.gaits.gait_synthesis import SynthesizedGait, gait_cycle
from biped_control.motion.gaits.norm_leg import NormLeg
from biped_control.motion.ingredients import Ingredients
from biped_control.motion.kinematic_cycle import KinematicCycle
from biped_control.motion.optimization_changes import OptimizationChanges
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.state import FloatArray

if TYPE_CHECKING:
    from biped_control.motion.spacetime import Progress

# Downward acceleration at the top of the bounce over gravity. A sine wave that reaches gravity only there
# would never leave the ground.
_AT_THE_TOP = 1.2


class SynthesizedRun(SynthesizedGait):
    """Recipe of a synthesized run: from toe off to the heel strike of the other foot it flies.

    Attributes:
        optimization: what its optimization does otherwise.
    """

    source: Literal["synthesized_run"]
    toe_off: float = Field(gt=0.15, lt=0.5)
    optimization: OptimizationChanges = OptimizationChanges()

    def settings(self) -> tuple[BaseModel, ...]:
        """The norms of running."""
        return (load_running_norms(),)


def make_synthesized_run(
    ingredients: Ingredients, name: str, recipe: SynthesizedRun, progress: "Progress | None" = None
) -> Clip:
    """The clip of a recipe.

    Raises:
        MotionError: the robot cannot run like that.
    """
    from biped_control.motion.spacetime import optimize_cycle  # slow to import

    robot = ingredients.robot
    cycle = synthesize_run(robot, recipe, load_running_norms(), ingredients.rate_hz)
    return optimize_cycle(robot, cycle, name, recipe.optimization.applied(), progress)


def synthesize_run(
    robot: RobotModel, recipe: SynthesizedRun, norms: GaitNorms, rate_hz: float
) -> KinematicCycle:
    """A symmetric cycle of running at the control rate.

    The pelvis bounces once a step, lowest in the middle of stance, as far as the step time asks for.

    Raises:
        MotionError: the robot lacks a joint that the norms or the recipe speak of.
    """
    leg = NormLeg.of(robot, norms)
    middle = 0.5 * recipe.toe_off
    steps_per_second = recipe.steps_per_minute / 60.0
    bounce = _AT_THE_TOP * GRAVITY / (2.0 * np.pi * steps_per_second) ** 2

    def above_mean(phase: FloatArray) -> FloatArray:
        return np.asarray(-bounce * np.cos(4.0 * np.pi * (phase - middle)))

    standing = np.linspace(0.0, recipe.toe_off, 60)
    mean = float(np.mean(leg.hip_height(standing) - above_mean(standing)))
    return gait_cycle(robot, recipe, norms, rate_hz, lambda phase: mean + above_mean(phase))
