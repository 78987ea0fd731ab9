"""`biped library track`: does the robot stay on its feet with every clip?"""

import sys
from typing import Annotated

import typer
from rich.table import Table

from biped_control.commands.options import RecipesOption
from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.task_display import TaskDisplay


def library_track(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="Clips to follow. Default: all.")
    ] = None,
    engines: Annotated[str, typer.Option(metavar="dart,lcp", help="Physics engines.")] = "dart,lcp",
    policies: Annotated[str, typer.Option(metavar="nqr,lqr,modal", help="Look-ahead policies.")] = "nqr",
    seconds: Annotated[float, typer.Option(metavar="S", help="Simulated seconds of each.")] = 30.0,
    gamma: Annotated[
        float | None,
        typer.Option(metavar="G", help="Contact adaptation (eq. 17). Default: as in config/control.yaml."),
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Also what is known already.")] = False,
    jobs: Annotated[
        int | None, typer.Option(metavar="N", help="Clips followed at a time. Default: one a core.")
    ] = None,
    recipes: RecipesOption = None,
    json_file: JsonOption = None,
) -> None:
    """Let the robot follow clips, several at a time, and keep the results.

    A cyclic clip is repeated; another one is played again and again between cycles
    of its hubs. Results are kept beside the clips, and hold until a clip, a weight
    or a setting changes; `biped library list` shows them. What is not built yet is
    built. A fall is a result, no error.

    [bold]Examples[/bold]

    \b
    biped library track
    biped library track walk turn_left_90 --policies nqr,lqr --seconds 60

    [bold]JSON keys[/bold]: clips[] with name, tracking[] (engine, policy, gamma,
    seconds, fell, survived_s, played, speed_mps, mean_cost, max_torque_nm);
    failures[] with rollout, problem; seconds.
    """
    from biped_control.analysis.library.track import TrackRequest, track_library

    request = TrackRequest(
        tuple(names or ()), _list(engines), _list(policies), seconds, gamma, recipes, again, jobs
    )
    with output_to(json_file) as output:
        with TaskDisplay("following clips", "followed") as display:
            report = track_library(request, display)
        clips: list[dict[str, object]] = [
            {"name": name, "tracking": [result.summary() for result in results]}
            for name, results in report.results.items()
        ]
        failures = [{"rollout": task, "problem": problem} for task, problem in report.failures.items()]
        output.show(_table(clips))
        output.result = {"clips": clips, "failures": failures, "seconds": round(report.seconds, 3)}
    for failure in failures:
        print(f"biped: {failure['rollout']}: {' '.join(failure['problem'].split())}", file=sys.stderr)
    if failures:
        raise typer.Exit(1)


def _list(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))


def _table(clips: list[dict[str, object]]) -> Table:
    table = Table(box=None, pad_edge=False)
    for title in ("clip", "engine", "policy", "gamma", "on its feet", "played", "speed", "cost (eq. 18)"):
        table.add_column(title, justify="left" if title in ("clip", "engine", "policy") else "right")
    for clip in clips:
        results = clip["tracking"]
        assert isinstance(results, list)
        for result in results:
            table.add_row(
                str(clip["name"]),
                result["engine"],
                result["policy"],
                f"{result['gamma']:g}",
                f"{'fell at ' if result['fell'] else ''}{result['survived_s']:.3g} s",
                str(result["played"]),
                f"{result['speed_mps']:.2f} m/s",
                f"{result['mean_cost']:.4f}",
            )
    return table
