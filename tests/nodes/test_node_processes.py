"""Processes of a run, measured while they end."""

import signal
import subprocess
import sys
import time
from pathlib import Path

from biped_control.nodes.node_processes import NodeProcess, NodeProcesses


def test_what_has_ended_but_was_not_waited_for_keeps_its_last_measures() -> None:
    with subprocess.Popen([sys.executable, "-S", "-c", "input()"], stdin=subprocess.PIPE) as process:
        node = NodeProcess([], process, 0)
        node.measure()
        before = node.rss_mb
        assert before > 0.0
        assert process.stdin is not None
        process.stdin.write(b"\n")
        process.stdin.flush()
        deadline = time.monotonic() + 10.0
        while ") Z " not in Path(f"/proc/{process.pid}/stat").read_text():
            assert time.monotonic() < deadline
            time.sleep(0.01)
        node.measure()
        assert node.rss_mb == before


def test_one_that_is_stopped_ends_in_good_order_and_counts_as_ended() -> None:
    """SIGINT alone would wait for ever, and SIGKILL leaves no time for a last zero torque."""
    with subprocess.Popen([sys.executable, "-S", "-c", "input()"], stdin=subprocess.PIPE) as process:
        processes = NodeProcesses({}, [NodeProcess([], process, 0)])
        with processes:
            process.send_signal(signal.SIGSTOP)
        assert process.returncode not in (None, -signal.SIGKILL)
        assert processes.killed == []
