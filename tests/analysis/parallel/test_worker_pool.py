"""Workers with tasks made for the purpose. Times only bound how long a test may hang."""

import importlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from biped_control.analysis.parallel.worker_pool import Event, WorkerPool


@pytest.fixture
def prepare(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    prepare: Callable[[], Any] = importlib.import_module("tasks_for_workers").prepare
    return prepare


def all_events(pool: WorkerPool) -> list[Event]:
    events = []
    while pool.busy:
        events.append(pool.next_event())
    return events


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_tasks_are_told_of_and_done_by_prepared_workers(prepare: Callable[[], Any]) -> None:
    with WorkerPool(2, prepare) as pool:
        assert (pool.free, pool.busy) == (2, 0)
        pool.begin(("count", 3))
        pool.begin(("where",))
        assert (pool.free, pool.busy) == (0, 2)
        events = all_events(pool)
        counting = [(event.kind, event.content) for event in events if event.task == ("count", 3)]
        assert counting == [("told", 0), ("told", 1), ("told", 2), ("done", "counted")]
        (first,) = [event.content for event in events if event.task == ("where",)]
        places = set()
        for _ in range(3):
            pool.begin(("where",))
            places |= {event.content for event in all_events(pool)}
    assert first[0] != os.getpid()
    assert len(places | {first}) <= 2  # the same processes, prepared once
    assert {threads for _, threads in places} == {"1"}
    assert all(gone(pid) for pid, _ in places)


def test_workers_are_deaf_to_ctrl_c_from_their_first_moment(prepare: Callable[[], Any]) -> None:
    """A process inherits what is blocked: it need not have come as far as to say that it will not listen."""
    with WorkerPool(1, prepare) as pool:
        pool.begin(("blocked",))
        (event,) = all_events(pool)
    assert signal.SIGINT in event.content
    assert signal.SIGTERM not in event.content
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_a_task_that_fails_stops_no_other(
    prepare: Callable[[], Any], capfd: pytest.CaptureFixture[str]
) -> None:
    with WorkerPool(1, prepare) as pool:
        outcomes = []
        for task in (("refuse",), ("stumble",), ("die",), ("count", 0)):
            pool.begin(task)
            outcomes += [(event.kind, event.content) for event in all_events(pool)]
    assert outcomes[0] == ("failed", "too fast")
    assert outcomes[1][0] == "failed"
    assert "ValueError: unexpected" in outcomes[1][1]
    assert outcomes[2] == ("failed", "its process ended by itself (signal SIGKILL; out of memory?)")
    assert outcomes[3] == ("done", "counted")
    errors = capfd.readouterr().err
    assert "Traceback" in errors
    assert "MotionError" not in errors


def test_leaving_the_block_ends_work_and_removes_what_is_unfinished(
    prepare: Callable[[], Any], tmp_path: Path
) -> None:
    path = tmp_path / "file"

    def interrupted() -> None:
        with WorkerPool(1, prepare) as pool:
            pool.begin(("write", str(path)))
            assert pool.next_event().content == "begun"
            assert path.exists()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not path.exists()


def test_workers_leave_when_whoever_ordered_was_killed(tmp_path: Path) -> None:
    script = tmp_path / "order.py"
    script.write_text(
        "import sys, time\n"
        f"sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "from biped_control.analysis.parallel.worker_pool import WorkerPool\n"
        "from tasks_for_workers import prepare\n"
        "if __name__ == '__main__':\n"
        "    with WorkerPool(1, prepare) as pool:\n"
        "        pool.begin(('where',))\n"
        "        print(pool.next_event().content[0], flush=True)\n"
        "        time.sleep(60.0)\n",
        encoding="utf-8",
    )
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        worker = int(process.stdout.readline())
        process.kill()
    deadline = time.monotonic() + 20.0
    while not gone(worker) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert gone(worker)
