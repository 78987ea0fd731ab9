"""A motion-capture file becomes clips: read, clean, judge what it shows, retarget, optimize."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from biped_control.motion.captures.landmarks import find_landmarks
from biped_control.motion.clip import Clip
from biped_control.motion.readers import read_capture
from biped_control.motion.retargeting.capture_edit import CaptureEdit
from biped_control.motion.retargeting.captured_clips import PreparedTake, gait_clip, prepare_take, turn_clip
from biped_control.motion.retargeting.retarget_report import RetargetReport, report_of_cycle, report_of_turn
from biped_control.motion.retargeting.retargeting import retarget
from biped_control.motion.retargeting.take_kinds import TakeKind
from biped_control.motion.spacetime.optimize import Iteration
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray
from biped_control.settings import load_settings

Progress = Callable[[str, float], None]
"""Called with what is being done and the share that is done, 0 to 1."""

_USUAL_ITERATIONS = 7


@dataclass(frozen=True)
class Imported:
    """What came out of a capture.

    Attributes:
        clips: a clip after those that it needs: of a turn first the straight walk of the same person.
        report: of the last one.
        landmarks: the capture as it was used, scaled to the robot: name -> (n, 3) landmark in the frame of
            the last clip, frame by frame [m].
    """

    clips: tuple[Clip, ...]
    report: RetargetReport
    landmarks: dict[str, FloatArray]

    @property
    def clip(self) -> Clip:
        """What was asked for."""
        return self.clips[-1]


def import_capture(
    path: Path,
    robot: RobotModel,
    asf: Path | None = None,
    name: str | None = None,
    progress: Progress | None = None,
    capture_rate_hz: float | None = None,
    rate_hz: float | None = None,
    kind: TakeKind | None = None,
    edit: CaptureEdit | None = None,
) -> Imported:
    """Turns a captured walk, run or turn into clips of the robot.

    A straight walk or run and a steady turn become a cyclic clip. A turn between straight walks becomes two:
    the straight walk `<name>_walk`, and the turn, which begins from it and ends in it.

    Args:
        path: capture in any format that `read_capture` knows.
        robot: any humanoid of the limb map.
        asf: skeleton of an AMC file; by default the one beside it.
        name: name of the clip; by default the name of the file without extension.
        progress: for a progress bar.
        capture_rate_hz: frames per second of a format that does not state it.
        rate_hz: control rate of the clip; by default the one of `config/control.yaml`.
        kind: what the take shows; by default it is found out.
        edit: what shall be otherwise than captured.

    Raises:
        CaptureError: the file cannot be read.
        MotionError: it holds no forward walk, the robot cannot reach it, or the optimization fails.
    """
    report = progress or (lambda _doing, _share: None)
    report("reading", 0.0)
    landmarks = find_landmarks(read_capture(path, asf, capture_rate_hz))
    report("retargeting", 0.1)
    prepared = prepare_take(landmarks, robot, rate_hz or load_settings().rate_hz, kind, edit or CaptureEdit())
    imported = _import(prepared, robot, name or path.stem, report)
    report("done", 1.0)
    return imported


def _import(prepared: PreparedTake, robot: RobotModel, name: str, report: Progress) -> Imported:
    clean, take = prepared.clean, prepared.take
    retargeted = retarget(take.cycle, robot, clean.landmarks.leg_length)
    if take.turn is None:
        clip = gait_clip(robot, take, retargeted, name, _iterations(report, 0.2, 0.95))
        return Imported((clip,), report_of_cycle(robot, clip, clean, take, retargeted), retargeted.landmarks)
    walk = gait_clip(robot, take, retargeted, f"{name}_walk", _iterations(report, 0.2, 0.45))
    turned, clip = turn_clip(robot, prepared, walk, name, _iterations(report, 0.45, 0.95))
    return Imported(
        (walk, clip), report_of_turn(robot, clip, clean, take, retargeted, turned), turned.landmarks
    )


def _iterations(report: Progress, start: float, end: float) -> Callable[[Iteration], None]:
    """Progress of an optimization, as a part of the whole."""
    report("optimizing", start)

    def iterated(iteration: Iteration) -> None:
        share = min(1.0, (iteration.number + 1) / _USUAL_ITERATIONS)
        report("optimizing", start + share * (end - start))

    return iterated
