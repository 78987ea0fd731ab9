"""Rollouts on the workers of a scheduler, reported one by one."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from time import monotonic, sleep
from typing import Any, TypeVar

from distributed import Client, Future, as_completed

from biped_control.analysis.rollout_request import RolloutRequest
from biped_control.analysis.sweep.row import Row
from biped_control.analysis.sweep.task import Basis, run_task
from biped_control.errors import SweepError

Key = TypeVar("Key", bound=Hashable)

_WORKERLESS_S = 60.0  # time for workers to come back, which nannies and queues of clusters start anew
_LOOK_EVERY_S = 1.0
_PAUSE_S = 0.02


def do_rollouts(
    client: Client,
    requests: Mapping[Key, RolloutRequest],
    basis: Basis,
    ended: Callable[[Key, Row | Exception], None],
) -> None:
    """Does them in their order, as many at a time as there are workers.

    Args:
        client: of the scheduler.
        requests: by any keys.
        basis: see `run_task`.
        ended: hears, in this thread, the key of each with its row, or why it could not be done.

    Raises:
        SweepError: the scheduler or all workers have gone, or a worker is of another version.
    """
    # Without keys of our own: two sweeps on one cluster must not take each other's results.
    futures = {client.submit(run_task, request, basis, pure=False): key for key, request in requests.items()}
    for future in _as_they_end(client, futures):
        if future.status == "finished":
            row: dict[str, Any] = future.result()
            ended(futures[future], row)
        elif future.status == "error":
            error = future.exception()
            if not isinstance(error, Exception) or isinstance(error, SweepError):
                raise error  # not of this rollout alone
            ended(futures[future], error)
        else:
            raise SweepError(
                "the scheduler has gone; what is finished is kept: give the same command again to go on"
            )
        future.release()


def _as_they_end(client: Client, futures: Iterable[Future[Any]]) -> Iterator[Future[Any]]:
    """A scheduler without workers keeps its tasks, and would let whoever waits for them wait for ever."""
    waiting, last_seen, next_look = as_completed(list(futures)), monotonic(), 0.0
    while not waiting.is_empty():
        if waiting.has_ready():
            yield next(waiting)
            continue
        sleep(_PAUSE_S)
        if (now := monotonic()) >= next_look:
            next_look = now + _LOOK_EVERY_S
            if _has_workers(client):
                last_seen = now
            elif now - last_seen > _WORKERLESS_S:
                raise SweepError(
                    f"all workers have gone, and for {_WORKERLESS_S:g} s none has come; what is finished is "
                    "kept: start workers, and give the same command again to go on"
                )


def _has_workers(client: Client) -> bool:
    try:
        return bool(client.nthreads())
    except OSError:  # the scheduler has gone: its futures tell of that
        return True
