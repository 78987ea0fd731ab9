"""`biped bench`: how long everything takes."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from biped_control.atomic_write import can_be_written
from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.progress import announcements
from biped_control.errors import ConfigurationError, GraphError

if TYPE_CHECKING:
    from biped_control.analysis.assembly import Announce
    from biped_control.analysis.bench.bench import BenchRequest


def bench(
    clip: Annotated[
        str, typer.Option(metavar="CLIP", help="Clip to walk with: a name in the library or a clip file.")
    ] = "walk",
    ticks: Annotated[
        int | None,
        typer.Option(metavar="N", help="Ticks of the long walks, 72000 for ten minutes. Default: 7200."),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Everything briefly: a look, nothing to quote.")
    ] = False,
    library: Annotated[
        bool, typer.Option("--library", help="Also build the whole library from nothing; takes minutes.")
    ] = False,
    no_graph: Annotated[bool, typer.Option("--no-graph", help="Leave the ROS graph out.")] = False,
    picture: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw time over contacts for all solvers (PNG)."),
    ] = None,
    json_file: JsonOption = None,
) -> None:
    """Measure how long everything takes, with the distribution.

    What is measured, in this order:

    \b
    * long walks: time of a tick, real-time factor, contact problems left unsolved
    * the parts of a tick (policy, adaptation matrices, contact problem) and the
      engines, while walking, running and standing on all eight corners
    * contact problems of these ticks by number of contacts: our solver beside a
      textbook Lemke, Gauss-Seidel, DART's Dantzig and dense quadratic programs;
      an answer with a residual above 1e-6 counts as not solved
    * gains (linearization, Riccati), recipe to clip (spacetime), clip to policy
    * the ROS graph: round trip over the middleware, memory of each node

    Run it on an idle machine; it takes some minutes. cpu times count only while
    the thread really ran: they leave out what other processes took, though not
    what they did to the caches. A tick must fit into 8.3 ms; the paper's times
    are printed below ours.

    [bold]Examples[/bold]

    \b
    biped bench --quick
    biped bench --quick --no-graph --picture solvers.png
    biped bench --ticks 72000 --library --json bench.json

    [bold]JSON keys[/bold]: rows[] with name, p50_ms, p99_ms, p999_ms, max_ms,
    mean_ms, samples, cpu_p50_ms, cpu_p99_ms, cpu_mean_ms, note; solvers[] with
    solver, problems (which kind), contacts, times as in rows, failures,
    residual_p50, residual_max, note; absent{} (what could not be measured, and
    why); quantities[] with name, value, unit; published{} (what the paper says of
    a row); machine, versions, options (with the seed).
    """
    from dataclasses import replace

    from biped_control.analysis.bench.bench import BenchRequest, run_bench

    request = BenchRequest.quick(clip) if quick else BenchRequest(clip)
    request = replace(request, library=library, graph_s=0.0 if no_graph else request.graph_s)
    if ticks is not None:
        request = replace(request, ticks=ticks)
    if picture is not None:
        _require_picture(picture)
    with output_to(json_file) as output:
        with announcements() as announce:
            measured: dict[str, Any] = run_bench(request, announce)
            if request.graph_s > 0.0:
                _add_graph(measured, request, announce)
        output.show(_times(measured["rows"]))
        for table in _solver_tables(measured["solvers"]):
            output.show(table)
        output.show(_quantities(measured["quantities"]))
        for what, why in measured["absent"].items():
            output.show(f"not measured, {what}: {why}")
        for row, said in measured["published"].items():
            output.show(f"published, {row}: {said}")
        output.show(
            f"{measured['machine']['processor']}, load {measured['machine']['load_average_after'][0]}"
        )
        output.result = measured
    if picture is not None:
        _write_picture(measured, picture)


def _require_picture(path: Path) -> None:
    """Whatever would keep the picture from being written comes before the long work."""
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise ConfigurationError(f"--picture needs matplotlib ({error}); pip install matplotlib") from error
    if not can_be_written(path):
        raise ConfigurationError(
            f"--picture {path}: expected a file in an existing folder that can be written"
        )


def _write_picture(measured: Mapping[str, Any], path: Path) -> None:
    from biped_control.analysis.bench.picture import write_solver_picture

    try:
        write_solver_picture(measured["solvers"], path)
    except OSError as error:
        raise ConfigurationError(f"--picture {path}: cannot be written ({error.strerror})") from error


def _add_graph(measured: dict[str, Any], request: "BenchRequest", announce: "Announce") -> None:
    """What the ROS graph adds; without ROS the rest counts none the less."""
    from biped_control.commands.bench_graph import measure_graph

    try:
        rows, quantities = measure_graph(request.clip, request.graph_s, announce)
    except GraphError as error:
        measured["absent"]["ROS graph"] = str(error)
        return
    measured["rows"] += rows
    measured["quantities"] += quantities


def _times(rows: Iterable[Mapping[str, Any]]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("milliseconds", no_wrap=True)
    keys = ("p50_ms", "p99_ms", "max_ms", "cpu_mean_ms", "cpu_p99_ms")
    for title in ("p50", "p99", "max", "cpu mean", "cpu p99", "n"):
        table.add_column(title, justify="right", no_wrap=True)
    for row in rows:
        times = [_short(row[key]) if key in row else "" for key in keys]
        table.add_row(str(row["name"]), *times, str(row["samples"]))
    return table


def _solver_tables(rows: Iterable[Mapping[str, Any]]) -> Iterator[Table]:
    """One for each kind of contact problems; those of one size stand together."""
    of_kind: dict[str, Table] = {}
    for row in sorted(rows, key=lambda row: int(row["contacts"])):
        kind = str(row["problems"])
        if kind not in of_kind:
            of_kind[kind] = table = Table(box=None, pad_edge=False)
            table.add_column(f"{kind}, ms", no_wrap=True)
            for title in ("contacts", "cpu p50", "cpu p99", "failed", "residual", "worst"):
                table.add_column(title, justify="right", no_wrap=True)
        residuals = (row["residual_p50"], row["residual_max"])
        of_kind[kind].add_row(
            str(row["solver"]),
            str(row["contacts"]),
            _short(row["cpu_p50_ms"]),
            _short(row["cpu_p99_ms"]),
            f"{row['failures']}/{row['samples']}",
            *("-" if residual is None else f"{residual:.0e}" for residual in residuals),
        )
    yield from of_kind.values()


def _quantities(quantities: Iterable[Mapping[str, Any]]) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    for quantity in quantities:
        table.add_row(str(quantity["name"]), f"{_short(quantity['value'])} {quantity['unit']}")
    return table


def _short(value: float) -> str:
    """Three decimals where they say something; residuals in powers of ten."""
    if isinstance(value, int) or value >= 100.0:
        return f"{value:.0f}"
    if value >= 10.0:
        return f"{value:.1f}"
    return f"{value:.1e}" if value < 1e-4 else f"{value:.3f}"
