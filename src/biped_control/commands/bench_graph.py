"""The ROS graph as `biped bench` measures it: round trip through the middleware, memory of each node."""

from collections.abc import Mapping
from typing import Any

from biped_control.analysis.assembly import Announce
from biped_control.analysis.bench.quantity import Row, quantity
from biped_control.errors import GraphError

_NOTE = "state from the simulator through policy and adaptation, torque back; all over the middleware"


def measure_graph(clip: str, seconds: float, announce: Announce) -> tuple[list[Row], list[Row]]:
    """Walks without page, once with a process for each node and once with all nodes in one.

    Args:
        clip: what to walk.
        seconds: simulated time of each walk [s].
        announce: hears what is going on.

    Returns:
        Rows and quantities of the bench.

    Raises:
        GraphError: ROS is missing, or a walk ended early.
    """
    try:
        from biped_control.nodes.graph import load_graph
        from biped_control.nodes.graph_runner import GraphRunner
    except ImportError as error:
        raise GraphError(f"ROS 2 cannot be imported ({error})") from error
    rows: list[Row] = []
    quantities: list[Row] = []
    for how, composed in (("a process each", "false"), ("one process", "true")):
        announce(f"measuring {seconds:g} s of the ROS graph, {how}", "")
        graph = load_graph()
        arguments = [f"clip:={clip}", f"seconds:={seconds!r}", "headless:=true", f"composed:={composed}"]
        result: dict[str, Any] = GraphRunner(graph, graph.parse(arguments)).run()
        if result["fault"]:
            raise GraphError(f"the graph did not walk to its end: {result['fault']}")
        rows.append(_round_trip(result, how))
        quantities.append(quantity(f"real-time factor, graph, {how}", result["realtime_factor"], ""))
        quantities += _memory(result, how)
    return rows, quantities


def _round_trip(result: Mapping[str, Any], how: str) -> Row:
    """Measured by the simulator: from sending a state to receiving its torque, but for tick 0."""
    times = {f"{key}_ms": value for key, value in result["round_trip_ms"].items()}
    return {"name": f"round trip, {how}", **times, "samples": result["ticks"] - 1, "note": _NOTE}


def _memory(result: Mapping[str, Any], how: str) -> list[Row]:
    """One entry a process: nodes that share one share its memory."""
    of_process: dict[int, list[str]] = {}
    peaks: dict[int, float] = {}
    for node in result["nodes"]:
        of_process.setdefault(node["pid"], []).append(node["name"])
        peaks[node["pid"]] = node["peak_rss_mb"]
    whose = {
        process: f"node {names[0]}" if len(names) == 1 else f"all nodes in {how}"
        for process, names in of_process.items()
    }
    return [quantity(f"peak memory, {whose[process]}", peaks[process], "MB") for process in of_process]
