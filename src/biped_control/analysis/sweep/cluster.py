"""A Dask scheduler and its workers: processes of this machine, or a cluster that is there already."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import dask
from distributed import Client, LocalCluster
from distributed.comm.core import CommClosedError
from distributed.core import rpc
from distributed.security import Security

from biped_control.analysis.parallel.ctrl_c import ctrl_c_waits
from biped_control.errors import SweepError
from biped_control.threads import THREAD_VARIABLES, use_one_thread

_PATIENCE_S = 5.0  # for an answer of the scheduler, and for its first worker
_LOCAL_PATIENCE_S = 60.0  # a loaded machine takes its time to start processes
_LOOPBACK = "127.0.0.1"
_SILENT = logging.CRITICAL + 1
_CONFIGURATION = {
    "distributed.worker.profile.enabled": False,  # a thread that looks at the stack a hundred times a second
    "distributed.admin.tick.limit": "1h",  # compiled code keeps the event loop waiting; no reason to warn
    "distributed.comm.timeouts.connect": _PATIENCE_S,
    # Numba's beside those that Dask knows.
    "distributed.nanny.pre-spawn-environ": dict.fromkeys(THREAD_VARIABLES, 1),
}


@contextmanager
def connected(scheduler: str, workers: int) -> Iterator[Client]:
    """A client of a scheduler that has at least one worker.

    Args:
        scheduler: address such as `tcp://host:8786`; empty for processes of this machine, which live as long
            as the block and listen on the loopback interface alone.
        workers: how many processes; means nothing for a cluster.

    Raises:
        SweepError: the scheduler does not answer, or has no workers.
    """
    _silence()
    with dask.config.set(_CONFIGURATION):
        if scheduler:
            with _cluster(scheduler) as client:
                yield client
        else:
            with _local(workers) as client:
                yield client


def _silence() -> None:
    """What matters comes back as an exception. Some of Dask's loggers have levels of their own."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(_SILENT)


@contextmanager
def _local(workers: int) -> Iterator[Client]:
    use_one_thread()
    with ExitStack() as stack:
        with ctrl_c_waits():
            cluster = LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                host=_LOOPBACK,
                dashboard_address=f"{_LOOPBACK}:0",
                memory_limit=0,  # none: a rollout keeps little
                silence_logs=_SILENT,
            )
            stack.enter_context(cluster)
            client = stack.enter_context(Client(cluster, timeout=_LOCAL_PATIENCE_S))
        yield client


@contextmanager
def _cluster(address: str) -> Iterator[Client]:
    try:
        asyncio.run(
            asyncio.wait_for(_identity(address), _PATIENCE_S)
        )  # a client waits for ever for a mute one
        client = Client(address, timeout=_PATIENCE_S)
    except (OSError, TimeoutError, ValueError, CommClosedError) as error:
        reason = str(error) or type(error).__name__
        raise SweepError(
            f"--scheduler {address}: no answer of a Dask scheduler within {_PATIENCE_S:g} s ({reason}); "
            "expected an address such as tcp://host:8786, as `dask scheduler` prints it"
        ) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=_PATIENCE_S)
        except TimeoutError as error:
            raise SweepError(
                f"--scheduler {address}: has no workers; start some with `dask worker {address} --nthreads 1`"
            ) from error
        yield client


async def _identity(address: str) -> None:
    async with rpc(address, connection_args=Security().get_connection_args("client")) as scheduler:
        await scheduler.identity()
