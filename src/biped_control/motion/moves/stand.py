"""Standing still: the hub that starts, stops, squats and jumps begin with and end in."""

from typing import TYPE_CHECKING, Literal

import numpy as np
import pinocchio as pin
from pydantic import Field

from biped_control.errors import MotionError
from biped_control.motion.clip import Clip
from biped_control.motion.clip_recipe import ClipRecipe
from biped_control.motion.foot_roll import heel_of_standing_foot
from biped_control.motion.ingredients import Ingredients
from biped_control.motion.kinematic_motion import KinematicMotion
from biped_control.motion.moves.posture import Posture, Stance, standing_positions
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.soles import sole_of
from biped_control.robot.state import FloatArray

if TYPE_CHECKING:
    from biped_control.motion.spacetime import Progress


class StandRecipe(ClipRecipe):
    """Recipe of a stand.

    Attributes:
        seconds: length of the clip, after which it repeats; rounded to whole frames.
        stance: where the feet are.
        posture: how to stand on them.
    """

    source: Literal["stand"]
    seconds: float = Field(gt=0.1, le=5.0)
    stance: Stance
    posture: Posture


def make_stand(
    ingredients: Ingredients, name: str, recipe: StandRecipe, progress: "Progress | None" = None
) -> Clip:
    """The clip of a recipe.

    Raises:
        MotionError: the robot cannot stand like that.
    """
    from biped_control.motion.spacetime import optimize_loop  # slow to import

    robot, frames = ingredients.robot, round(recipe.seconds * ingredients.rate_hz)
    holds = recipe.stance.footholds()
    positions = np.repeat(standing_positions(robot, holds, [recipe.posture]), frames, axis=0)
    motion = planted_motion(ingredients.rate_hz, positions, holds, "a stand")
    return optimize_loop(robot, motion, Placement(), name, progress=progress)


def planted_motion(
    rate_hz: float, positions: FloatArray, footholds: FloatArray, source: str
) -> KinematicMotion:
    """(F, nv) positions over two feet that lie flat all the time on their (2, 3) footholds."""
    frames = len(positions)
    return KinematicMotion(
        rate_hz=rate_hz,
        positions=positions,
        contacts=np.ones((frames, 4), dtype=np.bool_),
        footholds=np.tile(footholds, (frames, 1, 1)),
        headings=np.full(frames, 0.5 * float(footholds[:, 2].sum())),
        source=source,
    )


def footholds_of(robot: RobotModel, stand: Clip) -> FloatArray:
    """(2, 3) heel x, y [m] and yaw [rad] of the right and left foot that a clip begins with.

    Raises:
        MotionError: it does not begin on two flat feet.
    """
    if not stand.contacts[[0, -1]].all():
        raise MotionError(
            f"clip '{stand.name}' does not begin on two flat feet; expected a stand as start and end"
        )
    model, data = robot.pinocchio, robot.pinocchio.createData()
    pin.forwardKinematics(model, data, stand.positions[0])
    holds = []
    for side in robot.limbs.sides:
        pose = pin.updateFramePlacement(model, data, robot.frame_id(side.foot))
        yaw = float(np.arctan2(pose.rotation[1, 0], pose.rotation[0, 0]))
        heel = heel_of_standing_foot(sole_of(robot, side.foot), pose.translation, yaw)
        holds.append([*heel, yaw])
    return np.array(holds)
