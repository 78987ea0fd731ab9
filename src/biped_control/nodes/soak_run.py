"""A soak test of the whole graph: its processes, and a program beside them that makes trouble."""

from collections.abc import Callable, Mapping, Sequence

from biped_control.analysis.soak.usage import Usage
from biped_control.errors import GraphError
from biped_control.nodes.graph import Graph, Value
from biped_control.nodes.graph_runner import GraphRunner
from biped_control.nodes.node_processes import NodeProcess
from biped_control.nodes.running_graph import DOMAIN
from biped_control.nodes.soak_program import SoakProgram

Show = Callable[[float], None]


def soak(
    graph: Graph, values: Mapping[str, Value], seconds: float, seed: int, show: Show
) -> dict[str, object]:
    """Walks for `seconds` of control time, however often the robot falls on the way.

    Args:
        graph: the description.
        values: of all its arguments; they must let the run go on after a fall (no `headless`, no `seconds`).
        seconds: how long [s].
        seed: of headings and pushes.
        show: hears about twice a second how far it is.

    Returns:
        The documented JSON keys; `stopped` if somebody has ended it early.

    Raises:
        GraphError: the graph does not start, or a node has died.
    """

    def watch(processes: Sequence[NodeProcess]) -> None:
        for node in processes:
            usage = program.account.usage.setdefault(", ".join(node.names), Usage())
            if program.seconds > 0.0 and not node.ended:
                usage.add(node.rss_mb, node.descriptors)
        show(min(program.seconds, seconds))
        if program.seconds >= seconds or program.failure is not None:
            runner.stop()

    runner = GraphRunner(graph, values, watch=watch)
    program = SoakProgram(int(runner.environment[DOMAIN]), float(values["rate"]), seed)
    program.start()
    try:
        result = runner.run()
    finally:
        program.end()
    if program.failure is not None:
        raise GraphError(f"the program that steers has failed: {program.failure!r}") from program.failure
    account = program.account
    account.restarts.update(runner.restarts)
    if fault := str(result["fault"]):
        raise GraphError(f"the walk ended after {account.seconds:.0f} s: {fault}")
    counts = {
        "headings": program.plan.headings,
        "pushes": program.plan.pushes,
    }
    factor = {"realtime_factor": result["realtime_factor"], "stopped": account.seconds < seconds}
    return account.summary() | counts | factor
