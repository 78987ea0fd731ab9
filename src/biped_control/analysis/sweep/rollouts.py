"""Rollouts on the workers of a scheduler, reported one by one."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

from distributed import Client, as_completed

from biped_control.analysis.rollout_request import RolloutRequest
from biped_control.analysis.sweep.row import Row
from biped_control.analysis.sweep.task import Basis, run_task
from biped_control.errors import SweepError

Key = TypeVar("Key", bound=Hashable)


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
        SweepError: the scheduler has gone, or a worker is of another version.
    """
    # Without keys of our own: two sweeps on one cluster must not take each other's results.
    futures = {client.submit(run_task, request, basis, pure=False): key for key, request in requests.items()}
    for future in as_completed(list(futures)):
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
