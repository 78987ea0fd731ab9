"""Does the rollouts of a plan that have no row yet."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from time import perf_counter

from distributed import Client

from biped_control.analysis.parallel.ordered_tasks import Outcome, Watch
from biped_control.analysis.rollout_request import RolloutRequest
from biped_control.analysis.sweep.cluster import connected
from biped_control.analysis.sweep.plan import SweepPlan
from biped_control.analysis.sweep.provenance import provenance
from biped_control.analysis.sweep.result_folder import ResultFolder
from biped_control.analysis.sweep.rollouts import do_rollouts
from biped_control.analysis.sweep.row import Row, key_of, title_of
from biped_control.analysis.sweep.same_version import require_same_version
from biped_control.analysis.sweep.task import Basis


@dataclass
class Swept:
    """What became of a sweep.

    Attributes:
        rows: in the order of the plan; those of rollouts that failed are missing.
        earlier: how many of them were there already.
        failures: why rollouts could not be done, by their titles.
        seconds: on the clock.
        versions: what the rows depend on besides their options, see `provenance`.
    """

    rows: list[Row] = field(default_factory=list)
    earlier: int = 0
    failures: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    versions: Mapping[str, str] = field(default_factory=dict)


def sweep(
    plan: SweepPlan, results: ResultFolder, watch: Watch, scheduler: str = "", workers: int = 1
) -> Swept:
    """Does what is missing, and keeps each row as soon as it is finished.

    Args:
        plan: what is to be done; it is ready (`make_ready`).
        results: where rows are kept.
        watch: sees how far it is.
        scheduler, workers: see `connected`.

    Raises:
        SweepError: the folder holds other results or is full; the scheduler does not answer, has no workers,
            workers of another version, or has gone. Finished rows stay.
    """
    started = perf_counter()
    expected = provenance(plan.clip, plan.scenario)
    about = {"options": plan.model_dump(mode="json"), "versions": dict(expected)}
    results.begin(about)
    requests = {key_of(request): request for request in plan.requests()}
    missing = {key: request for key, request in requests.items() if key not in results.rows}
    swept = Swept(earlier=len(requests) - len(missing), versions=expected)
    watch.planned(len(missing))
    if missing:
        basis = (plan.clip, plan.scenario, expected)
        with connected(scheduler, min(workers, len(missing))) as client:
            require_same_version(client, basis)
            swept.failures = _do(client, missing, basis, results, watch)
    results.complete(list(requests), about)
    swept.rows = [results.rows[key] for key in requests if key in results.rows]
    swept.seconds = perf_counter() - started
    return swept


def _do(
    client: Client, missing: Mapping[str, RolloutRequest], basis: Basis, results: ResultFolder, watch: Watch
) -> dict[str, str]:
    """Returns why rollouts could not be done, by their titles."""
    failures: dict[str, str] = {}

    def ended(key: str, outcome: Row | Exception) -> None:
        title = title_of(missing[key])
        if isinstance(outcome, Exception):
            failures[title] = str(outcome) or type(outcome).__name__
            watch.ended(title, Outcome(failure=failures[title]))
        else:
            results.add(key, outcome)
            watch.ended(title, Outcome(outcome))

    do_rollouts(client, missing, basis, ended)
    return failures
