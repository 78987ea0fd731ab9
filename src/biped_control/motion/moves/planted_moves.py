"""Moves on planted feet, from a stand through given postures and back: squats, swings of arms and trunk."""

from typing import TYPE_CHECKING, Literal

import numpy as np
import pinocchio as pin
from pydantic import BaseModel, ConfigDict, Field

from biped_control.motion.clip import Clip
from biped_control.motion.clip_recipe import ClipRecipe
from biped_control.motion.foot_roll import standing_foot_pose
from biped_control.motion.ingredients import Ingredients
from biped_control.motion.inverse_kinematics import solve_legs
from biped_control.motion.kinematic_motion import KinematicMotion
from biped_control.motion.moves.posture import Posture, standing_positions
from biped_control.motion.moves.stand import footholds_of, planted_motion
from biped_control.motion.optimization_changes import OptimizationChanges
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.soles import sole_of
from biped_control.robot.state import FloatArray

if TYPE_CHECKING:
    from biped_control.motion.spacetime import Progress


class Move(BaseModel):
    """One move.

    Attributes:
        seconds: how long it takes.
        posture: where it ends and rests for a moment; that of the stand when None.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    seconds: float = Field(gt=0.05, le=10.0)
    posture: Posture | None = None


class PlantedMoves(ClipRecipe):
    """Recipe of moves on planted feet.

    Attributes:
        start: the stand that they begin with and end in.
        moves: one after the other; the last one must lead back to the stand.
        optimization: what their optimization does otherwise.
    """

    source: Literal["planted_moves"]
    start: str
    moves: tuple[Move, ...] = Field(min_length=2)
    optimization: OptimizationChanges = OptimizationChanges()

    def needs(self) -> tuple[str, ...]:
        """The stand."""
        return (self.start,)


def make_planted_moves(
    ingredients: Ingredients, name: str, recipe: PlantedMoves, progress: "Progress | None" = None
) -> Clip:
    """The clip of a recipe.

    Raises:
        MotionError: a posture is out of reach, or the robot cannot move like that.
    """
    from biped_control.motion.spacetime import optimize_between  # slow to import

    stand = ingredients.hub(recipe.start)
    motion = planted_moves(ingredients.robot, stand, recipe.moves)
    settings = recipe.optimization.applied()
    return optimize_between(ingredients.robot, motion, stand, stand, Placement(), name, settings, progress)


def planted_moves(robot: RobotModel, stand: Clip, moves: tuple[Move, ...]) -> KinematicMotion:
    """The T + 2 frames of moves from the first pose of `stand`.

    From posture to posture pelvis and joints go straight, starting and stopping smoothly.

    Raises:
        MotionError: a posture is out of reach, or `stand` does not stand on flat feet.
    """
    from biped_control.motion.steps.step_clock import smooth  # slow to import

    holds, rate = footholds_of(robot, stand), stand.rate_hz
    at_rest = stand.positions[0]
    poses = [at_rest, *(_pose(robot, holds, at_rest, move) for move in moves)]
    times = np.rint(np.cumsum([0.0, *(move.seconds for move in moves)]) * rate)
    positions = np.zeros((int(times[-1]) + 2, robot.nv))
    for frame in range(len(positions)):
        move = min(int(np.searchsorted(times, frame, side="right")), len(moves)) - 1
        done = smooth((frame - times[move]) / (times[move + 1] - times[move]))
        positions[frame] = (1.0 - done) * poses[move] + done * poses[move + 1]
    return planted_motion(rate, on_footholds(robot, holds, positions), holds, "moves on planted feet")


def on_footholds(robot: RobotModel, footholds: FloatArray, positions: FloatArray) -> FloatArray:
    """(F, nv) the same with the legs such that both feet lie flat on their (2, 3) footholds."""
    right, left = (
        [_flat_foot(robot, side.foot, hold)] * len(positions)
        for side, hold in zip(robot.limbs.sides, footholds, strict=True)
    )
    return solve_legs(robot, positions, right, left).positions


def _flat_foot(robot: RobotModel, foot: str, hold: FloatArray) -> pin.SE3:
    return standing_foot_pose(sole_of(robot, foot), hold[:2], float(hold[2]), 0.0)


def _pose(robot: RobotModel, footholds: FloatArray, at_rest: FloatArray, move: Move) -> FloatArray:
    """(nv,) pose that a move ends in."""
    return at_rest if move.posture is None else standing_positions(robot, footholds, [move.posture])[0]
