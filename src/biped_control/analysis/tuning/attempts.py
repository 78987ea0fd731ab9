"""Scores weights by rollouts on the workers of a scheduler."""

from collections.abc import Callable, Sequence

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
        asked = [list(self._requests(candidate)) for candidate in weights]
        places = {f"{i} {j}": (i, j) for i, requests in enumerate(asked) for j in range(len(requests))}
        requests = {key: asked[i][j] for key, (i, j) in places.items()}
        outcomes: dict[str, Row | PolicyError] = {}
        self._watch.begun(name)

        def ended(key: str, outcome: Row | Exception) -> None:
            if isinstance(outcome, Exception) and not isinstance(outcome, PolicyError):
                raise SweepError(
                    f"{name}, {title_of(requests[key])}: {outcome or type(outcome).__name__}; finished "
                    "generations are kept"
                ) from outcome
            outcomes[key] = outcome
            self._watch.told(name, f"{len(outcomes)} of {len(requests)} rollouts")

        do_rollouts(self._connect(), requests, self._basis, ended)
        self.rollouts += len(requests)
        scores = []
        for i, candidate in enumerate(asked):
            of_one = [outcomes[f"{i} {j}"] for j in range(len(candidate))]
            problem = next((str(outcome) for outcome in of_one if isinstance(outcome, PolicyError)), "")
            scores.append(Score(tuple(map(_run, candidate, of_one)), problem))
        self._watch.ended(name, Outcome(scores))
        return scores


def _run(request: RolloutRequest, outcome: Row | PolicyError) -> Run:
    where = request.engine, request.scenario or NO_SCENARIO, request.seed
    if isinstance(outcome, PolicyError):
        return Run(*where, fell=True, survived_s=0.0, mean_cost=0.0)
    return Run(*where, outcome["fell"], outcome["survived_s"], outcome["mean_cost"])
