"""Who hears Ctrl-C."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from biped_control.analysis.parallel.ctrl_c import ctrl_c_waits

STARTS_A_PROCESS = """
import os, signal, time
from multiprocessing import get_context
from pathlib import Path
from threading import Thread

from biped_control.analysis.parallel.ctrl_c import ctrl_c_waits

def begin():
    process.start()

if __name__ == "__main__":
    process = get_context("spawn").Process(target=time.sleep, args=(60.0,))
    try:
        with ctrl_c_waits():
            thread = Thread(target=begin)
            thread.start()
            thread.join()
            os.kill(os.getpid(), signal.SIGINT)
            print("went on")
    except KeyboardInterrupt:
        print("heard")
    status = Path(f"/proc/{process.pid}/status").read_text()
    blocked = int(status.split("SigBlk:")[1].split()[0], 16)
    print("deaf" if blocked >> (signal.SIGINT - 1) & 1 else "listens")
    process.kill()
    process.join()
"""


def test_processes_begun_meanwhile_never_hear_it(tmp_path: Path) -> None:
    """From a thread, as Dask does; in a process of its own, where multiprocessing has done nothing yet."""
    script = tmp_path / "starts_a_process.py"
    script.write_text(STARTS_A_PROCESS, encoding="utf-8")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.split("\n")[:-1] == ["went on", "heard", "deaf"], done.stderr


def test_an_error_leaves_everything_as_it_was() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(ZeroDivisionError), ctrl_c_waits():
        1 / 0  # noqa: B018
    assert signal.getsignal(signal.SIGINT) == before
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])
