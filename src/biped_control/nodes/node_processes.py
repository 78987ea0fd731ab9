"""The node processes of one run: started, watched, and ended without a trace."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from biped_control.nodes.executable import STARTED_BY
from biped_control.nodes.exit_status import NOT_STARTED
from biped_control.nodes.graph import NodeSpec, Value, merged_parameters
from biped_control.nodes.shared_memory import remove_abandoned, segments

_PATIENCE = {
    signal.SIGINT: 5.0,
    signal.SIGTERM: 3.0,
    signal.SIGKILL: 3.0,
}  # [s] before the next, harder signal

_NICENESS_OF_ONLOOKERS = 5


@dataclass
class NodeProcess:
    """One process, with one node or, composed, all of them.

    Attributes:
        specs: its nodes.
        process: the process.
        restarts: how often it may still be started again.
        rss_mb, peak_rss_mb: resident memory when last seen, and the largest [MB].
        descriptors: open files, sockets and pipes when last seen.
        cpu_s: processor time used [s].
    """

    specs: list[NodeSpec]
    process: subprocess.Popen[bytes]
    restarts: int
    rss_mb: float = 0.0
    peak_rss_mb: float = 0.0
    descriptors: int = 0
    cpu_s: float = 0.0

    @property
    def names(self) -> list[str]:
        """Of its nodes."""
        return [spec.name for spec in self.specs]

    @property
    def ends_run(self) -> bool:
        """The run is over when it ends."""
        return any(spec.ends_run for spec in self.specs)

    @property
    def onlooker(self) -> bool:
        """No node of another process waits for it."""
        return all(spec.onlooker for spec in self.specs)

    @property
    def ended(self) -> bool:
        """It does not run any more."""
        return self.process.poll() is not None

    @property
    def end(self) -> str:
        """How it ended, in words."""
        status = self.process.returncode
        return (
            f"was killed by {signal.Signals(-status).name}" if status < 0 else f"ended with status {status}"
        )

    def measure(self) -> None:
        """Reads memory and processor time."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text()
            times = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
            self.descriptors = len(os.listdir(f"/proc/{self.process.pid}/fd"))
        except (OSError, ValueError):
            return  # it has just ended
        kilobytes = {line.split()[0]: line.split()[1] for line in status.splitlines() if line.endswith(" kB")}
        if "VmRSS:" not in kilobytes:
            return  # the same: what is left of it has no memory
        self.rss_mb, self.peak_rss_mb = (float(kilobytes[key]) / 1024.0 for key in ("VmRSS:", "VmHWM:"))
        self.cpu_s = (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")

    def report(self) -> list[dict[str, object]]:
        """One entry a node for the run's JSON."""
        shared = {
            "pid": self.process.pid,
            "peak_rss_mb": round(self.peak_rss_mb, 1),
            "cpu_s": self.cpu_s,
            "exit_status": self.process.returncode,
        }
        return [{"name": name} | shared for name in self.names]


@dataclass
class NodeProcesses:
    """All processes of a run. Use it as a context: leaving it ends every process.

    Attributes:
        environment: of all.
        running: those that were started, also when they have ended.
        killed: those that did not end when `stop` asked them to.
    """

    environment: Mapping[str, str]
    running: list[NodeProcess] = field(default_factory=list)
    killed: list[NodeProcess] = field(default_factory=list)

    def __enter__(self) -> "NodeProcesses":
        self._segments_before = segments()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self, specs: Sequence[NodeSpec], composed: bool) -> None:
        """Starts one process a node, or one for all."""
        for group in [list(specs)] if composed else [[spec] for spec in specs]:
            self._start(group, min(spec.restarts for spec in group))

    def start_again(self, dead: NodeProcess) -> bool:
        """Starts another process in the place of one that has died, if that is configured."""
        if dead.restarts == 0 or dead.process.returncode in (0, NOT_STARTED):
            return False
        self._start(dead.specs, dead.restarts - 1)
        return True

    def _start(self, group: list[NodeSpec], restarts: int) -> None:
        command = [sys.executable, "-m", "biped_control.nodes.executable", *(spec.name for spec in group)]
        process = subprocess.Popen(
            [*command, *ros_arguments(merged_parameters(group))],
            env={**self.environment, STARTED_BY: str(os.getpid())},
            stdin=subprocess.DEVNULL,
            stdout=sys.stderr.fileno(),  # standard output belongs to the result
            start_new_session=True,  # Ctrl-C reaches the nodes through us alone, in good order
        )
        started = NodeProcess(group, process, restarts)
        if started.onlooker:
            os.setpriority(os.PRIO_PROCESS, process.pid, _NICENESS_OF_ONLOOKERS)
        self.running.append(started)

    def measure(self) -> None:
        """Reads memory and processor time of all."""
        for node in self.running:
            if not node.ended:
                node.measure()

    def stop(self) -> None:
        """Ends all processes, first kindly, and removes shared memory that a killed one left."""
        for number, patience in _PATIENCE.items():
            alive = [node for node in self.running if not node.ended]
            if number == signal.SIGKILL:
                self.killed += alive
            for node in alive:
                node.process.send_signal(number)
                # One that was stopped shall send its last zero torque.
                node.process.send_signal(signal.SIGCONT)
            deadline = time.monotonic() + patience
            while time.monotonic() < deadline and not all(node.ended for node in alive):
                time.sleep(0.02)
        remove_abandoned(self._segments_before)


def ros_arguments(parameters: Mapping[str, Value]) -> list[str]:
    """Command line that sets node parameters, each with its type."""
    if not parameters:
        return []
    arguments = ["--ros-args"]
    for name, value in parameters.items():
        arguments += ["-p", f"{name}:={_as_yaml(value)}"]
    return arguments


def _as_yaml(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return repr(value)
