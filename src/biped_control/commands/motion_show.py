"""`biped motion show`: a capture beside what the robot makes of it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from biped_control.commands.capture_options import (
    AsfOption,
    CaptureFile,
    CaptureRateOption,
    KindOption,
    SpeedOption,
    StepHeightOption,
    StrideOption,
    TurnOption,
)
from biped_control.commands.output import JsonOption, Output, output_to
from biped_control.commands.progress import announcements, optimization_progress
from biped_control.errors import DashboardError

if TYPE_CHECKING:
    from biped_control.motion.retargeting.comparison import Comparison
    from biped_control.robot.model import RobotModel

_CYCLES_ON_PAGE = 4


def motion_show(
    file: CaptureFile,
    asf: AsfOption = None,
    capture_rate: CaptureRateOption = None,
    kind: KindOption = None,
    speed: SpeedOption = None,
    stride_change: StrideOption = 0.0,
    step_height: StepHeightOption = 0.0,
    turn: TurnOption = None,
    picture: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Draw a row of moments (.png) or an animation (.gif) instead of a page."
        ),
    ] = None,
    port: Annotated[
        int, typer.Option(metavar="PORT", help="Of the page on 127.0.0.1; 0: any free one.")
    ] = 8080,
    json_file: JsonOption = None,
) -> None:
    """Show a captured person as a stick figure and, beside it, the robot that follows.

    Imports the capture as `biped motion import` does, but keeps nothing. The
    browser page plays both in a loop, with a slider for the time; Ctrl-C ends it.

    [bold]Examples[/bold]

    \b
    biped motion show walks/02_01.amc
    biped motion show WalkTurnLeft90.bvh --as turn --picture turn.gif

    [bold]JSON keys[/bold]: those of `biped motion import` but file and clips;
    picture or address.
    """
    from biped_control.motion.retargeting.capture_edit import edit_from
    from biped_control.motion.retargeting.comparison import comparison_of
    from biped_control.motion.retargeting.import_capture import import_capture
    from biped_control.motion.retargeting.take_kind import take_kind
    from biped_control.robot.model import RobotModel

    if picture is not None:
        from biped_control.dashboard.pictures.comparison_picture import require_picture_name, save_comparison

        require_picture_name(picture)
    with output_to(json_file) as output:
        robot = RobotModel.load()
        with optimization_progress() as show:
            imported = import_capture(
                file,
                robot,
                asf,
                progress=show,
                capture_rate_hz=capture_rate,
                kind=take_kind(kind),
                edit=edit_from(speed, stride_change, step_height, turn),
            )
        output.result = imported.report.as_json()
        comparison = comparison_of(imported, cycles=1 if picture is not None else _CYCLES_ON_PAGE)
        if picture is not None:
            with announcements() as announce:
                announce(f"drawing {picture}", "")
                save_comparison(picture, robot, comparison)
            output.result = {**output.result, "picture": str(picture)}
            output.show(str(picture))
        else:
            output.result = {**output.result, "address": _serve(output, robot, comparison, port)}


def _serve(output: Output, robot: "RobotModel", comparison: "Comparison", port: int) -> str:
    """Shows the page until Ctrl-C; returns its address."""
    from threading import Event

    try:
        from biped_control.dashboard.comparison_page import ComparisonPage
    except ImportError as error:
        raise DashboardError(
            f"the page needs viser ({error}); run `pip install 'biped-control[page]'`, or give --picture FILE"
        ) from error
    page = ComparisonPage(robot, comparison, port)
    output.show(f"{page.address} (Ctrl-C ends it)")
    try:
        page.play(Event())
    except KeyboardInterrupt:
        pass
    finally:
        page.close()
    return page.address
