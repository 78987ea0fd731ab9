"""`biped walk`: the ROS graph."""

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from biped_control.commands.graph_preparation import prepare_graph_walk
from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.progress import announcements
from biped_control.commands.tables import milliseconds, played, value_table
from biped_control.errors import GraphError

if TYPE_CHECKING:
    from biped_control.analysis.assembly import Announce
    from biped_control.nodes.graph import Value


def walk(
    arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="KEY:=VALUE", help="Arguments of the graph, as for `ros2 launch`."),
    ] = None,
    headless: Annotated[bool, typer.Option("--headless", help="Leave the browser page out.")] = False,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help="Simulated seconds. Without it: until Ctrl-C.")
    ] = None,
    json_file: JsonOption = None,
) -> None:
    """Let the robot walk: a process for each ROS node, in lock-step, with a browser page.

    Takes the arguments of ros2 launch biped walk.launch.py. Ctrl-C ends the run
    and all its processes. A fall is a result, no error: see key fell.

    [bold]Examples[/bold]

    \b
    biped walk
    biped walk --headless --seconds 60 --json result.json
    biped walk clip:=turn_left_45
    biped walk engine:=lcp gamma:=0.02
    biped walk realtime:=true push:=torso,50,0.1,4
    biped walk scenario:=noise
    biped walk joystick:=true clip:=stand

    [bold]Keys[/bold]: clip, steer, planner, joystick, policy, engine, gamma, rate,
    physics_rate, seconds, headless, page_port, realtime, hardware, actuators, bus_mode,
    answer_wait_ms, trace_file, terrain, scenario, feel_ground,
    adjust_steps, find_delay, push, seed, composed, priority, result_file;
    config/graph.yaml describes them.

    [bold]JSON keys[/bold]: fell, survived_s, distance_m, speed_mps, mean_cost,
    realtime_factor, missed_ticks, nodes[], round_trip_ms{p50,p99,max};
    clips (how often each was begun), state_digest (equal digests: equal bits of
    all states), restarts (of nodes that died), stopped (by a signal),
    fault.
    """
    from biped_control.nodes.graph import load_graph
    from biped_control.nodes.running_graph import require_domain_without_walk

    assignments = list(arguments or [])
    if headless:
        assignments.append("headless:=true")
    if seconds is not None:
        if not seconds > 0.0:
            raise GraphError(
                f"--seconds {seconds:g}: expected more than 0 (leave it out to walk until Ctrl-C)"
            )
        assignments.append(f"seconds:={seconds!r}")
    values = load_graph().parse(assignments)
    with announcements() as announce:
        require_domain_without_walk(os.environ, announce)
    with output_to(json_file) as output:
        prepare_graph_walk(values)
        with announcements() as announce:
            result = _run(values, announce)
        output.show(_table(result))
        output.result = result
    if result.get("fault"):
        raise GraphError(f"the walk ended early: {result['fault']}")


def _run(values: "Mapping[str, Value]", announce: "Announce") -> dict[str, object]:
    try:
        from biped_control.nodes.graph import load_graph
        from biped_control.nodes.graph_runner import GraphRunner
    except ImportError as error:
        raise GraphError(
            f"ROS 2 cannot be imported ({error}); run `make env`, and `biped doctor` to see what is missing"
        ) from error

    what = "walking"
    if not values["headless"] and values["page_port"]:
        what = f"walking, page (in a few seconds) at http://127.0.0.1:{values['page_port']}"

    def tell(so_far: dict[str, object]) -> None:
        announce(what, f"{so_far['survived_s']:.1f} s, {so_far['distance_m']:.1f} m")

    announce(what, "the nodes start")
    return GraphRunner(load_graph(), values, tell).run()


def _table(result: Mapping[str, object]) -> Table:
    rows = {
        "result": "fell" if result["fell"] else "no fall",
        "time": f"{result['survived_s']:.2f} s, {result['missed_ticks']} missed ticks",
        "clips": played(result["clips"]),
        "distance": f"{result['distance_m']:.2f} m at {result['speed_mps']:.3f} m/s",
        "mean cost (eq. 18)": f"{result['mean_cost']:.4f}",
        "round trip": milliseconds(result["round_trip_ms"]),
        "real-time factor": f"{result['realtime_factor']:.2f}",
    }
    return value_table(rows)
