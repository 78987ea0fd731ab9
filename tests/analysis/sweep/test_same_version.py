"""Workers that would compute something else are refused."""

import time

import pytest
from distributed import Client

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.rollout_request import RolloutRequest
from biped_control.analysis.sweep import same_version, task
from biped_control.analysis.sweep.provenance import provenance
from biped_control.analysis.sweep.same_version import require_same_version
from biped_control.analysis.sweep.task import run_task
from biped_control.errors import SweepError

HERE = (("walk",), ("none",))


def slow(clips: tuple[str, ...], scenarios: tuple[str, ...]) -> dict[str, str]:
    time.sleep(1.0)
    return {}


def test_the_same_is_fine(thread_client: Client, walk_parts: WalkParts) -> None:
    require_same_version(thread_client, (*HERE, provenance(*HERE)))


def test_another_version(thread_client: Client, walk_parts: WalkParts) -> None:
    expected = {**provenance(*HERE), "biped": "9.9"}
    with pytest.raises(
        SweepError, match=r"worker .* of another version: biped \(.* on the worker, 9\.9 here\)"
    ):
        require_same_version(thread_client, (*HERE, expected))
    with pytest.raises(SweepError, match="another version has joined"):
        run_task(RolloutRequest(engine="lcp", seconds=0.1), (*HERE, expected))


def test_worker_that_lacks_a_scenario(thread_client: Client, walk_parts: WalkParts) -> None:
    with pytest.raises(SweepError, match=r"cannot do rollouts.*no_such\.yaml"):
        require_same_version(thread_client, (("walk",), ("no_such.yaml",), {"biped": "0.1.0"}))


def test_worker_of_several_threads(thread_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thread_client, "nthreads", lambda: {"tcp://there:1": 8})
    with pytest.raises(SweepError, match=r"tcp://there:1 has 8 threads.*--nthreads 1"):
        require_same_version(thread_client, (*HERE, {}))


def test_worker_without_this_library(
    thread_client: Client, walk_parts: WalkParts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(task, "__name__", "biped_control.of_tomorrow")
    with pytest.raises(SweepError, match=r"has no biped, or an older one \(No module named"):
        require_same_version(thread_client, (*HERE, provenance(*HERE)))


def test_worker_that_does_not_answer(
    thread_client: Client, walk_parts: WalkParts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(same_version, "_PATIENCE_S", 0.2)
    monkeypatch.setattr(same_version, "provenance", slow)
    with pytest.raises(SweepError, match=r"no answer within 0\.2 s"):
        require_same_version(thread_client, (*HERE, {"biped": "0.1.0"}))
