"""`biped library build`: clips and their gains."""

import sys
from typing import Annotated

import typer

from biped_control.commands.options import RecipesOption
from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.tables import clip_table
from biped_control.commands.task_display import TaskDisplay


def library_build(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="Clips to build. Default: all.")
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Build clips anew that are built already.")] = False,
    jobs: Annotated[
        int | None, typer.Option(metavar="N", help="Clips built at a time. Default: one a core.")
    ] = None,
    recipes: RecipesOption = None,
    json_file: JsonOption = None,
) -> None:
    """Build clips and the gains of their policies, several at a time.

    What is built and has not changed is left alone. A clip belongs to the content
    of its recipe (config/library.yaml, and your own file with --recipes), of the
    capture and of the clips that it needs, to the robot and to the planner's
    settings; gains belong to the clip and the weights. Other commands build what
    they need by themselves.

    A clip that breaks a rule (see `biped library show`) is an error and is not
    kept. The others are built all the same, and the last good one stays.

    [bold]Examples[/bold]

    \b
    biped library build
    biped library build walk --again
    biped library build --recipes my_clips.yaml --jobs 4

    [bold]JSON keys[/bold]: clips[] with name, frames, residual, seconds_to_build;
    rate_hz, speed_mps, turn_deg, cyclic, start_hub, end_hub, source, cached,
    gains_seconds, good, checks{}; failures[] with name, problem; seconds.
    """
    from biped_control.analysis.library.build import BuildRequest, build_library
    from biped_control.settings import load_settings

    request = BuildRequest(tuple(names or ()), recipes, again, jobs)
    with output_to(json_file) as output:
        with TaskDisplay("building clips", "ready") as display:
            report = build_library(request, load_settings(), display)
        output.show(clip_table(report.clips))
        failures = [{"name": name, "problem": problem} for name, problem in report.failures.items()]
        output.result = {"clips": report.clips, "failures": failures, "seconds": round(report.seconds, 3)}
    for failure in failures:
        print(f"biped: {failure['name']}: {' '.join(failure['problem'].split())}", file=sys.stderr)
    if failures:
        raise typer.Exit(1)
