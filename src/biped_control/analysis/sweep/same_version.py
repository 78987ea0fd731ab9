"""Workers must compute what this process would compute."""

from importlib import import_module
from typing import Any

from distributed import Client, Future

from biped_control.analysis.differences import differences
from biped_control.analysis.sweep import task
from biped_control.analysis.sweep.provenance import provenance
from biped_control.analysis.sweep.task import Basis
from biped_control.errors import SweepError

_PATIENCE_S = 600.0  # a worker on another machine may have to build clips and compile kernels first
_SHOWN = 4  # differences in a message


def require_same_version(client: Client, basis: Basis) -> None:
    """Asks every worker what its results would depend on, which also prepares it.

    Args:
        client: of the scheduler.
        basis: clips, scenarios, and what the answers must be.

    Raises:
        SweepError: a worker has another version, other settings or clips, several threads, or lacks
            something; the message says which and what.
    """
    clips, scenarios, expected = basis
    threads = client.nthreads()
    if several := [worker for worker, count in threads.items() if count > 1]:
        raise SweepError(
            f"worker {several[0]} has {threads[several[0]]} threads; expected one each: start workers with "
            "`--nthreads 1`"
        )
    _require_library(client)
    answers = {
        worker: client.submit(
            provenance, clips, scenarios, workers=[worker], pure=False, key=f"version-{worker}"
        )
        for worker in threads
    }
    for worker, answer in answers.items():
        if (error := _problem(answer)) is not None:
            raise SweepError(
                f"worker {worker} cannot do rollouts of this version ({type(error).__name__}: {error}); "
                f"expected biped {expected['biped']} with the same library"
            )
        if different := differences(answer.result(), expected, "on the worker"):
            more = f" and {len(different) - _SHOWN} more" if len(different) > _SHOWN else ""
            raise SweepError(
                f"worker {worker} is of another version: {', '.join(different[:_SHOWN])}{more}; expected the "
                "same on all machines"
            )


def _require_library(client: Client) -> None:
    """Asks in words that any worker understands: one that cannot read its task ends without an answer."""
    for worker, answer in client.run(import_module, task.__name__, on_error="return").items():
        if isinstance(answer, BaseException):
            raise SweepError(
                f"worker {worker} has no biped, or an older one ({answer}); expected the same as here "
                "on all machines"
            )


def _problem(answer: Future[Any]) -> BaseException | None:
    try:
        error: BaseException | None = answer.exception(timeout=_PATIENCE_S)
    except TimeoutError:
        return TimeoutError(f"no answer within {_PATIENCE_S:g} s")
    return error
