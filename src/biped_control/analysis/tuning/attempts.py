"""Scores weights by rollouts on the workers of a scheduler."""

from collections.abc import Callable, Mapping, Sequence

from distributed import Client

from biped_control.analysis.parallel.ordered_tasks import Outcome, Watch
from biped_control.analysis.rollout_request import RolloutRequest
from biped_control.analysis.sweep.plan import NO_SCENARIO
from biped_control.analysis.sweep.rollouts import do_rollouts
from biped_control.analysis.sweep.row import Row, title_of
from biped_control.analysis.sweep.task import Basis
from biped_control.analysis.tuning.score import Run, Score
from biped_control.analysis.weight_set import WeightSet
from biped_control.errors import PolicyError, SweepError

Requests = Callable[[WeightSet], Sequence[RolloutRequest]]


class Attempts:
    """A `search.Try`."""

    def __init__(self, connect: Callable[[], Client], basis: Basis, watch: Watch, requests: Requests) -> None:
        """
        Args:
            connect: gives the client of a scheduler whose workers are of this version, when there is work.
            basis: see `run_task`.
            watch: sees how far it is.
            requests: what has to be done with weights.
        """
        self._connect, self._basis, self._watch, self._requests = connect, basis, watch, requests
        self.rollouts = 0

    def __call__(self, name: str, weights: Sequence[WeightSet]) -> list[Score]:
        """Scores each.

        Args:
            name: what they are.
            weights: the candidates.

        Raises:
            SweepError: a rollout cannot be done for another reason than weights without gains, or see
                `do_rollouts`.
        """
        requests = {
            (number, place): request
            for number, candidate in enumerate(weights)
            for place, request in enumerate(self._requests(candidate))
        }
        outcomes: dict[tuple[int, int], Row | PolicyError] = {}
        self._watch.begun(name)

        def ended(key: tuple[int, int], outcome: Row | Exception) -> None:
            if isinstance(outcome, Exception) and not isinstance(outcome, PolicyError):
                raise SweepError(
                    f"{name}, {title_of(requests[key])}: {outcome or type(outcome).__name__}; finished "
                    "generations are kept"
                ) from outcome
            outcomes[key] = outcome
            self._watch.told(name, f"{len(outcomes)} of {len(requests)} rollouts")

        do_rollouts(self._connect(), requests, self._basis, ended)
        self.rollouts += len(requests)
        scores = [
            _score({requests[key]: outcomes[key] for key in requests if key[0] == number})
            for number in range(len(weights))
        ]
        self._watch.ended(name, Outcome(scores))
        return scores


def _score(outcomes: Mapping[RolloutRequest, Row | PolicyError]) -> Score:
    problem = next((str(outcome) for outcome in outcomes.values() if isinstance(outcome, PolicyError)), "")
    return Score(tuple(map(_run, outcomes, outcomes.values())), problem)


def _run(request: RolloutRequest, outcome: Row | PolicyError) -> Run:
    where = request.engine, request.scenario or NO_SCENARIO, request.seed
    if isinstance(outcome, PolicyError):
        return Run(*where, fell=True, survived_s=0.0, mean_cost=0.0)
    return Run(*where, outcome["fell"], outcome["survived_s"], outcome["mean_cost"])
