"""Schedulers that do not answer, and processes of this machine."""

import logging
import os
import socket
from collections.abc import Iterator

import psutil
import pytest
from distributed import LocalCluster

from biped_control.analysis.sweep import cluster
from biped_control.analysis.sweep.cluster import connected
from biped_control.errors import SweepError


@pytest.fixture(autouse=True)
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_PATIENCE_S", 0.5)


@pytest.fixture
def silent_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def refused(address: str) -> str:
    with pytest.raises(SweepError) as caught, connected(address, 1):
        pass
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_nobody_listens(silent_port: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        free = server.getsockname()[1]
    assert f"tcp://127.0.0.1:{free}: no answer" in refused(f"tcp://127.0.0.1:{free}")


def test_listens_and_says_nothing(silent_port: int) -> None:
    assert "no answer" in refused(f"tcp://127.0.0.1:{silent_port}")


@pytest.mark.parametrize("address", ["http://127.0.0.1:80", "tcp://127.0.0.1:port", "here"])
def test_no_address(address: str) -> None:
    assert "expected an address such as tcp://host:8786" in refused(address)


def test_dask_says_nothing_of_its_own_about_a_scheduler_that_goes() -> None:
    refused("here")
    for name in ("distributed", "distributed.client", "distributed.scheduler"):
        assert not logging.getLogger(name).isEnabledFor(logging.CRITICAL), name


def test_no_workers() -> None:
    with LocalCluster(
        n_workers=0, processes=False, protocol="tcp", host="127.0.0.1", dashboard_address=None
    ) as empty:
        assert f"dask worker {empty.scheduler_address} --nthreads 1" in refused(empty.scheduler_address)


def test_processes_of_this_machine_listen_on_loopback_with_one_thread_each() -> None:
    def threads() -> list[str | None]:
        return [os.environ.get(name) for name in ("OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS")]

    with connected("", 1) as client:
        assert client.submit(threads).result() == ["1", "1"]
        assert list(client.nthreads().values()) == [1]
        me = psutil.Process()
        family = [me, *me.children(recursive=True)]
        listening = [c.laddr.ip for p in family for c in p.net_connections("tcp") if c.status == "LISTEN"]
    assert listening
    assert set(listening) == {"127.0.0.1"}
    assert not any(
        process.is_running() for process in family[1:] if "spawn_main" in " ".join(_words(process))
    )


def _words(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.NoSuchProcess:
        return []
