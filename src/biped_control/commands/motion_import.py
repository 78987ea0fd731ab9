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
from biped_control.commands.progress import optimization_progress
from biped_control.commands.tables import value_table

if TYPE_CHECKING:
    from biped_control.motion.library.clip_library import ClipLibrary
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
    repaired_frames, clip, clips (name, file), file, residual, seconds_to_build,
    replaced (names of these clips that were there), stale (names of other clips
    that start from or end in those) and how the capture was straightened.
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
        with optimization_progress() as show:
            imported = import_capture(
                file,
                robot,
                asf,
                name,
                show,
                capture_rate,
                rate_hz,
                take_kind(kind),
                edit_from(speed, stride_change, step_height, turn),
            )
        seconds = round(perf_counter() - started, 3)
        for clip in imported.clips:
            library.require_importable(clip.name)
        names = [clip.name for clip in imported.clips]
        replaced = [name for name in names if library.has_imported(name)]
        paths = {clip.name: str(library.add(clip, seconds)) for clip in imported.clips}
        stale = sorted({user for name in replaced for user in library.users(name)} - set(names))
        output.show(_table(imported.report))
        for kept, path in paths.items():
            output.show(f"{'replaced' if kept in replaced else 'kept'} '{kept}': {path}")
        for line in _stale_lines(library, stale):
            output.show(line)
        output.result = imported.report.as_json() | {
            "file": paths[imported.clip.name],
            "clips": [{"name": name, "file": path} for name, path in paths.items()],
            "seconds_to_build": seconds,
            "replaced": replaced,
            "stale": stale,
        }


def _stale_lines(library: "ClipLibrary", names: list[str]) -> list[str]:
    """What is to be done about clips that started from or ended in one that was replaced."""
    made = [name for name in names if name in library.recipes]
    imported = [name for name in names if name not in library.recipes]
    lines = []
    if made:
        lines.append(f"stale, built anew when they are used: {', '.join(made)}")
    if imported:
        lines.append(f"stale, made for the clip that was replaced; import them again: {', '.join(imported)}")
    return lines


def _table(report: "RetargetReport") -> Table:
    error = report.retarget_error_m
    rows = {
        "clip": f"{report.clip}, {report.frames} frames at {report.rate_hz:g} Hz",
        "shows": f"{report.kind}: {report.why}",
        "speed": f"{report.speed_mps:.3f} m/s, {round(report.turn_deg):+d} degrees",
        "off the capture": (
            f"joints by {error.p50:.3f} m (median), at most {error.max:.3f} m; "
            f"their angles by {report.angle_error_deg:.1f} degrees (root mean square)"
        ),
        "repaired": "; ".join(_repairs(report)) or "nothing",
        "dynamics kept to": f"{report.residual:.1e} N",
    }
    if report.kind in ("walk", "run"):
        rows["made straight"] = (
            f"floor sloped by {report.floor_slope_deg:.1f} degrees, "
            f"heading drifted by {report.heading_drift_deg:.1f} in a cycle"
        )
    return value_table(rows)


def _repairs(report: "RetargetReport") -> list[str]:
    frames = report.repaired_frames
    return ([f"{frames} frames in which a joint jumped"] if frames else []) + list(report.repairs)
