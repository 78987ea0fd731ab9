"""A Dask cluster that is quick to start: its one worker is a thread of this process."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

import pytest
from distributed import Client, LocalCluster


def thread_cluster() -> LocalCluster:
    """To be closed by who asks for it."""
    return LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        processes=False,
        protocol="tcp",
        host="127.0.0.1",
        dashboard_address=None,
    )


def always_connected(client: Client, module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that asks for a cluster gets the one of this client."""

    @contextmanager
    def connected(scheduler: str, workers: int) -> Iterator[Client]:
        yield client

    monkeypatch.setattr(module, "connected", connected)
