"""`biped steering build`: from clips to a value function."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from biped_control.commands.options import RecipesOption
from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.progress import announcements, progress_bar
from biped_control.commands.steering_tables import edge_rows, edge_table

if TYPE_CHECKING:
    from biped_control.analysis.steering.build import SteeringBuild


def steering_build(
    samples: Annotated[
        int, typer.Option(metavar="N", help="Simulated transitions wanted of each clip in each engine.")
    ] = 100,
    jobs: Annotated[int | None, typer.Option(metavar="N", help="Processes. Default: one a core.")] = None,
    file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where the value function goes. Default: into the library."),
    ] = None,
    recipes: RecipesOption = None,
    json_file: JsonOption = None,
) -> None:
    """Find out how safely clips follow each other, and make a planner of it.

    The robot plays the clips that are built (`biped library build`) in random order
    disturbed in every way (config/steering.yaml), several runs at a time.
    Every clip that it plays is kept: in which trouble the robot was when it began,
    what it cost, whether the robot stayed on its feet. What is known already
    counts, so an interrupted build goes on where it was. Value iteration on all of
    this gives the value function by which steering decides.

    [bold]Examples[/bold]

    \b
    biped library build && biped steering build
    biped steering build --samples 20 --jobs 4

    [bold]JSON keys[/bold]: file, samples, fresh, sweeps, seconds, left_out[], short[],
    refused{}, unusable{} (clips that are not built, or broken); clips[] with name,
    start_hub, end_hub, seconds, turn_deg, risk, engines{} (samples, survived,
    mean_cost, mean_turn_deg).
    """
    from biped_control.analysis.steering.build import build_steering
    from biped_control.commands.steering_library import prepared_library
    from biped_control.settings import load_settings
    from biped_control.steering.steering_settings import load_steering_settings

    settings, steering = load_settings(), load_steering_settings()
    with output_to(json_file) as output:
        with announcements() as announce:
            library = prepared_library(recipes, settings, announce)
        pairs = len(library.graph.clips) * len(steering.sampling.engines)
        with progress_bar("simulating transitions", pairs * samples) as show:
            report = build_steering(
                library, settings, steering, samples, jobs, lambda there, wanted: show(there), file
            )
        output.show(_table(report))
        output.result = {
            "file": str(report.path),
            "samples": report.samples,
            "fresh": report.fresh,
            "sweeps": report.function.sweeps,
            "seconds": round(report.seconds, 3),
            "left_out": list(report.left_out),
            "short": list(report.short),
            "refused": dict(report.refused),
            "unusable": dict(library.problems),
            "clips": edge_rows(report.model),
        }
        if library.problems:
            output.show(f"not used, because they are not built or broken: {', '.join(library.problems)}")
        for line in _remarks(report):
            output.show(line)


def _table(report: "SteeringBuild") -> Table:
    return edge_table(edge_rows(report.model), report.left_out)


def _remarks(report: "SteeringBuild") -> list[str]:
    lines = [f"{count} old transitions not used: {why}" for why, count in report.refused.items()]
    if report.short:
        lines.append(f"fewer samples than wanted, and so treated as risky: {'; '.join(report.short)}")
    lines.append(
        f"{report.samples} transitions, {report.fresh} of them new; converged after "
        f"{report.function.sweeps} sweeps; {report.path}"
    )
    return lines
