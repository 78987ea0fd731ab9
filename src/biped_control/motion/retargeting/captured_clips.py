"""From the landmarks of a capture to clips: what imports and recipes have in common."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from biped_control.errors import MotionError
from biped_control.motion.captures.capture_cleaning import CleanLandmarks, clean_landmarks
from biped_control.motion.captures.landmarks import Landmarks
from biped_control.motion.clip import Clip
from biped_control.motion.clip_checks import check_clip
from biped_control.motion.optimization_changes import OptimizationChanges
from biped_control.motion.proportions import proportions_of
from biped_control.motion.retargeting.capture_edit import CaptureEdit, with_turn
from biped_control.motion.retargeting.retargeting import Retargeted
from biped_control.motion.retargeting.take_kind import JudgedTake, judge_take
from biped_control.motion.retargeting.take_kinds import TakeKind
from biped_control.motion.retargeting.turn_retargeting import RetargetedTurn, retarget_turn
from biped_control.motion.retargeting.turn_stances import Hub
from biped_control.motion.spacetime import SpacetimeSettings
from biped_control.robot.model import RobotModel

if TYPE_CHECKING:
    from biped_control.motion.spacetime import Progress

_RUNNING = OptimizationChanges(acceleration=1e-4, torque=1e-5)
"""A run with less effort is followed more safely."""


@dataclass(frozen=True)
class PreparedTake:
    """A clean take, edited as wanted, and what was found in it."""

    clean: CleanLandmarks
    take: JudgedTake


def prepare_take(
    landmarks: Landmarks, robot: RobotModel, rate_hz: float, kind: TakeKind | None, edit: CaptureEdit
) -> PreparedTake:
    """Cleans, judges and edits.

    Args:
        landmarks: as read.
        robot: lengths and speeds of the edit are its.
        rate_hz: control rate.
        kind: what the take shows; by default it is found out.
        edit: what shall be otherwise.

    Raises:
        MotionError: it shows no gait, not the one wanted, or nothing that could be edited so.
        CaptureError: bones jump about for longer than can be interpolated.
    """
    clean = clean_landmarks(landmarks, rate_hz)
    take = judge_take(clean.landmarks, kind)
    edit.require_fits(take)
    scale = proportions_of(robot).leg_length / clean.landmarks.leg_length
    faster, sharper = edit.faster(take, scale), edit.sharper(take)
    if faster != 1.0:
        clean = clean_landmarks(replace(landmarks, rate_hz=faster * landmarks.rate_hz), rate_hz)
    if sharper != 1.0:
        period = take.cycle.frames / take.cycle.rate_hz / faster
        clean = replace(clean, landmarks=with_turn(clean.landmarks, sharper, period))
    if faster != 1.0 or sharper != 1.0:
        take = judge_take(clean.landmarks, take.kind)
    return PreparedTake(clean, replace(take, cycle=edit.applied(take.cycle, scale)))


def gait_clip(
    robot: RobotModel,
    take: JudgedTake,
    retargeted: Retargeted,
    name: str,
    progress: "Progress | None" = None,
) -> Clip:
    """The cyclic clip of a retargeted cycle.

    Raises:
        MotionError: the optimization fails, or its clip breaks a rule.
    """
    from biped_control.motion.spacetime import optimize_cycle  # slow to import

    clip = optimize_cycle(robot, retargeted.cycle, name, _settings(take), progress)
    check_clip(robot, clip, {}).require(name)
    return clip


def turn_clip(
    robot: RobotModel, prepared: PreparedTake, walk: Clip, name: str, progress: "Progress | None" = None
) -> tuple[RetargetedTurn, Clip]:
    """The clip of a turn that begins from a straight walk and ends in it.

    Raises:
        MotionError: the take shows no turn, the robot cannot reach it, or the optimization fails.
    """
    from biped_control.motion.spacetime import optimize_between  # slow to import

    take = prepared.take
    if take.turn is None:
        raise MotionError(
            f"{take.cycle.source}: a {take.kind} ({take.why}) is no turn between straight walks"
        )
    turned = retarget_turn(prepared.clean.landmarks, take.turn, Hub.of_clip(robot, walk), robot)
    try:
        clip = optimize_between(
            robot, turned.motion, walk, walk, turned.advance, name, _settings(take), progress
        )
    except MotionError as error:
        raise MotionError(f"{error} ({take.why}; its straight part can be had as a walk or a run)") from error
    check_clip(robot, clip, {walk.name: walk}).require(name)
    return turned, clip


def _settings(take: JudgedTake) -> SpacetimeSettings:
    return (_RUNNING if take.running else OptimizationChanges()).applied()
