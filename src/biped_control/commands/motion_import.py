"""`biped motion import`: a motion-capture file becomes clips of the library."""

from time import perf_counter
from typing import TYPE_CHECKING

from rich.table import Table

from biped_control.commands.capture_options import (
    AsfOption,
    CaptureFile,
    CaptureRateOption,
    KindOption,
    NameOption,
    SpeedOption,
    StepHeightOption,
    StrideOption,
    TurnOption,
)
from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.progress import progress_bar
from biped_control.commands.tables import value_table

if TYPE_CHECKING:
    from biped_control.motion.retargeting.retarget_report import RetargetReport


def motion_import(
    file: CaptureFile,
    asf: AsfOption = None,
    name: NameOption = None,
    capture_rate: CaptureRateOption = None,
    kind: KindOption = None,
    speed: SpeedOption = None,
    stride_change: StrideOption = 0.0,
    step_height: StepHeightOption = 0.0,
    turn: TurnOption = None,
    json_file: JsonOption = None,
) -> None:
    """Turn a captured walk, run or turn into clips that the robot can follow, and keep them in the library.

    Reads, finds out what the capture shows, retargets, labels contacts and
    optimizes until the motion obeys the robot's dynamics exactly. A straight walk
    or run and a steady turn become one cyclic clip. A turn between straight walks
    becomes two: NAME_walk, and NAME, which begins from it and ends in it. Clips of
    the same names are replaced, once the new ones are complete.

    [bold]Examples[/bold]

    \b
    biped motion import walks/02_01.amc
    biped motion import 07_05.amc --asf 07.asf --name brisk
    biped motion import WalkTurnLeft90.bvh --name left90 --as turn
    biped motion import 02_01.amc --name short_steps --stride-change -0.15
    biped rollout --clip 02_01 --seconds 120

    [bold]JSON keys[/bold]: frames, rate_hz, speed_mps, contacts (phases: start,
    frames, points), retarget_error_m{p50,max}; kind, why, repairs,
    repaired_frames, clip, clips (name, file), file, residual, seconds_to_build and
    how the capture was straightened.
    """
    from biped_control.motion.library.clip_library import ClipLibrary
    from biped_control.motion.retargeting.capture_edit import edit_from
    from biped_control.motion.retargeting.import_capture import import_capture
    from biped_control.motion.retargeting.take_kind import take_kind
    from biped_control.robot.model import RobotModel
    from biped_control.settings import load_settings

    with output_to(json_file) as output:
        robot, rate_hz = RobotModel.load(), load_settings().rate_hz
        library = ClipLibrary(robot, rate_hz)
        library.require_importable(name or file.stem)
        started = perf_counter()
        with progress_bar("importing", 1.0) as show:
            imported = import_capture(
                file,
                robot,
                asf,
                name,
                lambda _doing, share: show(share),
                capture_rate,
                rate_hz,
                take_kind(kind),
                edit_from(speed, stride_change, step_height, turn),
            )
        seconds = round(perf_counter() - started, 3)
        for clip in imported.clips:
            library.require_importable(clip.name)
        paths = {clip.name: str(library.add(clip, seconds)) for clip in imported.clips}
        output.show(_table(imported.report, paths))
        output.result = imported.report.as_json() | {
            "file": paths[imported.clip.name],
            "clips": [{"name": name, "file": path} for name, path in paths.items()],
            "seconds_to_build": seconds,
        }


def _table(report: "RetargetReport", paths: dict[str, str]) -> Table:
    error = report.retarget_error_m
    rows = {
        "clip": f"{report.clip}, {report.frames} frames at {report.rate_hz:g} Hz",
        "shows": f"{report.kind}: {report.why}",
        "speed": f"{report.speed_mps:.3f} m/s, {report.turn_deg:+.0f} degrees",
        "away from it": f"{report.angle_error_deg:.1f} degrees; {error.p50:.3f} m, at most {error.max:.3f} m",
        "repaired": "; ".join([f"{report.repaired_frames} frames with jumps", *report.repairs]),
        "dynamics residual": f"{report.residual:.1e} N",
    }
    if report.kind in ("walk", "run"):
        rows["made straight"] = (
            f"{report.floor_slope_deg:.1f} deg slope, {report.heading_drift_deg:.1f} heading"
        )
    return value_table(rows | {f"kept '{name}' as": path for name, path in paths.items()})
