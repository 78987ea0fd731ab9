"""Planners side by side: the same commands on the same engines, several runs at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import isfinite

from biped_control.analysis.parallel.ordered_tasks import Watch, do_in_order
from biped_control.analysis.parallel.worker_pool import Tell, Work
from biped_control.analysis.steering.graph_assembly import assemble_graph
from biped_control.analysis.steering.run_extent import require_extent
from biped_control.analysis.steering.steered_run import SteeredRunResult, SteeredRunTask, steered_run
from biped_control.analysis.steering.transition_sampling import roughness_of
from biped_control.did_you_mean import did_you_mean
from biped_control.errors import ConfigurationError
from biped_control.settings import ControlSettings
from biped_control.simulation.engines import engine_names
from biped_control.steering.planner_choice import PLANNERS, planner_for
from biped_control.steering.steering_settings import SteeringSettings


@dataclass(frozen=True)
class CompareRequest:
    """What to compare.

    Attributes:
        planners, engines: by name.
        seeds: each gives other commands.
        minutes: simulated time of each run.
        gaits, rough: see `SteeredRunTask`.
        jobs: number of processes; as many as there are cores when None.
    """

    planners: tuple[str, ...]
    engines: tuple[str, ...]
    seeds: tuple[int, ...]
    minutes: float
    gaits: bool = False
    rough: float = 0.0
    jobs: int | None = None

    def tasks(self) -> dict[str, SteeredRunTask]:
        """All runs, by a name for each.

        Raises:
            ConfigurationError: a name is unknown or a number out of range.
        """
        self._check()
        return {
            f"{planner}, {engine}, seed {seed}": SteeredRunTask(
                planner, engine, seed, self.minutes, gaits=self.gaits, rough=self.rough
            )
            for engine, seed, planner in product(self.engines, self.seeds, self.planners)
        }

    def _check(self) -> None:
        choices = (("planner", self.planners, PLANNERS), ("engine", self.engines, engine_names()))
        for what, chosen, available in choices:
            if not chosen:
                raise ConfigurationError(f"no {what}: expected some of {', '.join(available)}")
            for name in chosen:
                if name not in available:
                    meant = did_you_mean(name, available)
                    raise ConfigurationError(
                        f"unknown {what} '{name}'{meant}; expected some of {', '.join(available)}"
                    )
        require_extent(self.minutes, self.seeds)
        if not isfinite(self.rough) or not 0.0 <= self.rough <= 10.0:
            raise ConfigurationError(f"rough {self.rough:g}: expected 0 to 10")
        if self.jobs is not None and self.jobs < 1:
            raise ConfigurationError(f"jobs {self.jobs}: expected 1 or more")


@dataclass(frozen=True)
class Compared:
    """What came of it.

    Attributes:
        results: of the runs that could be done.
        failures: why others could not, by name.
        notes: what there is to say about the planners.
    """

    results: Sequence[SteeredRunResult]
    failures: dict[str, str]
    notes: Sequence[str]


def compare_planners(
    request: CompareRequest, settings: ControlSettings, steering: SteeringSettings, watch: Watch
) -> Compared:
    """Runs everything. A fall is a result.

    Raises:
        ConfigurationError: the request is wrong.
        ClipError: the library has nothing to steer with.
    """
    tasks = request.tasks()
    prepare = partial(_prepare, settings, steering, tasks)
    outcomes = do_in_order(dict.fromkeys(tasks, ()), prepare, request.jobs, watch)
    done = [outcome.result for outcome in outcomes.values() if outcome.done]
    return Compared(
        results=[result for result, _ in done],
        failures={name: outcome.failure for name, outcome in outcomes.items() if not outcome.done},
        notes=list(dict.fromkeys(note for _, notes in done for note in notes)),
    )


def _prepare(settings: ControlSettings, steering: SteeringSettings, tasks: dict[str, SteeredRunTask]) -> Work:
    parts = assemble_graph(settings)
    roughness = roughness_of(parts.walk.robot, settings, steering)

    def work(name: str, tell: Tell) -> tuple[SteeredRunResult, tuple[str, ...]]:
        task = tasks[name]
        chosen = planner_for(parts.library, task.planner)
        seconds = 60.0 * task.minutes

        def told(done: float) -> None:
            tell(f"{done:.0f} of {seconds:g} s")

        return steered_run(parts, chosen.planner, task, roughness, told), chosen.notes

    return work
