"""`biped soak`: the graph for hours, steered and pushed at random."""

import os
from collections.abc import Mapping
from typing import Annotated, Any

import typer
from rich.table import Table

from biped_control.commands.graph_preparation import prepare_graph_walk
from biped_control.commands.options import require_duration
from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.progress import announcements, progress_bar
from biped_control.commands.tables import value_table
from biped_control.errors import GraphError


def soak(
    arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="KEY:=VALUE", help="Arguments of the graph, as for `biped walk`."),
    ] = None,
    seconds: Annotated[
        float, typer.Option(metavar="S", help="How long to walk, all runs together.")
    ] = 7200.0,
    seed: Annotated[int, typer.Option(metavar="N", help="Of headings and pushes.")] = 1,
    json_file: JsonOption = None,
) -> None:
    """Let the whole graph walk for hours, with random headings and pushes.

    All nodes run as for biped walk steer:=true, page and all. Every few seconds
    somebody wants another heading, or pushes torso, waist or head with up to 60 N.
    After a fall the robot is put back and goes on. Not passed (exit status 1): a fall
    that no push explains, a tick without torque, state or solution, a node that dies,
    memory that grows by more than 5 % or descriptors that stay open in the second
    half. In lock-step an hour takes some twenty minutes.

    [bold]Examples[/bold]

    \b
    biped soak
    biped soak --seconds 120 --json result.json
    biped soak realtime:=true priority:=40

    [bold]JSON keys[/bold]: passed, complaints[], seconds, distance_m, headings,
    pushes, falls[] {at_s, cause (push, fault, unknown), text}, faults{name: ticks},
    nodes[] {name, memory_mb, memory_growth, descriptors, descriptor_growth},
    restarts{node: times}, realtime_factor, stopped (by Ctrl-C)
    """
    try:
        from biped_control.nodes.graph import load_graph
        from biped_control.nodes.running_graph import require_domain_without_walk
        from biped_control.nodes.soak_run import soak as run_soak
    except ImportError as error:
        raise GraphError(
            f"ROS 2 cannot be imported ({error}); run `make env`, and `biped doctor` to see what is missing"
        ) from error
    require_duration(seconds)
    if seed < 0:
        raise GraphError(f"--seed {seed}: expected 0 or more")
    graph = load_graph()
    values = graph.parse(["steer:=true", "page_port:=0", *(arguments or [])])
    if values["headless"] or values["seconds"] or values["hardware"]:
        raise GraphError("soak: expected no headless, seconds or hardware; a fall must not end the walk")
    with announcements() as announce:
        require_domain_without_walk(os.environ, announce)
    with output_to(json_file) as output:
        prepare_graph_walk(values)
        with progress_bar("walking", seconds) as show:
            result = run_soak(graph, values, seconds, seed, show)
        output.show(_table(result))
        for complaint in _texts(result["complaints"]):
            output.show(complaint)
        output.result = result
    if not result["passed"]:
        raise GraphError(f"not passed: {'; '.join(_texts(result['complaints']))}")


def _texts(listed: object) -> list[str]:
    return [str(text) for text in listed] if isinstance(listed, list) else []


def _table(result: Mapping[str, Any]) -> Table:
    causes = [fall["cause"] for fall in result["falls"]]
    counted = ", ".join(f"{causes.count(cause)} by {cause}" for cause in sorted(set(causes)))
    rows = {
        "result": "passed" if result["passed"] else "not passed",
        "walked": f"{result['seconds']:.0f} s, {result['distance_m']:.0f} m",
        "real-time factor": f"{result['realtime_factor']:.2f}",
        "happened": f"{result['headings']} headings, {result['pushes']} pushes",
        "falls": f"{len(causes)}" + (f": {counted}" if causes else ""),
    }
    for node in result["nodes"]:
        if node["memory_mb"] is not None:
            rows[node["name"]] = (
                f"{node['memory_mb']:.0f} MB ({100.0 * node['memory_growth']:+.1f} %), "
                f"{node['descriptors']} descriptors ({node['descriptor_growth']:+d})"
            )
    return value_table(rows)
