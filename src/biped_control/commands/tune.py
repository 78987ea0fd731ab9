"""`biped tune`: weights found by search."""

import os
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from biped_control.commands.kept_work import telling_what_is_kept
from biped_control.commands.options import ScenariosOption, SchedulerOption, WorkersOption
from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.packages import require_sweep_packages
from biped_control.commands.progress import announcements
from biped_control.commands.switch_options import with_switches
from biped_control.commands.task_display import TaskDisplay

# Not the positions of joints: one scale is free, because only ratios of weights count.
_GROUPS = (
    "gamma",
    "look_ahead.height.position+look_ahead.orientation.position",
    "look_ahead.*.velocity+adjusting.*.velocity",
    "look_ahead.*.torque*",
    "look_ahead.*.force+adjusting.*.force",
)


@with_switches
def tune(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME",
            help="What to vary, a factor each: gamma, a weight, row or section of config/weights.yaml such "
            "as look_ahead.hip, a pattern such as 'look_ahead.*.velocity', or several with + between them.",
        ),
    ] = None,
    scenario: ScenariosOption = None,
    engine: Annotated[str | None, typer.Option(metavar="dart|lcp", help="Physics engine.")] = None,
    seed: Annotated[
        str, typer.Option(metavar="N,N:N", help="Seeds of the rollouts, the same for all candidates.")
    ] = "1:4",
    seconds: Annotated[float, typer.Option(metavar="S", help="Simulated seconds of each.")] = 20.0,
    clip: Annotated[str | None, typer.Option(metavar="CLIP", help="Clip: name or file.")] = None,
    policy: Annotated[str | None, typer.Option(metavar="nqr|lqr|modal", help="Look-ahead policy.")] = None,
    *,
    switches: Mapping[str, bool],
    weights: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Weights to start from. Default: those that ship.")
    ] = None,
    generations: Annotated[int, typer.Option(metavar="N", help="Rounds of candidates.")] = 20,
    population: Annotated[
        int | None, typer.Option(metavar="N", help="Candidates a round. Default: as CMA-ES proposes.")
    ] = None,
    spread: Annotated[
        float, typer.Option(metavar="F", help="Factor by which first candidates typically differ.")
    ] = 1.5,
    bound: Annotated[float, typer.Option(metavar="F", help="Largest factor; 1/F is the smallest.")] = 10.0,
    search_seed: Annotated[int, typer.Option(metavar="N", help="Draws the candidates.")] = 1,
    check_seed: Annotated[
        str | None,
        typer.Option(
            metavar="N,N:N", help="Seeds that compare start and best. Default: the next ones, as many."
        ),
    ] = None,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the search is kept.")] = Path("tune"),
    workers: WorkersOption = None,
    scheduler: SchedulerOption = "",
    json_file: JsonOption = None,
) -> None:
    """Search for weights with which the robot falls later, or follows better.

    CMA-ES proposes weights; each candidate does all rollouts (scenarios x seeds).
    Longer on its feet is better; of equal ones less cost (eq. 18, always by the
    weights that ship). At the end start and best weights are compared on other
    seeds and flat ground. Each finished generation is kept: given again after a
    crash or Ctrl-C, the same command goes on, with a larger --generations, too.
    The folder holds weights.yaml, for `biped rollout --weights`, and search.png.

    [bold]Examples[/bold]

    \b
    biped tune --scenario field --feel-ground --adjust-steps
    biped tune gamma look_ahead.ankle look_ahead.hip --scenario pushes --seed 1:8
    biped tune 'look_ahead.*.velocity' adjusting.heel+adjusting.toe --adjust-steps
    biped rollout --weights tune/weights.yaml

    [bold]JSON keys[/bold]: generations, earlier (were there before), rollouts, start{}, best{}
    (survived, rollouts, mean_survived_s, mean_cost), groups[] (name, factor,
    weights[]), weights{} (those that differ from what ships), history[] (generation,
    step and the keys of best), check[] (engine, scenario, weights: start or best, and
    the keys of best), seconds, weights_file, picture, command, options{}, machine,
    versions.
    """
    require_sweep_packages("cma")
    from biped_control.analysis.bench.machine import describe_machine
    from biped_control.analysis.sweep.plan import sweep_plan
    from biped_control.analysis.sweep.readiness import make_ready
    from biped_control.analysis.tuning.plan import TuningPlan
    from biped_control.analysis.tuning.report import checked, found, write_report
    from biped_control.analysis.tuning.run import tune as do
    from biped_control.analysis.tuning.search_folder import open_search
    from biped_control.analysis.tuning.search_space import SearchSpace
    from biped_control.analysis.tuning.weight_groups import weight_groups
    from biped_control.analysis.weight_set import load_weights, shipped_weights

    options = {
        "scenario": scenario,
        "engine": engine,
        "seed": seed,
        "seconds": seconds,
        "clip": clip,
        "policy": policy,
        **switches,
    }
    rollouts = sweep_plan({key: value for key, value in options.items() if value is not None}, command="tune")
    next_seeds = f"{max(rollouts.seed) + 1}:{max(rollouts.seed) + len(rollouts.seed)}"
    checks = sweep_plan({"seed": check_seed or next_seeds}, command="tune --check-seed").seed
    start = shipped_weights() if weights is None else load_weights(weights)
    space = SearchSpace(start, weight_groups(names or _GROUPS, start, rollouts.adjust_steps), spread, bound)
    plan = TuningPlan(space, rollouts, generations, population, search_seed, checks, weights)
    with output_to(json_file) as output, ExitStack() as stack:
        with announcements() as announce:  # before the folder: what is refused leaves none behind
            make_ready(rollouts, announce)
        folder = stack.enter_context(open_search(out))

        def kept() -> str:
            return f"{folder.finished} of {generations + 1} generations (the start is one) are kept in {out}"

        with telling_what_is_kept(kept), TaskDisplay("tuning", "done") as display:
            tuned = do(plan, folder, display, scheduler, workers or len(os.sched_getaffinity(0)))
        files = write_report(plan, tuned, folder)
        output.result = {
            "generations": generations,
            "earlier": tuned.earlier,
            "rollouts": tuned.rollouts,
            **found(plan, tuned),
            "seconds": round(tuned.seconds, 3),
            **{name: str(path) for name, path in files.items()},
            "command": plan.command,
            "options": plan.identity(),
            "machine": describe_machine(),
            "versions": dict(tuned.versions),
        }
        output.show(_table(checked(tuned)))
        output.show(f"written to {files['weights_file']}")
        if not tuned.best[0].any():
            searched = "1 generation" if generations == 1 else f"{generations} generations"
            output.show(
                f"nothing better than the start was found in {searched}; the file holds the "
                "start's weights: try more --generations, another --spread or other names"
            )


def _table(rows: list[dict[str, object]]) -> Table:
    table = Table(
        box=None, pad_edge=False, title="on seeds that the search has not seen", title_justify="left"
    )
    names = ("engine", "scenario", "weights")
    for title in (*names, "did not fall", "on its feet", "cost (eq. 18)"):
        table.add_column(title, justify="left" if title in names else "right")
    for row in rows:
        table.add_row(
            *(str(row[name]) for name in names),
            f"{row['survived']} of {row['rollouts']}",
            f"{row['mean_survived_s']:.2f} s",
            f"{row['mean_cost']:.4f}",
        )
    return table
