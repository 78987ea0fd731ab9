"""A human walk from published norms: their joint angles, paced by a recipe and carried by a plausible pelvis.

The norms are of people with other proportions and with toes that bend, so on the robot's legs the feet miss
their places by a few centimetres. The optimization moves them there at the least cost; it stays within about
three degrees of the norms.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import numpy as np
from pydantic import BaseModel, Field, model_validator

from biped_control.motion.clip import Clip
from biped_control.motion.clip_recipe import ClipRecipe
from biped_control.motion.gaits.arm_swing import GaitPhase, UpperBodyStyle, swing_arm, swing_trunk
from biped_control.motion.gaits.gait_norms import GaitNorms, load_gait_norms, sagittal_leg
from biped_control.motion.gaits.norm_leg import NormLeg
from biped_control.motion.ingredients import Ingredients
from biped_control.motion.kinematic_cycle import FEET, Foothold, KinematicCycle, contact_schedule
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray

if TYPE_CHECKING:
    from biped_control.motion.spacetime import Progress


class SynthesizedGait(ClipRecipe):
    """What recipes of synthesized gaits have in common.

    Attributes:
        speed_mps, steps_per_minute: how fast; the cadence is rounded to whole frames.
        step_width_m: distance between the lines that the feet walk on.
        toe_out_deg: feet turned outward.
        toe_contact, heel_off, toe_off: contact times of a foot, share of the cycle after its heel strike.
        pelvis_sway_m: sideways amplitude, over the standing foot.
        pelvis_turn_deg, pelvis_list_deg: amplitudes of its yaw (with the forward leg) and roll (down on the
            swing side).
        trunk_turn_deg: amplitude of the shoulders' yaw against the pelvis' walking direction.
        trunk_lean_deg: forward.
        arm_swing_deg, arm_abduction_deg, elbow_deg, elbow_swing_deg: arms swing against the legs.
    """

    speed_mps: float = Field(gt=0.2, lt=6.0)
    steps_per_minute: float = Field(gt=40.0, lt=250.0)
    step_width_m: float = Field(gt=0.0, lt=0.5)
    toe_out_deg: float = Field(ge=-20.0, le=40.0)
    toe_contact: float = Field(gt=0.0, lt=1.0)
    heel_off: float = Field(gt=0.0, lt=1.0)
    toe_off: float = Field(gt=0.0, lt=1.0)
    pelvis_sway_m: float = Field(ge=0.0, le=0.1)
    pelvis_turn_deg: float = Field(ge=0.0, le=20.0)
    pelvis_list_deg: float = Field(ge=0.0, le=15.0)
    trunk_turn_deg: float = Field(ge=0.0, le=20.0)
    trunk_lean_deg: float = Field(ge=-10.0, le=20.0)
    arm_swing_deg: float = Field(ge=0.0, le=60.0)
    arm_abduction_deg: float = Field(ge=0.0, le=45.0)
    elbow_deg: float = Field(ge=0.0, le=130.0)
    elbow_swing_deg: float = Field(ge=0.0, le=60.0)

    @model_validator(mode="after")
    def _events_in_order(self) -> "SynthesizedGait":
        if not self.toe_contact < self.heel_off < self.toe_off:
            raise ValueError(
                f"toe_contact {self.toe_contact:g}, heel_off {self.heel_off:g}, toe_off {self.toe_off:g}: "
                "expected in this order"
            )
        return self


class SynthesizedWalk(SynthesizedGait):
    """Recipe of a synthesized walk: one foot at least is on the ground always."""

    source: Literal["synthesized"]
    speed_mps: float = Field(gt=0.2, lt=2.5)
    toe_off: float = Field(gt=0.5, lt=1.0)

    def settings(self) -> tuple[BaseModel, ...]:
        """The norms of walking."""
        return (load_gait_norms(),)


def make_synthesized_walk(
    ingredients: Ingredients, name: str, recipe: SynthesizedWalk, progress: "Progress | None" = None
) -> Clip:
    """The clip of a recipe.

    Raises:
        MotionError: the robot cannot walk like that.
    """
    from biped_control.motion.spacetime import optimize_cycle  # slow to import

    cycle = synthesize_walk(ingredients.robot, recipe, load_gait_norms(), ingredients.rate_hz)
    return optimize_cycle(ingredients.robot, cycle, name, progress=progress)


def synthesize_walk(
    robot: RobotModel, recipe: SynthesizedWalk, norms: GaitNorms, rate_hz: float
) -> KinematicCycle:
    """A symmetric cycle of walking at the control rate.

    Raises:
        MotionError: the robot lacks a joint that the norms or the recipe speak of.
    """
    return gait_cycle(robot, recipe, norms, rate_hz, _pelvis_height(NormLeg.of(robot, norms), recipe))


def gait_cycle(
    robot: RobotModel,
    recipe: SynthesizedGait,
    norms: GaitNorms,
    rate_hz: float,
    pelvis_height: Callable[[FloatArray], FloatArray],
) -> KinematicCycle:
    """A symmetric gait cycle at the control rate.

    Args:
        robot: the humanoid.
        recipe: pace, contact times and upper body.
        norms: joint angles of the legs.
        rate_hz: control rate.
        pelvis_height: phase in cycles after the right heel strike -> height of the hips [m].

    Raises:
        MotionError: the robot lacks a joint that the norms or the recipe speak of.
    """
    half = round(60.0 * rate_hz / recipe.steps_per_minute)
    frames = 2 * half
    stride = recipe.speed_mps * frames / rate_hz
    phase = np.arange(frames) / frames
    timing = np.rint(np.array([recipe.toe_contact, recipe.heel_off, recipe.toe_off]) * frames)

    positions = np.zeros((frames, robot.nv))
    start = NormLeg.of(robot, norms).hip_at_strike(recipe.toe_contact, recipe.heel_off, stride)
    middle = 0.5 * recipe.toe_off  # of the right stance
    positions[:, 0] = start + stride * phase
    positions[:, 1] = -recipe.pelvis_sway_m * np.cos(2 * np.pi * (phase - middle))
    positions[:, 2] = pelvis_height(phase)
    _pose_upper_body(robot, recipe, phase, positions)
    for foot, strike in zip(FEET, (0.0, 0.5), strict=True):
        for joint, found in sagittal_leg(robot, foot).items():
            positions[:, found.column] = found.sign * norms.flexion(joint, phase - strike)
    half_width, yaw = 0.5 * recipe.step_width_m, np.deg2rad(recipe.toe_out_deg)
    cycle = KinematicCycle(
        rate_hz=rate_hz,
        positions=positions,
        contacts=contact_schedule(frames, timing, timing, half),
        advance=Placement(stride),
        symmetric=True,
        right=Foothold(0.0, -half_width, -yaw, 0),
        left=Foothold(0.5 * stride, half_width, yaw, half),
        source=f"synthesized from {norms.source}",
    )
    return cycle.symmetrized(robot)


def _pelvis_height(leg: NormLeg, recipe: SynthesizedWalk) -> Callable[[FloatArray], FloatArray]:
    """Two waves a cycle that come nearest to what the standing legs of the norms ask for."""
    standing = np.linspace(0.0, 0.5 * (0.5 + recipe.toe_off), 60)
    found = np.linalg.lstsq(_waves(standing), leg.hip_height(standing), rcond=None)[0]
    return lambda phase: np.asarray(_waves(phase) @ found)


def _waves(phase: FloatArray) -> FloatArray:
    """(n, 3) one, cosine and sine of two waves a cycle."""
    return np.stack([np.ones_like(phase), np.cos(4 * np.pi * phase), np.sin(4 * np.pi * phase)], axis=1)


def _pose_upper_body(
    robot: RobotModel, recipe: SynthesizedGait, phase: FloatArray, positions: FloatArray
) -> None:
    """Fills in pelvis angles, trunk and arms."""
    forward_leg = np.cos(2 * np.pi * phase)  # +1 when the right leg is in front
    pelvis_turn = np.deg2rad(recipe.pelvis_turn_deg) * forward_leg
    pelvis_list = -np.deg2rad(recipe.pelvis_list_deg) * np.cos(2 * np.pi * (phase - 0.15))
    positions[:, 3], positions[:, 5] = pelvis_turn, pelvis_list
    gait = GaitPhase(phase, np.zeros_like(phase))
    style = UpperBodyStyle(
        trunk_turn=np.deg2rad(recipe.trunk_turn_deg),
        trunk_lean=np.deg2rad(recipe.trunk_lean_deg),
        arm_swing=np.deg2rad(recipe.arm_swing_deg),
        arm_abduction=np.deg2rad(recipe.arm_abduction_deg),
        elbow=np.deg2rad(recipe.elbow_deg),
        elbow_swing=np.deg2rad(recipe.elbow_swing_deg),
    )
    swing_trunk(robot, style, gait, positions[:, 3:6], positions)
    for foot in FEET:
        swing_arm(robot, style, gait, foot, positions)
