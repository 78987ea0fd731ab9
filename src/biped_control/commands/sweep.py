"""`biped sweep`: every combination of scenario, policy, gamma and seed."""

import os
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from biped_control.commands.kept_work import telling_what_is_kept
from biped_control.commands.options import ScenariosOption, SchedulerOption, WorkersOption
from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.packages import require_sweep_packages
from biped_control.commands.progress import announcements
from biped_control.commands.switch_options import with_switches
from biped_control.commands.task_display import TaskDisplay

if TYPE_CHECKING:
    from biped_control.analysis.sweep.conditions import Condition


@with_switches
def sweep(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="YAML file with these options as keys; options replace them."),
    ] = None,
    scenario: ScenariosOption = None,
    policy: Annotated[str | None, typer.Option(metavar="nqr,lqr,modal", help="Look-ahead policies.")] = None,
    gamma: Annotated[str | None, typer.Option(metavar="G,...", help="Contact adaptation (eq. 17).")] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="N,N:N", help="Seeds; 1:20 is 1 to 20, both included.")
    ] = None,
    clip: Annotated[
        str | None, typer.Option(metavar="CLIP,...", help="Clips: names in the library or clip files.")
    ] = None,
    engine: Annotated[str | None, typer.Option(metavar="dart,lcp", help="Physics engines.")] = None,
    seconds: Annotated[float | None, typer.Option(metavar="S", help="Simulated seconds of each.")] = None,
    *,
    switches: Mapping[str, bool],
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the results go.")] = Path("sweep"),
    workers: WorkersOption = None,
    scheduler: SchedulerOption = "",
    json_file: JsonOption = None,
) -> None:
    """Do a rollout for every combination, side by side, and compare them.

    Without a scheduler the rollouts run in processes of this machine. Each finished
    one is kept at once: given again after a crash or Ctrl-C, the same command goes
    on; with more seeds it adds to the rows that are there. The folder holds
    results.parquet, survival.png, cost.png and report.html. A fall is a result, no
    error. Defaults are those of `biped rollout`.

    [bold]Examples[/bold]

    \b
    biped sweep --policy nqr,lqr --gamma 0.002,0.005,0.01 --seed 1:20 --engine lcp
    biped sweep --scenario none,noise,heavy --seed 1:50 --out endurance
    biped sweep plan.yaml --scheduler tcp://head:8786 --json sweep.json

    [bold]JSON keys[/bold]: rollouts, earlier (were there before), survived, conditions[]
    with clip, engine, scenario, policy, gamma, rollouts, survived, survival,
    mean_survived_s, mean_cost, max_torque_nm, lcp_failures; failures[] (rollout,
    problem), seconds, results, page, pictures{}, command, options{}, machine, versions.
    """
    require_sweep_packages()
    from biped_control.analysis.bench.machine import describe_machine
    from biped_control.analysis.sweep.plan import sweep_plan
    from biped_control.analysis.sweep.readiness import make_ready
    from biped_control.analysis.sweep.report import write_report
    from biped_control.analysis.sweep.result_folder import open_results
    from biped_control.analysis.sweep.run import sweep as do

    options = {
        "scenario": scenario,
        "policy": policy,
        "gamma": gamma,
        "seed": seed,
        "clip": clip,
        "engine": engine,
        "seconds": seconds,
        **switches,
    }
    plan = sweep_plan({key: value for key, value in options.items() if value is not None}, file)
    with output_to(json_file) as output, ExitStack() as stack:
        with announcements() as announce:  # before the folder: what is refused leaves none behind
            make_ready(plan, announce)
        results = stack.enter_context(open_results(out))

        def kept() -> str:
            return f"{len(results.rows)} of {len(plan.requests())} rows are kept in {out}"

        with telling_what_is_kept(kept), TaskDisplay("sweeping", "done") as display:
            swept = do(plan, results, display, scheduler, workers or len(os.sched_getaffinity(0)))
        failures = [{"rollout": name, "problem": problem} for name, problem in swept.failures.items()]
        output.result = {
            "rollouts": len(swept.rows),
            "earlier": swept.earlier,
            "survived": sum(not row["fell"] for row in swept.rows),
            "conditions": [],
            "failures": failures,
            "seconds": round(swept.seconds, 3),
            "results": str(results.table_file),
            "page": None,
            "pictures": {},
            "command": plan.command,
            "options": plan.model_dump(mode="json"),
            "machine": describe_machine(),
            "versions": dict(swept.versions),
        }
        if swept.rows:
            report = write_report(plan, swept, results.path)
            output.show(_table(report.conditions))
            output.show(f"written to {report.page}")
            output.result |= {
                "conditions": [condition.summary() for condition in report.conditions],
                "page": str(report.page),
                "pictures": {what: str(path) for what, path in report.pictures.items()},
            }
    for failure in failures:
        print(f"biped: {failure['rollout']}: {' '.join(failure['problem'].split())}", file=sys.stderr)
    if failures:
        raise typer.Exit(1)


def _table(conditions: "list[Condition]") -> Table:
    table = Table(box=None, pad_edge=False)
    names = ("clip", "engine", "scenario", "policy")
    for title in (*names, "gamma", "did not fall", "on its feet", "cost (eq. 18)"):
        table.add_column(title, justify="left" if title in names else "right")
    for condition in conditions:
        table.add_row(
            *(getattr(condition, name) for name in names),
            f"{condition.gamma:g}",
            f"{condition.survived} of {condition.rollouts}",
            f"{condition.mean_survived_s:.2f} s",
            f"{condition.mean_cost:.4f}",
        )
    return table
