"""Finds weights: the search on a scheduler, and a comparison with the start on other seeds."""

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from time import perf_counter

import numpy as np
from distributed import Client

from biped_control.analysis.parallel.ordered_tasks import Watch
from biped_control.analysis.sweep.cluster import connected
from biped_control.analysis.sweep.plan import NO_SCENARIO
from biped_control.analysis.sweep.provenance import provenance
from biped_control.analysis.sweep.same_version import require_same_version
from biped_control.analysis.tuning.attempts import Attempts
from biped_control.analysis.tuning.generation import Generation, best_of
from biped_control.analysis.tuning.plan import TuningPlan
from biped_control.analysis.tuning.score import Score
from biped_control.analysis.tuning.search import name_of, search
from biped_control.analysis.tuning.search_folder import SearchFolder
from biped_control.analysis.tuning.strategy import Strategy
from biped_control.robot.state import FloatArray

_CHECK = "check"


@dataclass
class Tuned:
    """What became of a search.

    Attributes:
        generations: all of them, the start first.
        steps: how far candidates scattered after each, as a multiple of how far at the beginning.
        check: start and best weights on other seeds; the start alone where nothing better was found.
        earlier: how many generations were there already.
        rollouts: how many were done now.
        seconds: on the clock.
        versions: what the scores depend on besides the options, see `provenance`.
    """

    generations: list[Generation] = field(default_factory=list)
    steps: list[float] = field(default_factory=list)
    check: tuple[Score, ...] = ()
    earlier: int = 0
    rollouts: int = 0
    seconds: float = 0.0
    versions: Mapping[str, str] = field(default_factory=dict)

    @property
    def best(self) -> tuple[FloatArray, Score]:
        """The best point of all, and its score."""
        return best_of(self.generations)


def tune(
    plan: TuningPlan, folder: SearchFolder, watch: Watch, scheduler: str = "", workers: int = 1
) -> Tuned:
    """Does the generations that are missing, each kept as soon as it is finished, and the check.

    Args:
        plan: what is to be done; it is ready (`make_ready`).
        folder: where generations are kept.
        watch: sees how far it is.
        scheduler, workers: see `connected`.

    Raises:
        SweepError: the folder holds another search or is full; the weights to start from give no gains; a
            rollout cannot be done; see also `sweep`. Finished generations stay.
    """
    started = perf_counter()
    scenarios = tuple(dict.fromkeys(r.scenario or NO_SCENARIO for r in plan.check_requests(plan.space.start)))
    basis = (plan.rollouts.clip, scenarios, provenance(plan.rollouts.clip, scenarios))
    tuned = Tuned(versions={**basis[2], "cma": version("cma")})
    folder.begin({"options": plan.identity(), "versions": tuned.versions})
    wanted = [name_of(number) for number in range(plan.generations + 1)]
    tuned.earlier = sum(folder.generation(name) is not None for name in wanted)
    watch.planned(len(wanted) - tuned.earlier + 1)
    strategy = Strategy(plan.space.dimension, plan.space.limit, plan.search_seed, plan.population)
    with ExitStack() as stack:

        @cache
        def connect() -> Client:
            client = stack.enter_context(connected(scheduler, workers))
            require_same_version(client, basis)
            return client

        attempts = Attempts(connect, basis, watch, plan.requests)
        for generation in search(plan.space, strategy, plan.generations, folder, attempts):
            tuned.generations.append(generation)
            tuned.steps.append(strategy.step)
        checks = Attempts(connect, basis, watch, plan.check_requests)
        tuned.check = _checked(plan, tuned.best[0], folder, checks).scores
    tuned.rollouts = attempts.rollouts + checks.rollouts
    tuned.seconds = perf_counter() - started
    return tuned


def _checked(plan: TuningPlan, best: FloatArray, folder: SearchFolder, attempt: Attempts) -> Generation:
    points = np.array([np.zeros_like(best), best])[: 1 + int(best.any())]
    kept = folder.generation(_CHECK)
    if kept is not None and np.array_equal(kept.points, points) and _seeds(kept) == set(plan.check_seeds):
        return kept
    scores = attempt(_CHECK, [plan.space.weights(point) for point in points])
    generation = Generation(points, tuple(scores))
    folder.keep(_CHECK, generation)
    return generation


def _seeds(generation: Generation) -> set[int]:
    return {run.seed for score in generation.scores for run in score.runs}
