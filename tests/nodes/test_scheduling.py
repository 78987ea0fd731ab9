"""Real-time scheduling, in a process of its own so that the tests keep theirs."""

import os
import subprocess
import sys

import pytest

PROBE = """
import os
{prepare}
from biped_control.nodes.scheduling import request_realtime
refusal = request_realtime(7)
threads = [os.sched_getscheduler(int(t)) for t in os.listdir("/proc/self/task")]
print(refusal, all(t == os.SCHED_FIFO for t in threads), sep="|")
"""


def probe(prepare: str) -> tuple[str, bool]:
    code = PROBE.format(prepare=prepare)
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr
    refusal, fifo = result.stdout.strip().rsplit("|", 1)
    return refusal, fifo == "True"


def test_it_is_on_or_says_why_not() -> None:
    refusal, fifo = probe("")
    assert fifo or "use priority:=0" in refusal


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give its rights away")
def test_without_the_right_nothing_changes_and_the_remedy_is_named() -> None:
    refusal, fifo = probe(
        "import biped_control.nodes.scheduling, resource; "
        "resource.setrlimit(resource.RLIMIT_RTPRIO, (0, 0)); os.setuid(65534)"
    )
    assert "refused" in refusal
    assert "rtprio" in refusal
    assert not fifo
