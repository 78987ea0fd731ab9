"""`biped status`: how the nodes of a running graph are."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.progress import announcements
from biped_control.commands.tables import value_table
from biped_control.errors import GraphError

if TYPE_CHECKING:
    from biped_control.dashboard.graph_health import PartHealth

_COLOURS = {"ok": "green", "warning": "yellow", "error": "red", "stale": "red"}


def status(
    details: Annotated[bool, typer.Option("--details", help="Show all counts and times.")] = False,
    json_file: JsonOption = None,
) -> None:
    """Tell how the nodes of a running graph are: what they say on /diagnostics.

    Listens for a second to the walk that runs on this machine, or in the domain of
    ROS_DOMAIN_ID if that is set. For each node: period and execution time of its
    ticks, bad messages; besides the loop, the torques and the latched fault.

    [bold]Examples[/bold]

    \b
    biped status
    biped status --details
    biped status --json - | jq .level

    [bold]JSON keys[/bold]: domain, level (ok, warning, error, stale: the worst),
    parts[] with node, part, level, text, values{}
    """
    try:
        from biped_control.nodes.diagnostics_listener import listen_once
        from biped_control.nodes.running_graph import domain_to_join
    except ImportError as error:
        raise GraphError(
            f"ROS 2 cannot be imported ({error}); run `make env`, and `biped doctor` to see what is missing"
        ) from error
    domain = domain_to_join(os.environ)
    with output_to(json_file) as output:
        with announcements() as announce:
            announce(f"listening in ROS domain {domain}", "")
            parts = listen_once(domain)
        if not parts:
            raise GraphError(
                f"no graph says anything in ROS domain {domain}: start one with `biped walk`; one that "
                "somebody else has started, such as ros2 launch, is found where ROS_DOMAIN_ID is the same"
            )
        output.result = as_json(domain, parts)
        output.show(health_table(parts))
        for complaint in complaints(parts):
            output.show(complaint)
        if details:
            for part in parts:
                output.show(f"\n{part.node}: {part.part}")
                output.show(value_table(part.values))


def as_json(domain: int, parts: Sequence["PartHealth"]) -> dict[str, object]:
    """The documented JSON keys."""
    from biped_control.dashboard.graph_health import worst

    rows = [
        {
            "node": part.node,
            "part": part.part,
            "level": part.level.name.lower(),
            "text": part.text,
            "values": dict(part.values),
        }
        for part in parts
    ]
    return {"domain": domain, "level": worst(parts).name.lower(), "parts": rows}


def health_table(parts: Sequence["PartHealth"]) -> Table:
    """One row a part: level, names, median and 99th percentile of its times."""
    table = Table(box=None, pad_edge=False)
    for title in ("", "node", "part", "period ms\np50, p99", "execution ms\np50, p99"):
        table.add_column(title, no_wrap=True)
    for part in parts:
        times = [_times(part, name) for name in ("period", "execution")]
        table.add_row(_level(part), part.node, part.part, *times)
    return table


def complaints(parts: Sequence["PartHealth"]) -> list[Text]:
    """What the parts say that are not well."""
    unwell = [part for part in parts if part.level.name.lower() != "ok"]
    return [Text.assemble(_level(part), f": {part.node}, {part.part}: {part.text}") for part in unwell]


def _level(part: "PartHealth") -> Text:
    level = part.level.name.lower()
    return Text(level, _COLOURS[level])


def _times(part: "PartHealth", name: str) -> str:
    median, slow = (part.values.get(f"{name} {quantile} [ms]") for quantile in ("p50", "p99"))
    return "" if median is None else f"{median}, {slow}"
