"""`biped bench`: how long everything takes."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import typer
from rich.table import Table

from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.progress import announcements


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
    json_file: JsonOption = None,
) -> None:
    """Measure how long everything takes, with the distribution.

    A tick of the policy and the adaptation and its parts, contact problems by
    size, both engines, long walks (contact problems without a solution, real-time
    factor), gains, and the way from a recipe to a policy: of the walk, of the
    sharpest turn and, with --library, of everything. Run it on an idle machine;
    cpu_p50_ms and cpu_p99_ms count only the time that the thread really ran.

    [bold]Examples[/bold]

    \b
    biped bench --quick
    biped bench --ticks 72000 --library --json bench.json

    [bold]JSON keys[/bold]: rows[] with name, p50_ms, p99_ms, p999_ms, max_ms,
    samples, cpu_p50_ms, cpu_p99_ms, note; quantities[] with name, value, unit;
    published{} (what the paper says of a row); machine, versions, options.
    """
    from dataclasses import replace

    from biped_control.analysis.bench.bench import BenchRequest, run_bench

    request = BenchRequest.quick(clip) if quick else BenchRequest(clip)
    request = replace(request, library=library)
    if ticks is not None:
        request = replace(request, ticks=ticks)
    with output_to(json_file) as output:
        with announcements() as announce:
            measured: dict[str, Any] = run_bench(request, announce)
        output.show(_times(measured["rows"]))
        output.show(_quantities(measured["quantities"]))
        for row, said in measured["published"].items():
            output.show(f"published, {row}: {said}")
        output.show(
            f"{measured['machine']['processor']}, load {measured['machine']['load_average_after'][0]}"
        )
        output.result = measured


def _times(rows: Iterable[Mapping[str, Any]]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("milliseconds", no_wrap=True)
    for title in ("p50", "p99", "max", "cpu p50", "cpu p99", "samples"):
        table.add_column(title, justify="right")
    for row in rows:
        keys = ("p50_ms", "p99_ms", "max_ms", "cpu_p50_ms", "cpu_p99_ms")
        times = [_short(row[key]) if key in row else "" for key in keys]
        table.add_row(str(row["name"]), *times, str(row["samples"]))
    return table


def _quantities(quantities: Iterable[Mapping[str, Any]]) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    for quantity in quantities:
        table.add_row(str(quantity["name"]), f"{_short(quantity['value'])} {quantity['unit']}")
    return table


def _short(value: float) -> str:
    """Three decimals where they say something; residuals in powers of ten."""
    if isinstance(value, int) or value >= 100.0:
        return f"{value:.0f}"
    return f"{value:.1e}" if value < 1e-4 else f"{value:.3f}"
