"""What came out of an import, in numbers."""

from dataclasses import asdict, dataclass
from itertools import compress

import numpy as np

from biped_control.motion.captures.capture_cleaning import CleanLandmarks
from biped_control.motion.clip import Clip, dynamics_residual
from biped_control.motion.retargeting.retargeting import Retargeted, joint_centre_errors
from biped_control.motion.retargeting.take_kind import JudgedTake
from biped_control.motion.retargeting.take_kinds import TakeKind
from biped_control.motion.retargeting.turn_retargeting import RetargetedTurn
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import ANTICIPATED_POINTS
from biped_control.robot.state import BoolArray, FloatArray


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
        kind: what the take shows.
        why: what it was judged by.
        repairs: what was wrong with the file and has been put right, in words.
        frames: steps of the clip; of a cyclic one, one gait cycle.
        rate_hz: steps per second.
        speed_mps: mean speed of the robot, from the beginning to the end of the clip [m/s].
        turn_deg: by how much the clip turns, positive to the left [deg].
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
        floor_slope_deg, heading_drift_deg: slope of the floor and turn of the (straight) cycle [deg].
        ik_error_m: largest misplacement of a foot before optimization [m].
        snapped_m: how far the footholds at the ends of a turn were moved onto those of the straight walk [m].
        residual: largest violation of the dynamics after optimization [N, N m].
        repaired_frames: frames of the file in which a joint jumped and was interpolated.
    """

    clip: str
    source: str
    kind: TakeKind
    why: str
    repairs: tuple[str, ...]
    frames: int
    rate_hz: float
    speed_mps: float
    turn_deg: float
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
    snapped_m: float
    residual: float
    repaired_frames: int

    def as_json(self) -> dict[str, object]:
        """Plain data with the documented keys."""
        return asdict(self)


def report_of_cycle(
    robot: RobotModel, clip: Clip, clean: CleanLandmarks, take: JudgedTake, retargeted: Retargeted
) -> RetargetReport:
    """Compares a cyclic clip with the cycle it came from."""
    return _report(
        robot,
        clip,
        clean,
        take,
        retargeted,
        landmarks=retargeted.landmarks,
        kinematic=retargeted.uneven,
        pelvis_drop=retargeted.pelvis_drop,
        ik_error=retargeted.ik_error,
        snapped=0.0,
    )


def report_of_turn(
    robot: RobotModel,
    clip: Clip,
    clean: CleanLandmarks,
    take: JudgedTake,
    retargeted: Retargeted,
    turned: RetargetedTurn,
) -> RetargetReport:
    """Compares a clip between straight walks with the turn it came from.

    `retargeted` is the straight walk; what it tells of the person holds for the turn, too.
    """
    steps = clip.steps
    return _report(
        robot,
        clip,
        clean,
        take,
        retargeted,
        landmarks={name: track[:steps] for name, track in turned.landmarks.items()},
        kinematic=turned.motion.positions[:steps],
        pelvis_drop=turned.pelvis_drop,
        ik_error=turned.ik_error,
        snapped=turned.snapped,
    )


def _report(
    robot: RobotModel,
    clip: Clip,
    clean: CleanLandmarks,
    take: JudgedTake,
    retargeted: Retargeted,
    landmarks: dict[str, FloatArray],
    kinematic: FloatArray,
    pelvis_drop: float,
    ik_error: float,
    snapped: float,
) -> RetargetReport:
    positions = clip.positions[: clip.steps]
    errors = joint_centre_errors(robot, landmarks, positions)
    angles = (positions - kinematic)[:, ROOT_DOF:]
    return RetargetReport(
        clip=clip.name,
        source=clip.source,
        kind=take.kind,
        why=take.why,
        repairs=clean.landmarks.repairs,
        frames=clip.steps,
        rate_hz=clip.rate_hz,
        speed_mps=clip.speed_mps,
        turn_deg=float(np.degrees(clip.advance.yaw)),
        contacts=contact_phases(clip.contacts),
        retarget_error_m=ErrorDistribution(float(np.median(errors)), float(errors.max())),
        angle_error_deg=float(np.degrees(np.sqrt(np.mean(angles**2)))),
        scale=retargeted.scale,
        half_width_m=retargeted.half_width,
        captured_half_width_m=retargeted.captured_half_width,
        pelvis_drop_m=pelvis_drop,
        fit_error_m=take.cycle.fit_error,
        floor_slope_deg=float(np.degrees(take.cycle.floor_slope)),
        heading_drift_deg=float(np.degrees(take.cycle.heading_drift)),
        ik_error_m=ik_error,
        snapped_m=snapped,
        residual=dynamics_residual(robot, clip),
        repaired_frames=clean.repaired_frames,
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
