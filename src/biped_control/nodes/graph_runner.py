"""Runs the ROS graph of `config/graph.yaml` without a ROS installation: what `biped walk` does."""

import json
import os
import signal
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from biped_control.atomic_write import can_be_written
from biped_control.errors import GraphError
from biped_control.nodes.exit_status import GRACE, NOT_STARTED
from biped_control.nodes.graph import Graph, Value
from biped_control.nodes.node_process import RUN_FOLDER
from biped_control.nodes.node_processes import NodeProcess, NodeProcesses
from biped_control.nodes.ros_environment import node_environment
from biped_control.nodes.run_silence import RunSilence
from biped_control.resources import cache_folder

Progress = Callable[[dict[str, object]], None]
Watch = Callable[[Sequence[NodeProcess]], None]

_POLL = 0.05  # [s]
_REPORT_EVERY = 10  # polls


class GraphRunner:
    """One run of the graph, from the first process to the last.

    Attributes:
        environment: of its processes.
        restarts: how often each node has died and another was started in its place.
    """

    def __init__(
        self,
        graph: Graph,
        values: Mapping[str, Value],
        progress: Progress | None = None,
        watch: Watch | None = None,
    ) -> None:
        """
        Args:
            graph: the description.
            values: value of every argument (`Graph.parse`).
            progress: gets the result so far, about twice a second.
            watch: looks at the processes as often.
        """
        self._graph, self._values = graph, dict(values)
        self._progress, self._look = progress, watch
        self._stop = threading.Event()
        self.restarts: Counter[str] = Counter()
        self._dead: list[NodeProcess] = []  # but for those in whose place another was started
        self._silent: list[str] = []  # nodes that neither ended nor said anything
        cache = cache_folder()
        self.environment = node_environment(os.environ, cache)

    def stop(self) -> None:
        """Ends the run, as SIGINT does; from any thread."""
        self._stop.set()

    def run(self) -> dict[str, object]:
        """Runs until the simulation ends, a signal arrives or a node dies.

        Returns:
            The documented JSON keys of `biped walk`. `fault` tells what went wrong on the way, empty if
            nothing did; `stopped` whether a signal ended it.

        Raises:
            GraphError: a node could not be configured, or there was no result.
        """
        with tempfile.TemporaryDirectory(prefix="biped-") as folder, _stop_signals(self._stop):
            result_file = Path(str(self._values["result_file"] or Path(folder, "result.json"))).absolute()
            values = self._values | {"result_file": str(result_file)}
            _require_writable("result_file", result_file)
            if trace := self._values["trace_file"]:
                _require_writable("trace_file", Path(str(trace)))
            result_file.unlink(missing_ok=True)
            started = time.time()
            with NodeProcesses(self.environment | {RUN_FOLDER: folder}) as processes:
                processes.start(self._graph.node_specs(values), bool(values["composed"]))
                self._watch(processes, result_file)
            return self._result(processes, Path(folder), result_file, started)

    def _watch(self, processes: NodeProcesses, result_file: Path) -> None:
        """Returns when it is time to stop everything."""
        polls, deadline = 0, float("inf")
        ended: list[NodeProcess] = []
        silence = RunSilence(result_file)
        while not self._stop.wait(_POLL):
            polls += 1
            if polls % _REPORT_EVERY == 0:
                processes.measure()
                self._report(result_file)
                if self._look:
                    self._look(processes.running)
            if silence.too_long():
                self._silent = [name for node in processes.running if node.ends_run for name in node.names]
                return
            for node in [node for node in processes.running if node.ended and node not in ended]:
                ended.append(node)
                if processes.start_again(node):
                    self.restarts.update(node.names)
                    continue
                self._dead.append(node)
                if node.ends_run or node.process.returncode == NOT_STARTED:
                    return
                if not node.onlooker:
                    deadline = time.monotonic() + GRACE
            if time.monotonic() > deadline:
                return

    def _report(self, result_file: Path) -> None:
        if self._progress and result_file.exists():
            self._progress(json.loads(result_file.read_text(encoding="utf-8")))

    def _result(
        self, processes: NodeProcesses, folder: Path, result_file: Path, started: float
    ) -> dict[str, object]:
        failures = [
            f"{', '.join(node.names)} {node.end}{_word_of(node, folder)}"
            for node in self._dead
            if node.process.returncode != 0
        ]
        if self._silent:
            failures.append(
                f"{', '.join(self._silent)} said nothing for too long: stopped, or in a loop without end"
            )
        failures += [
            f"{', '.join(node.names)} did not end by itself and was killed"
            for node in processes.killed
            if not node.onlooker
        ]
        if not result_file.exists() or any(node.process.returncode == NOT_STARTED for node in self._dead):
            raise GraphError("; ".join(failures) or "the run ended before the simulation began")
        result: dict[str, object] = json.loads(result_file.read_text(encoding="utf-8"))
        result["nodes"] = [entry for node in processes.running for entry in node.report()]
        result["restarts"] = dict(self.restarts)
        result["fault"] = "; ".join(failures) or result.get("fault", "")  # one is latched when a signal comes
        result["stopped"] = self._stop.is_set()
        first_step = result.pop("first_step_time", None)
        result["first_step_s"] = first_step - started if isinstance(first_step, float) else None
        return result


def _require_writable(argument: str, path: Path) -> None:
    if not can_be_written(path):
        raise GraphError(f"{argument}:={path}: expected a file in an existing, writable folder")


def _word_of(node: NodeProcess, folder: Path) -> str:
    word = folder / f"failure.{node.process.pid}"
    return f": {word.read_text(encoding='utf-8')}" if word.exists() else ""


@contextmanager
def _stop_signals(stop: threading.Event) -> Iterator[None]:
    """SIGINT and SIGTERM set the event while the context lasts."""

    def note(number: int, frame: FrameType | None) -> None:
        stop.set()

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
