"""What came out of an import, in numbers."""

from dataclasses import asdict, dataclass
from itertools import compress

import numpy as np

from biped_control.motion.clip import Clip, dynamics_residual
from biped_control.motion.cycle_extraction import CapturedCycle
from biped_control.motion.retargeting import Retargeted, joint_centre_errors
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import ANTICIPATED_POINTS
from biped_control.robot.state import BoolArray


@dataclass(frozen=True)
class ContactPhase:
    """Consecutive steps with the same planned contacts.

    Attributes:
        start: first step.
        frames: number of steps.
        points: which of `ANTICIPATED_POINTS` carry force.
    """

    start: int
    frames: int
    points: tuple[str, ...]


@dataclass(frozen=True)
class ErrorDistribution:
    """Median and largest value."""

    p50: float
    max: float


@dataclass(frozen=True)
class RetargetReport:
    """An imported clip beside its capture.

    Attributes:
        clip: name of the clip.
        source: file that was imported.
        frames: steps of the clip, one gait cycle.
        rate_hz: steps per second.
        speed_mps: walking speed of the robot [m/s].
        contacts: contact phases in order.
        retarget_error_m: distance of the robot's hips, knees, ankles, shoulders and elbows from the scaled
            captured ones [m]. Other proportions, the widened step and the averaging of both sides are all in
            it.
        angle_error_deg: root mean square difference of the joint angles from the captured walk on the robot
            before both sides were made equal [deg].
        scale: robot leg length over human leg length.
        half_width_m, captured_half_width_m: distance of the ankles from the midline, now and in the capture,
            scaled [m].
        pelvis_drop_m: by how much the pelvis was lowered to keep the feet within reach [m].
        fit_error_m: distance of the capture from its periodic fit, root mean square [m].
        floor_slope_deg, heading_drift_deg: what was straightened [deg].
        ik_error_m: largest misplacement of a foot before optimization [m].
        residual: largest violation of the dynamics after optimization [N, N m].
        repaired_frames: frames of the file in which a joint jumped and was interpolated.
    """

    clip: str
    source: str
    frames: int
    rate_hz: float
    speed_mps: float
    contacts: tuple[ContactPhase, ...]
    retarget_error_m: ErrorDistribution
    angle_error_deg: float
    scale: float
    half_width_m: float
    captured_half_width_m: float
    pelvis_drop_m: float
    fit_error_m: float
    floor_slope_deg: float
    heading_drift_deg: float
    ik_error_m: float
    residual: float
    repaired_frames: int

    def as_json(self) -> dict[str, object]:
        """Plain data with the documented keys."""
        return asdict(self)


def retarget_report(
    robot: RobotModel, clip: Clip, captured: CapturedCycle, retargeted: Retargeted, repaired_frames: int
) -> RetargetReport:
    """Compares a clip with the cycle it came from; `repaired_frames` as in `CleanLandmarks`."""
    positions = clip.positions[: clip.steps]
    errors = joint_centre_errors(robot, retargeted, positions)
    angles = (positions - retargeted.uneven)[:, ROOT_DOF:]
    return RetargetReport(
        clip=clip.name,
        source=clip.source,
        frames=clip.steps,
        rate_hz=clip.rate_hz,
        speed_mps=clip.speed_mps,
        contacts=contact_phases(clip.contacts),
        retarget_error_m=ErrorDistribution(float(np.median(errors)), float(errors.max())),
        angle_error_deg=float(np.degrees(np.sqrt(np.mean(angles**2)))),
        scale=retargeted.scale,
        half_width_m=retargeted.half_width,
        captured_half_width_m=retargeted.captured_half_width,
        pelvis_drop_m=retargeted.pelvis_drop,
        fit_error_m=captured.fit_error,
        floor_slope_deg=float(np.degrees(captured.floor_slope)),
        heading_drift_deg=float(np.degrees(captured.heading_drift)),
        ik_error_m=retargeted.ik_error,
        residual=dynamics_residual(robot, clip),
        repaired_frames=repaired_frames,
    )


def contact_phases(contacts: BoolArray) -> tuple[ContactPhase, ...]:
    """Phases of (T, 4) contacts."""
    changes = np.flatnonzero((contacts[1:] != contacts[:-1]).any(axis=1)) + 1
    starts = [0, *changes.tolist()]
    ends = [*changes.tolist(), len(contacts)]
    return tuple(
        ContactPhase(start, end - start, tuple(compress(ANTICIPATED_POINTS, contacts[start])))
        for start, end in zip(starts, ends, strict=True)
    )
