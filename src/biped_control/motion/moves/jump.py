"""A vertical jump from a stand and back into it: crouch, push off over the toes, fly, land on them, rise."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
import pinocchio as pin
from pydantic import Field

from biped_control.motion.clip import Clip
from biped_control.motion.clip_recipe import ClipRecipe
from biped_control.motion.foot_roll import standing_foot_pose
from biped_control.motion.ingredients import Ingredients
from biped_control.motion.inverse_kinematics import solve_legs
from biped_control.motion.kinematic_motion import KinematicMotion
from biped_control.motion.moves.posture import Posture, standing_positions
from biped_control.motion.moves.stand import footholds_of
from biped_control.motion.optimization_changes import OptimizationChanges
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.soles import sole_of
from biped_control.robot.state import BoolArray, FloatArray

if TYPE_CHECKING:
    from biped_control.motion.spacetime import Progress

_X, _Z = 0, 2


class JumpRecipe(ClipRecipe):
    """Recipe of a vertical jump.

    Attributes:
        start: the stand that it begins with and ends in.
        crouch_s, push_s, flight_s, landing_s, rise_s: how long it takes to the lowest point, from there to
            the toes' leaving, in the air, from there to the lowest point again, and to the stand.
        rest_s: at rest before and after all this: the policies see the push coming from a stand.
        crouch, landing: postures of the two lowest points.
        in_the_air: posture at take-off, legs all but straight.
        heels_s: so much earlier than the toes the heels leave, and so much later they land.
        tiptoe_deg: pitch of the feet at take-off; at landing it is half of that.
        optimization: what its optimization does otherwise.
    """

    source: Literal["jump"]
    start: str
    crouch_s: float = Field(gt=0.2, le=2.0)
    push_s: float = Field(gt=0.1, le=1.0)
    flight_s: float = Field(gt=0.1, le=0.8)
    landing_s: float = Field(gt=0.1, le=1.0)
    rise_s: float = Field(gt=0.2, le=3.0)
    rest_s: float = Field(default=0.15, ge=0.0, le=2.0)
    crouch: Posture
    in_the_air: Posture
    landing: Posture
    heels_s: float = Field(ge=0.0, le=0.15)
    tiptoe_deg: float = Field(ge=0.0, le=60.0)
    optimization: OptimizationChanges = OptimizationChanges()

    def needs(self) -> tuple[str, ...]:
        """The stand."""
        return (self.start,)


def make_jump(
    ingredients: Ingredients, name: str, recipe: JumpRecipe, progress: "Progress | None" = None
) -> Clip:
    """The clip of a recipe.

    Raises:
        MotionError: the robot cannot jump like that.
    """
    from biped_control.motion.spacetime import optimize_between  # slow to import

    robot, stand = ingredients.robot, ingredients.hub(recipe.start)
    motion = jump_motion(robot, stand, recipe)
    settings = recipe.optimization.applied()
    return optimize_between(robot, motion, stand, stand, Placement(), name, settings, progress)


@dataclass(frozen=True)
class JumpTimes:
    """Frames of a jump: the rest ends, lowest point, heels and toes leave, toes and heels land, lowest point,
    rest again, end of the clip."""

    begun: int
    crouched: int
    heels_off: int
    toes_off: int
    toes_on: int
    heels_on: int
    landed: int
    risen: int
    end: int

    @classmethod
    def of(cls, recipe: JumpRecipe, rate_hz: float) -> "JumpTimes":
        """Whole frames of a recipe."""
        moves = (recipe.crouch_s, recipe.push_s, recipe.flight_s, recipe.landing_s, recipe.rise_s)
        parts = (recipe.rest_s, *moves, recipe.rest_s)
        begun, crouched, off, on, landed, risen, end = (
            int(frame) for frame in np.rint(np.cumsum(parts) * rate_hz)
        )
        heels = round(recipe.heels_s * rate_hz)
        return cls(begun, crouched, off - heels, off, on, on + heels, landed, risen, end)

    def contacts(self) -> BoolArray:
        """(T + 2, 4)."""
        frames = np.arange(self.end + 2)
        heel = (frames < self.heels_off) | (frames >= self.heels_on)
        toe = (frames < self.toes_off) | (frames >= self.toes_on)
        return np.stack([heel, toe, heel, toe], axis=1)


def jump_motion(robot: RobotModel, stand: Clip, recipe: JumpRecipe) -> KinematicMotion:
    """The T + 2 frames of a jump from the first pose of `stand`.

    Raises:
        MotionError: a posture is out of reach, or `stand` does not stand on flat feet.
    """
    holds, times = footholds_of(robot, stand), JumpTimes.of(recipe, stand.rate_hz)
    pitches = _pitches(recipe, times)
    positions = _body(robot, stand, recipe, times, pitches)
    right, left = (
        _foot_path(robot, place, hold, pitches, positions[:, _Z], times) for place, hold in enumerate(holds)
    )
    return KinematicMotion(
        rate_hz=stand.rate_hz,
        positions=solve_legs(robot, positions, right, left).positions,
        contacts=times.contacts(),
        footholds=np.tile(holds, (times.end + 2, 1, 1)),
        headings=np.zeros(times.end + 2),
        source="a vertical jump",
    )


def _pitches(recipe: JumpRecipe, times: JumpTimes) -> FloatArray:
    """(T + 2,) pitch of both feet [rad]: flat, rising over the toes, sinking in the air, set down."""
    from scipy.interpolate import PchipInterpolator  # slow to import

    tiptoe = np.deg2rad(recipe.tiptoe_deg)
    moments = [0, times.heels_off - 1, times.toes_off, times.toes_on, times.heels_on, times.end + 1]
    path = PchipInterpolator(_distinct(moments), [0.0, 0.0, tiptoe, 0.5 * tiptoe, 0.0, 0.0])
    return np.asarray(path(np.arange(times.end + 2)), dtype=np.float64)


def _distinct(moments: list[int]) -> FloatArray:
    """Strictly growing, also where heels and toes move at once."""
    return np.array(moments, dtype=np.float64) + np.linspace(0.0, 1e-2, len(moments))


def _body(
    robot: RobotModel, stand: Clip, recipe: JumpRecipe, times: JumpTimes, pitches: FloatArray
) -> FloatArray:
    """(T + 2, nv) pelvis, trunk and arms; legs as a first guess.

    From pose to pose quintics lead with continuous acceleration, so that torques do not step: between rests
    they are those of least jerk (Flash and Hogan 1985). The height is a parabola in the air and joins
    it with its speed and acceleration at both ends.
    """
    from scipy.interpolate import BPoly, PchipInterpolator  # slow to import

    holds, rate = footholds_of(robot, stand), stand.rate_hz
    at_rest = stand.positions[0]
    crouch, air, landing = standing_positions(
        robot, holds, [recipe.crouch, recipe.in_the_air, recipe.landing]
    )
    leaving, reaching = (
        _on_tiptoe(robot, holds, air, float(pitches[frame])) for frame in (times.toes_off, times.toes_on)
    )
    keys = np.array([at_rest, crouch, leaving, reaching, landing, at_rest])
    moments = (
        np.array([times.begun, times.crouched, times.toes_off, times.toes_on, times.landed, times.risen])
        / rate
    )
    frames = np.clip(np.arange(times.end + 2) / rate, moments[0], moments[-1])
    # Speeds that overshoot no pose; PCHIP has others at the ends, where the body is at rest.
    speeds = PchipInterpolator(moments, keys).derivative()(moments)
    speeds[[0, -1]] = 0.0
    accelerations = np.zeros_like(keys)
    flight = moments[3] - moments[2]
    up = (reaching[_Z] - leaving[_Z]) / flight + 0.5 * GRAVITY * flight
    speeds[:, _Z] = [0.0, 0.0, up, up - GRAVITY * flight, 0.0, 0.0]
    # At the lowest points as if the speed were reached at steady acceleration.
    push, brake = up / (moments[2] - moments[1]), (GRAVITY * flight - up) / (moments[4] - moments[3])
    accelerations[:, _Z] = [0.0, push, -GRAVITY, -GRAVITY, brake, 0.0]
    body = BPoly.from_derivatives(moments, np.stack([keys, speeds, accelerations], axis=1))
    return np.asarray(body(frames), dtype=np.float64)


def _on_tiptoe(robot: RobotModel, holds: FloatArray, q: FloatArray, pitch: float) -> FloatArray:
    """(nv,) a pose on flat feet, carried forward and up by ankles that turn about the toes."""
    raised = q.copy()
    for place, hold in enumerate(holds):
        flat, turned = (_foot(robot, place, hold, angle).translation for angle in (0.0, pitch))
        raised[: ROOT_DOF // 2] += (turned - flat) / len(holds)
    return raised


def _foot(robot: RobotModel, place: int, hold: FloatArray, pitch: float) -> pin.SE3:
    sole = sole_of(robot, robot.limbs.sides[place].foot)
    return standing_foot_pose(sole, hold[:2], float(hold[2]), pitch)


def _foot_path(
    robot: RobotModel,
    place: int,
    hold: FloatArray,
    pitches: FloatArray,
    heights: FloatArray,
    times: JumpTimes,
) -> list[pin.SE3]:
    """Foot link of every frame; in the air it rises and falls with the pelvis."""
    path = [_foot(robot, place, hold, float(pitch)) for pitch in pitches]
    off, on = times.toes_off, times.toes_on
    for frame in range(off, on):
        done = (frame - off) / (on - off)
        straight = (1.0 - done) * heights[off] + done * heights[on]
        path[frame].translation += np.array([0.0, 0.0, heights[frame] - straight])
    return path
