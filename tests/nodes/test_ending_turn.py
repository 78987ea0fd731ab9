"""Processes that end one after the other."""

import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

from biped_control.nodes import ending_turn as module
from biped_control.nodes.ending_turn import ending_turn

_ENDS = """
import sys, time
from pathlib import Path
from biped_control.nodes.ending_turn import ending_turn
with ending_turn(Path(sys.argv[1])):
    began = time.monotonic()
    time.sleep(0.1)
    print(began, time.monotonic())
"""


def test_nobody_begins_before_the_one_before_has_been_heard_to_go(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _ENDS, str(tmp_path / "ending" / "7")]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    turns = sorted(tuple(map(float, process.communicate()[0].split())) for process in processes)
    for (_, ended), (began, _) in pairwise(turns):
        assert began >= ended + module._UNTIL_HEARD_S


def test_one_that_hangs_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LONGEST_WAIT_S", 0.2)
    with ending_turn(tmp_path / "lock"):
        asked = time.monotonic()
        with ending_turn(tmp_path / "lock"):
            assert time.monotonic() >= asked + 0.2


def test_without_a_lock_nobody_waits_and_errors_are_not_hidden(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="of the middleware"), ending_turn(tmp_path / "file" / "lock"):
        raise OSError("of the middleware")
