"""`biped motion import`: a motion-capture file becomes a clip of the library."""

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.progress import progress_bar
from biped_control.commands.tables import value_table

if TYPE_CHECKING:
    from biped_control.motion.retarget_report import RetargetReport


def motion_import(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Capture: Acclaim .amc or Biovision .bvh.")],
    asf: Annotated[
        Path | None,
        typer.Option("--asf", metavar="FILE", help="Skeleton of an .amc file. Default: the one beside it."),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Name of the clip. Default: the file's."),
    ] = None,
    capture_rate: Annotated[
        float | None,
        typer.Option(metavar="HZ", help="Frames a second of an .amc file, which does not say. Default: 120."),
    ] = None,
    json_file: JsonOption = None,
) -> None:
    """Turn a captured straight walk into a clip that the robot can follow, and keep it in the library.

    Reads, retargets, labels contacts, takes one cycle and optimizes it until it
    obeys the robot's dynamics exactly. A clip of the same name is replaced, once
    the new one is complete.

    [bold]Examples[/bold]

    \b
    biped motion import walks/02_01.amc
    biped motion import 07_05.amc --asf 07.asf --name brisk
    biped rollout --clip 02_01 --seconds 120

    [bold]JSON keys[/bold]: frames, rate_hz, speed_mps, contacts (phases: start,
    frames, points), retarget_error_m{p50,max}; clip, file, residual,
    seconds_to_build and how the capture was straightened.
    """
    from biped_control.motion.import_capture import import_capture
    from biped_control.motion.library import ClipLibrary
    from biped_control.robot.model import RobotModel
    from biped_control.settings import load_settings

    with output_to(json_file) as output:
        robot, rate_hz = RobotModel.load(), load_settings().rate_hz
        library = ClipLibrary(robot, rate_hz)
        library.require_importable(name or file.stem)
        started = perf_counter()
        with progress_bar("importing", 1.0) as show:
            clip, report = import_capture(
                file, robot, asf, name, lambda _doing, share: show(share), capture_rate, rate_hz
            )
        seconds = round(perf_counter() - started, 3)
        path = library.add(clip, seconds)
        output.show(_table(report, path))
        output.result = report.as_json() | {"file": str(path), "seconds_to_build": seconds}


def _table(report: "RetargetReport", path: Path) -> Table:
    error = report.retarget_error_m
    rows = {
        "clip": f"{report.clip}, {report.frames} frames at {report.rate_hz:g} Hz",
        "speed": f"{report.speed_mps:.3f} m/s",
        "away from it": f"{report.angle_error_deg:.1f} degrees; {error.p50:.3f} m, at most {error.max:.3f} m",
        "made straight": f"{report.floor_slope_deg:.1f} deg slope, {report.heading_drift_deg:.1f} heading",
        "dynamics residual": f"{report.residual:.1e} N",
        "kept as": str(path),
    }
    return value_table(rows)
