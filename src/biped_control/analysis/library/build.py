"""Builds clips and their gains, several at a time in processes of their own."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from graphlib import TopologicalSorter
from pathlib import Path
from time import perf_counter
from typing import Any

from biped_control.analysis.assembly import Announce, spacetime_progress
from biped_control.analysis.parallel.ordered_tasks import Outcome, Watch, do_in_order
from biped_control.analysis.parallel.worker_pool import Tell, Work
from biped_control.errors import ClipError, ConfigurationError
from biped_control.motion.library.built_clip import Built
from biped_control.motion.library.clip_library import ClipLibrary
from biped_control.motion.library.recipe_book import RecipeBook
from biped_control.motion.spacetime import Iteration
from biped_control.policies.library_gains import gain_tables
from biped_control.policies.weights import load_table, look_ahead_weights
from biped_control.robot.model import RobotModel
from biped_control.settings import ControlSettings


@dataclass(frozen=True)
class BuildRequest:
    """What to build.

    Attributes:
        names: clips of the library; all of it when empty. Clips that they need are built, too.
        recipes: the user's own recipe file, if any.
        again: build the named recipes anew even when they are there already.
        jobs: number of processes; as many as there are cores when None.
    """

    names: tuple[str, ...] = ()
    recipes: Path | None = None
    again: bool = False
    jobs: int | None = None


@dataclass(frozen=True)
class BuildReport:
    """What has become of it.

    Attributes:
        outcomes: by clip name, in order of dependence; results are summaries of clips.
        seconds: how long everything took.
    """

    outcomes: dict[str, Outcome]
    seconds: float

    @property
    def clips(self) -> list[dict[str, Any]]:
        """Summaries of all that could be built, or was there."""
        return [outcome.result for outcome in self.outcomes.values() if outcome.done]

    @property
    def failures(self) -> dict[str, str]:
        """Why clips could not be built, by name."""
        return {name: outcome.failure for name, outcome in self.outcomes.items() if not outcome.done}


def build_library(request: BuildRequest, settings: ControlSettings, watch: Watch) -> BuildReport:
    """Builds what is missing or has changed; a clip that fails stops only those that need it.

    It starts processes that import the calling script anew: keep its work under `if __name__ == "__main__"`.

    Args:
        request: what to build.
        settings: of the control loop.
        watch: sees how far it is.

    Raises:
        ClipError: there is no clip of one of the names; nothing is built then.
        ConfigurationError: the recipes or the number of jobs are wrong.
    """
    if request.jobs is not None and request.jobs < 1:
        raise ConfigurationError(f"jobs {request.jobs}: expected 1 or more")
    recipes = RecipeBook.load(request.recipes)
    library = ClipLibrary(RobotModel.load(), settings.rate_hz, recipes=recipes)
    names = request.names or tuple(entry.name for entry in library.entries())
    needs = _needs(library, names)
    again = frozenset(names if request.again else ())
    started = perf_counter()
    work = {name: recipe.expected_work() for name, recipe in recipes.items()}
    outcomes = do_in_order(needs, partial(_prepare, settings, recipes, again), request.jobs, watch, work)
    return BuildReport(outcomes, perf_counter() - started)


def build_policy(
    name: str, settings: ControlSettings, recipes: Path | None = None, announce: Announce | None = None
) -> Built:
    """One clip of the library and its gains in this process, each built unless it is there.

    Raises:
        ClipError: no clip of that name, or its file is broken or for another robot.
        MotionError: its recipe cannot be built.
        PolicyError: it has no finite gains, or the library's folder cannot be written to.
    """
    robot = RobotModel.load()
    progress = spacetime_progress(name, announce) if announce else None
    built = ClipLibrary(robot, settings.rate_hz, recipes=RecipeBook.load(recipes)).build(
        name, False, progress
    )
    _build_gains(robot, built, settings)
    return built


def _needs(library: ClipLibrary, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Clips to build, each with those that it needs, in order of dependence."""
    known = {entry.name for entry in library.entries()}
    needs: dict[str, tuple[str, ...]] = {}
    waiting = [library.entry(name).name for name in names]
    while waiting:
        name = waiting.pop()
        if name not in needs:
            # What a recipe needs and nobody knows is no task: the recipe's own failure says where it stands.
            needs[name] = tuple(needed for needed in _needed(library, name) if needed in known)
            waiting += needs[name]
    return {name: needs[name] for name in TopologicalSorter(needs).static_order()}


def _needed(library: ClipLibrary, name: str) -> tuple[str, ...]:
    if name in library.recipes:
        return library.recipes[name].needs()
    try:
        return tuple({*library.hubs(library.entry(name))} - {name})
    except ClipError:
        return ()  # a broken file needs nothing


def _prepare(settings: ControlSettings, recipes: RecipeBook, again: Collection[str]) -> Work:
    robot = RobotModel.load()
    library = ClipLibrary(robot, settings.rate_hz, recipes=recipes)

    def work(name: str, tell: Tell) -> dict[str, object]:
        def iterated(iteration: Iteration) -> None:
            tell(f"iteration {iteration.number}, residual {iteration.violations.dynamics:.1e} N")

        tell("")
        built = library.build(name, name in again, iterated)
        built.checks.require(name)
        tell("gains")
        seconds = _build_gains(robot, built, settings)
        return built.summary() | {"gains_seconds": round(seconds, 3)}

    return work


def _build_gains(robot: RobotModel, built: Built, settings: ControlSettings) -> float:
    """Time that it took [s]; next to nothing when they were there."""
    started = perf_counter()
    clips = {built.clip.name: built.clip, **built.hubs}
    gain_tables(robot, clips, look_ahead_weights(robot, load_table()), settings)
    return perf_counter() - started
