"""Lets the robot follow the clips of the library, many at a time, and keeps how long it stays on its feet."""

import os
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from time import perf_counter

from biped_control.analysis.library.tracking_results import TrackingResult, TrackingResults, conditions
from biped_control.analysis.parallel.ordered_tasks import Outcome, Watch, do_in_order
from biped_control.analysis.parallel.worker_pool import Tell, Work
from biped_control.analysis.rollout import RolloutResult, Tick
from biped_control.analysis.rollout_request import RolloutRequest
from biped_control.did_you_mean import did_you_mean
from biped_control.errors import ConfigurationError
from biped_control.motion.library.clip_library import ClipLibrary
from biped_control.motion.library.recipe_book import RecipeBook
from biped_control.policies.factory import POLICIES
from biped_control.robot.model import RobotModel
from biped_control.settings import ControlSettings, load_settings
from biped_control.simulation.engines import engine_names


@dataclass(frozen=True)
class TrackRequest:
    """What to follow, and with what.

    Attributes:
        names: clips of the library; all of it when empty.
        engines, policies: by name; every clip meets each of them.
        seconds: simulated time [s].
        gamma: adaptation parameter (eq. 17); that of `config/control.yaml` when None.
        recipes: the user's own recipe file, if any.
        again: also what is known already.
        jobs: number of processes; as many as there are cores when None.
    """

    names: tuple[str, ...] = ()
    engines: tuple[str, ...] = ("dart", "lcp")
    policies: tuple[str, ...] = ("nqr",)
    seconds: float = 30.0
    gamma: float | None = None
    recipes: Path | None = None
    again: bool = False
    jobs: int | None = None

    def rollout(self, clip: str, engine: str, policy: str) -> RolloutRequest:
        """One of the rollouts."""
        return RolloutRequest(clip, policy, engine, self.seconds, self.gamma)


@dataclass(frozen=True)
class TrackReport:
    """What has come of it.

    Attributes:
        results: by clip name.
        failures: why clips, or rollouts of clip, engine and policy, could not be done, in one line each.
        seconds: how long everything took.
    """

    results: dict[str, list[TrackingResult]]
    failures: dict[str, str]
    seconds: float


def track_library(request: TrackRequest, watch: Watch) -> TrackReport:
    """Follows cyclic clips again and again, others between cycles of their hubs. A fall is a result.

    Raises:
        ClipError: there is no clip of one of the names, or results cannot be kept.
        ConfigurationError: the engines, policies, seconds, gamma, jobs or recipes are wrong.
    """
    settings = _checked(request)
    recipes = RecipeBook.load(request.recipes)
    library = ClipLibrary(RobotModel.load(), settings.rate_hz, recipes=recipes)
    names = request.names or tuple(entry.name for entry in library.entries())
    known = TrackingResults(library, settings)
    entries = {name: library.entry(name) for name in names}
    hopeless = {name: entry.problem for name, entry in entries.items() if entry.problem and not entry.ready}
    hopeful = [name for name in names if name not in hopeless]
    tasks: dict[str, tuple[str, str, str]] = {}
    for name in hopeful:
        done = {(result.engine, result.policy) for result in _asked(known, name, request, settings)}
        for pair in product(request.engines, request.policies):
            if request.again or pair not in done:
                tasks[", ".join((name, *pair))] = (name, *pair)
    started = perf_counter()
    keeper = _Keeper(watch, known, tasks)
    outcomes = do_in_order(
        dict.fromkeys(tasks, ()), partial(_prepare, request, recipes, tasks), request.jobs, keeper
    )
    failures = {task: outcome.failure for task, outcome in outcomes.items() if not outcome.done}
    results = {name: _asked(known, name, request, settings) for name in hopeful}
    return TrackReport(results, hopeless | failures, perf_counter() - started)


class _Keeper:
    """Keeps each result as soon as it is there: an interruption costs no more than what is running."""

    def __init__(self, watch: Watch, known: TrackingResults, tasks: dict[str, tuple[str, str, str]]) -> None:
        self._known, self._tasks = known, tasks
        self.planned, self.begun, self.told, self._tell_end = (
            watch.planned,
            watch.begun,
            watch.told,
            watch.ended,
        )

    def ended(self, name: str, outcome: Outcome) -> None:
        if outcome.done:
            self._known.keep(self._tasks[name][0], outcome.result)
        self._tell_end(name, outcome)


def _checked(request: TrackRequest) -> ControlSettings:
    for what, chosen, available in (
        ("engine", request.engines, engine_names()),
        ("policy", request.policies, POLICIES),
    ):
        for name in chosen:
            if name not in available:
                meant = did_you_mean(name, available)
                raise ConfigurationError(
                    f"unknown {what} '{name}'{meant}; expected some of {', '.join(available)}"
                )
    if request.jobs is not None and request.jobs < 1:
        raise ConfigurationError(f"jobs {request.jobs}: expected 1 or more")
    rollout = request.rollout("", "", "")
    rollout.ticks(rollout.settings())
    return rollout.settings()


def _asked(
    known: TrackingResults, name: str, request: TrackRequest, settings: ControlSettings
) -> list[TrackingResult]:
    """Results of a clip that are what the request asks for."""
    return [
        result
        for result in known.of(name)
        if (result.gamma, result.seconds) == (settings.gamma, request.seconds)
        and result.engine in request.engines
        and result.policy in request.policies
    ]


def _prepare(request: TrackRequest, recipes: RecipeBook, tasks: dict[str, tuple[str, str, str]]) -> Work:
    if request.recipes is not None:
        os.environ["BIPED_RECIPES"] = str(request.recipes)  # for everything that looks for clips by name
    library = ClipLibrary(RobotModel.load(), load_settings().rate_hz, recipes=recipes)

    def work(task: str, tell: Tell) -> TrackingResult:
        clip, engine, policy = tasks[task]
        rollout = request.rollout(clip, engine, policy)
        parts = rollout.prepare(lambda what, how_far: tell(f"{what} {how_far}"))

        def observe(tick: Tick) -> None:
            if tick.index % round(parts.settings.rate_hz) == 0:
                tell(f"{tick.index / parts.settings.rate_hz:.0f} of {request.seconds:g} s")

        result = rollout.walk(parts, observe)
        # The clip counts even when the robot fell before its turn came.
        digests = {name: library.entry(name).digest for name in {clip, *result.record.clips}}
        return _result(request, rollout, result, digests)

    return work


def _result(
    request: TrackRequest, rollout: RolloutRequest, result: RolloutResult, digests: dict[str, str]
) -> TrackingResult:
    record, settings = result.record, rollout.settings()
    return TrackingResult(
        engine=rollout.engine,
        policy=rollout.policy,
        gamma=settings.gamma,
        seconds=request.seconds,
        fell=record.fell,
        survived_s=round(record.seconds, 3),
        played=record.clips[rollout.clip],
        speed_mps=record.travel.speed,
        mean_cost=record.mean_cost,
        max_torque_nm=result.max_torque,
        clips=digests,
        conditions=conditions(settings),
    )
