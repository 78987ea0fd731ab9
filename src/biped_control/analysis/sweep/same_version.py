"""Workers must compute what this process would compute."""

from distributed import Client

from biped_control.analysis.sweep.provenance import differences, provenance
from biped_control.analysis.sweep.task import Basis
from biped_control.errors import SweepError

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
    answers = {
        worker: client.submit(
            provenance, clips, scenarios, workers=[worker], pure=False, key=f"version-{worker}"
        )
        for worker in threads
    }
    for worker, answer in answers.items():
        if (error := answer.exception()) is not None:
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
