"""`biped steering compare`: is the value function worth it?"""

import sys
from typing import Annotated

import typer

from biped_control.commands.options import RecipesOption
from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.progress import announcements
from biped_control.commands.steering_tables import compare_table
from biped_control.commands.task_display import TaskDisplay


def steering_compare(
    minutes: Annotated[float, typer.Option(metavar="M", help="Simulated minutes of each run.")] = 5.0,
    engine: Annotated[str, typer.Option(metavar="dart,lcp", help="Physics engines.")] = "dart,lcp",
    planner: Annotated[
        str, typer.Option(metavar="value_function,greedy", help="Planners.")
    ] = "value_function,greedy",
    seed: Annotated[str, typer.Option(metavar="N,N,...", help="Seeds of the commands.")] = "1",
    gaits: Annotated[
        bool, typer.Option("--gaits", help="Commands also ask for other speeds: stand, slow, fast, run.")
    ] = False,
    rough: Annotated[
        float,
        typer.Option(metavar="SHARE", help="Disturbances, as a share of those in config/steering.yaml."),
    ] = 0.0,
    jobs: Annotated[
        int | None, typer.Option(metavar="N", help="Runs at a time. Default: one a core.")
    ] = None,
    recipes: RecipesOption = None,
    json_file: JsonOption = None,
) -> None:
    """Steer with the value function and by the nearest heading, and compare.

    Every 5 seconds a heading is commanded, anywhere in the circle; all planners
    get the same ones. After a fall the robot is put on its feet again. Only clips
    that are built already are played.

    error: mean absolute heading error once the turns have ended; all: turns
    included. resp.: time until half of the commands of more than 90 degrees are
    answered, which is when the robot's yaw stays within 15 degrees; late: the next
    command came first. ms: 99th percentile of a decision.

    [bold]Examples[/bold]

    \b
    biped steering compare --minutes 30 --seed 1,2,3
    biped steering compare --engine lcp --rough 0.5 --json compare.json

    [bold]JSON keys[/bold]: runs[] with planner, engine, seed, seconds, falls,
    falls_per_hour, fell_in{}, mean_error_deg, worst_error_deg, overall_error_deg,
    response_s{p50,max,answered,unanswered}, clips{}, decision_ms{p50,p99,max};
    notes[], failures[].
    """
    from biped_control.analysis.steering.compare import CompareRequest, compare_planners
    from biped_control.commands.steering_library import prepared_library
    from biped_control.settings import load_settings
    from biped_control.steering.steering_settings import load_steering_settings

    request = CompareRequest(
        planners=_list(planner),
        engines=_list(engine),
        seeds=_numbers(seed),
        minutes=minutes,
        gaits=gaits,
        rough=rough,
        jobs=jobs,
    )
    request.tasks()
    settings = load_settings()
    with output_to(json_file) as output:
        with announcements() as announce:
            prepared_library(recipes, settings, announce)
        with TaskDisplay("steering", "done") as display:
            report = compare_planners(request, settings, load_steering_settings(), display)
        runs = [result.summary() for result in report.results]
        output.show(compare_table(runs))
        for note in report.notes:
            output.show(note)
        failures = [{"run": name, "problem": problem} for name, problem in report.failures.items()]
        output.result = {"runs": runs, "notes": list(report.notes), "failures": failures}
    for failure in failures:
        print(f"biped: {failure['run']}: {' '.join(failure['problem'].split())}", file=sys.stderr)
    if failures:
        raise typer.Exit(1)


def _list(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in _list(text))
    except ValueError:
        raise typer.BadParameter(f"'{text}': expected whole numbers such as 1,2,3") from None
