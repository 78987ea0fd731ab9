"""A motion-capture file becomes a clip: read, clean, take one cycle, retarget, optimize."""

from collections.abc import Callable
from pathlib import Path

from biped_control.motion.capture_cleaning import clean_landmarks
from biped_control.motion.clip import Clip
from biped_control.motion.cycle_extraction import extract_cycle
from biped_control.motion.landmarks import find_landmarks
from biped_control.motion.readers import read_capture
from biped_control.motion.retarget_report import RetargetReport, retarget_report
from biped_control.motion.retargeting import retarget
from biped_control.motion.spacetime.optimize import Iteration, optimize_cycle
from biped_control.robot.model import RobotModel
from biped_control.settings import load_settings

Progress = Callable[[str, float], None]
"""Called with what is being done and the share that is done, 0 to 1."""

_USUAL_ITERATIONS = 7


def import_capture(
    path: Path,
    robot: RobotModel,
    asf: Path | None = None,
    name: str | None = None,
    progress: Progress | None = None,
    capture_rate_hz: float | None = None,
    rate_hz: float | None = None,
) -> tuple[Clip, RetargetReport]:
    """Turns a captured straight walk into an exactly periodic clip of the robot.

    Args:
        path: capture in any format that `read_capture` knows.
        robot: any humanoid of the limb map.
        asf: skeleton of an AMC file; by default the one beside it.
        name: name of the clip; by default the name of the file without extension.
        progress: for a progress bar.
        capture_rate_hz: frames per second of a format that does not state it.
        rate_hz: control rate of the clip; by default the one of `config/control.yaml`.

    Raises:
        CaptureError: the file cannot be read.
        MotionError: it holds no straight forward walk, the robot cannot reach it, or the optimization fails.
    """
    report = progress or (lambda _doing, _share: None)
    report("reading", 0.0)
    landmarks = find_landmarks(read_capture(path, asf, capture_rate_hz))
    report("retargeting", 0.1)
    clean = clean_landmarks(landmarks, rate_hz or load_settings().rate_hz)
    captured = extract_cycle(clean.landmarks)
    retargeted = retarget(captured, robot, clean.landmarks.leg_length)

    def iterated(iteration: Iteration) -> None:
        report("optimizing", 0.2 + 0.75 * min(1.0, (iteration.number + 1) / _USUAL_ITERATIONS))

    report("optimizing", 0.2)
    clip = optimize_cycle(robot, retargeted.cycle, name or path.stem, progress=iterated)
    comparison = retarget_report(robot, clip, captured, retargeted, clean.repaired_frames)
    report("done", 1.0)
    return clip, comparison
