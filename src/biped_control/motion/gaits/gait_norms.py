"""Published numbers of normal walking and running, and how a clip compares with them.

They stand in `config/gait_norms.yaml` and `config/running_norms.yaml`.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from biped_control.configuration_file import load_configuration
from biped_control.errors import MotionError
from biped_control.motion.clip import Clip
from biped_control.motion.joint_axes import SignedJoint, joint_about
from biped_control.motion.kinematic_cycle import FEET, HEEL_COLUMN, Foot
from biped_control.resources import share_path
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.state import BoolArray, FloatArray

LegJoint = Literal["hip", "knee", "ankle"]
Measure = Literal[
    "speed_mps",
    "steps_per_minute",
    "stance_fraction",
    "double_support_fraction",
    "flight_fraction",
    "first_peak_bw",
    "second_peak_bw",
    "peak_bw",
]
LEG_JOINTS: tuple[LegJoint, ...] = ("hip", "knee", "ankle")

# Which way the joint turns about the lateral axis (+y) when it flexes (ankle: dorsiflexes).
_FLEXION_ABOUT_Y: dict[LegJoint, float] = {"hip": -1.0, "knee": 1.0, "ankle": -1.0}


class FourierCurve(BaseModel):
    """A periodic curve; coefficients in degrees."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    mean: float
    cosines: tuple[float, ...]
    sines: tuple[float, ...]

    @model_validator(mode="after")
    def _equally_many(self) -> "FourierCurve":
        if len(self.cosines) != len(self.sines):
            raise ValueError(
                f"{len(self.cosines)} cosines and {len(self.sines)} sines; expected as many of both"
            )
        return self

    def at(self, phase: FloatArray) -> FloatArray:
        """Values [degrees] at phases in cycles; same shape as `phase`."""
        angle = 2.0 * np.pi * np.asarray(phase, dtype=np.float64)
        curve = np.full(angle.shape, self.mean)
        for harmonic, (cosine, sine) in enumerate(zip(self.cosines, self.sines, strict=True), start=1):
            curve += cosine * np.cos(harmonic * angle) + sine * np.sin(harmonic * angle)
        return curve


class GaitNorms(BaseModel):
    """One file of norms.

    Attributes:
        source: for people.
        pelvic_tilt_deg: forward tilt of the pelvis that the hip angle was measured from.
        angles: sagittal angles, flexion positive.
        ranges: what is normal, as (lowest, highest).
        angle_tolerance_deg: root mean square over the cycle.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    source: str
    pelvic_tilt_deg: float
    angles: dict[LegJoint, FourierCurve]
    ranges: dict[Measure, tuple[float, float]]
    angle_tolerance_deg: float = Field(gt=0.0)

    def flexion(self, joint: LegJoint, phase: FloatArray) -> FloatArray:
        """Flexion [rad] at phases in cycles from heel strike; the hip as seen from an upright pelvis."""
        degrees = self.angles[joint].at(phase)
        return np.deg2rad(degrees - (self.pelvic_tilt_deg if joint == "hip" else 0.0))


def load_gait_norms(path: Path | None = None) -> GaitNorms:
    """Reads norms; without a path those of walking that ship with the library.

    Raises:
        ConfigurationError: unreadable, or a value is missing, unknown or of the wrong kind.
    """
    path = path or share_path("config/gait_norms.yaml")
    return load_configuration(GaitNorms, path)


def load_running_norms() -> GaitNorms:
    """The norms of running that ship with the library.

    Raises:
        ConfigurationError: as `load_gait_norms`.
    """
    return load_gait_norms(share_path("config/running_norms.yaml"))


def norms_for(clip: Clip) -> GaitNorms:
    """Norms of running for a clip that flies, of walking for all others."""
    return load_gait_norms() if clip.contacts.any(axis=1).all() else load_running_norms()


def sagittal_leg(robot: RobotModel, foot: Foot) -> dict[LegJoint, SignedJoint]:
    """The joints of a leg that turn about the lateral axis; the sign turns joint angles into flexion."""
    side = robot.limbs.right if foot == "right" else robot.limbs.left
    joints = {joint: joint_about(robot, side.leg, joint, "y") for joint in LEG_JOINTS}
    return {
        joint: SignedJoint(found.column, found.sign * _FLEXION_ABOUT_Y[joint])
        for joint, found in joints.items()
    }


@dataclass(frozen=True)
class GaitComparison:
    """A periodic clip beside the norms.

    Attributes:
        angle_error_deg: root mean square over the cycle and both legs.
        speed_mps, steps_per_minute: of the clip.
        stance_fraction: mean share of the cycle that a foot spends on the ground.
        double_support_fraction: share of the cycle with both feet on the ground.
        flight_fraction: share of the cycle with no foot on the ground.
        first_peak_bw, second_peak_bw: largest vertical force under one foot in the first and second half of
            its stance, body weights.
        peak_bw: the larger of the two.
        valley_bw: smallest vertical force between the peaks.
    """

    angle_error_deg: dict[LegJoint, float]
    speed_mps: float
    steps_per_minute: float
    stance_fraction: float
    double_support_fraction: float
    flight_fraction: float
    first_peak_bw: float
    second_peak_bw: float
    peak_bw: float
    valley_bw: float

    def departures(self, norms: GaitNorms) -> list[str]:
        """What lies outside of the norms, one line each; empty for a normal gait."""
        lines = [
            f"{joint}: {error:.1f} degrees from the norm, at most {norms.angle_tolerance_deg:g} expected"
            for joint, error in self.angle_error_deg.items()
            if error > norms.angle_tolerance_deg
        ]
        for name, (low, high) in norms.ranges.items():
            value = getattr(self, name)
            if not low <= value <= high:
                lines.append(f"{name}: {value:.3g}, expected {low:g} to {high:g}")
        return lines


def compare_with_norms(robot: RobotModel, clip: Clip, norms: GaitNorms) -> GaitComparison:
    """Measures a cyclic walk or run of two steps.

    Raises:
        MotionError: a foot does not have one stance and one swing in the clip.
    """
    errors: dict[LegJoint, list[FloatArray]] = {joint: [] for joint in LEG_JOINTS}
    peaks = []
    stances = []
    frames = np.arange(clip.steps)
    for foot in FEET:
        heel, toe = HEEL_COLUMN[foot], HEEL_COLUMN[foot] + 1
        touching = np.logical_or(clip.contacts[:, heel], clip.contacts[:, toe])
        strike = _landing(touching, clip.name, foot)
        leg = sagittal_leg(robot, foot)
        phase = ((frames - strike) % clip.steps) / clip.steps
        for joint, found in leg.items():
            flexion = found.sign * clip.positions[1:-1, found.column]  # step k acts at q_{k+1}
            errors[joint].append(np.rad2deg(flexion - norms.flexion(joint, phase)))
        vertical = clip.forces[:, heel, 2] + clip.forces[:, toe, 2]
        peaks.append(_peaks(np.roll(vertical, -strike)[: int(touching.sum())]))
        stances.append(touching)
    first, second, valley = np.mean(peaks, axis=0) / (robot.mass * GRAVITY)
    return GaitComparison(
        angle_error_deg={
            joint: float(np.sqrt(np.mean(np.square(values)))) for joint, values in errors.items()
        },
        speed_mps=clip.speed_mps,
        steps_per_minute=120.0 * clip.rate_hz / clip.steps,
        stance_fraction=float(np.mean(stances)),
        double_support_fraction=float(np.mean(np.all(stances, axis=0))),
        flight_fraction=float(np.mean(~np.any(stances, axis=0))),
        first_peak_bw=float(first),
        second_peak_bw=float(second),
        peak_bw=float(max(first, second)),
        valley_bw=float(valley),
    )


def _landing(touching: BoolArray, clip: str, foot: str) -> int:
    landings = np.flatnonzero(touching & ~np.roll(touching, 1))
    if len(landings) != 1:
        raise MotionError(
            f"clip '{clip}': the {foot} foot lands {len(landings)} times; expected one cycle of walking"
        )
    return int(landings[0])


def _peaks(vertical: FloatArray) -> tuple[float, float, float]:
    """Largest force in both halves of a stance, and the smallest between them."""
    middle = len(vertical) // 2
    first, second = int(np.argmax(vertical[:middle])), middle + int(np.argmax(vertical[middle:]))
    return float(vertical[first]), float(vertical[second]), float(vertical[first : second + 1].min())
