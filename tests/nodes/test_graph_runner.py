"""What is said of a run that has ended; whole runs are in tests/system."""

import json
import signal
from pathlib import Path

import pytest

from biped_control.errors import GraphError
from biped_control.nodes.graph import NodeSpec, load_graph
from biped_control.nodes.graph_runner import GraphRunner
from biped_control.nodes.node_processes import NodeProcess, NodeProcesses

BRIDGE = NodeSpec("hardware_bridge", {}, ends_run=True, onlooker=False)


class Ended:
    """A process that is over."""

    pid = 7

    def __init__(self, status: int) -> None:
        self.returncode = status

    def poll(self) -> int:
        return self.returncode


def result_of(
    folder: Path, status: int, latched: str = "", killed: NodeSpec | None = None
) -> dict[str, object]:
    file = folder / "result.json"
    file.write_text(json.dumps({"fault": latched, "first_step_time": 0.0}))
    runner = GraphRunner(load_graph(), load_graph().parse([]))
    runner.stop()
    processes = NodeProcesses({}, [NodeProcess([BRIDGE], Ended(status), 0)])  # type: ignore[arg-type]
    if killed is not None:
        processes.killed.append(NodeProcess([killed], Ended(status), 0))  # type: ignore[arg-type]
    return runner._result(processes, folder, file, 0.0)


def test_a_fault_that_is_latched_when_a_signal_comes_is_told(tmp_path: Path) -> None:
    assert result_of(tmp_path, 0, "drives no longer obey")["fault"] == "drives no longer obey"
    sound = result_of(tmp_path, 0)
    assert (sound["fault"], sound["stopped"]) == ("", True)


def test_a_node_that_had_to_be_killed_is_told_unless_it_only_looks_on(tmp_path: Path) -> None:
    told = result_of(tmp_path, -signal.SIGKILL, killed=BRIDGE)["fault"]
    assert told == "hardware_bridge did not end by itself and was killed"
    page = NodeSpec("dashboard", {}, ends_run=False, onlooker=True)
    assert result_of(tmp_path, -signal.SIGKILL, killed=page)["fault"] == ""


@pytest.mark.parametrize("argument", ["trace_file", "result_file"])
def test_files_that_cannot_be_written_are_refused_before_the_first_node(
    tmp_path: Path, argument: str
) -> None:
    values = load_graph().parse(["hardware:=true", f"{argument}:={tmp_path}/missing/x"])
    with pytest.raises(GraphError, match=f"{argument}:=.*existing, writable folder"):
        GraphRunner(load_graph(), values).run()
