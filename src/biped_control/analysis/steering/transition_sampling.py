"""Samples transitions of the whole motion graph, several runs at a time in processes of their own."""

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from biped_control.analysis.library.tracking_results import conditions as control_conditions
from biped_control.analysis.parallel.worker_pool import Tell, Work, WorkerPool
from biped_control.analysis.steering.graph_assembly import SteeringParts, assemble_graph
from biped_control.analysis.steering.sampling_lock import only_sampler
from biped_control.analysis.steering.transition_file import TransitionFile
from biped_control.analysis.steering.transition_run import RunTask, sample_run
from biped_control.did_you_mean import did_you_mean
from biped_control.errors import ConfigurationError, PolicyError
from biped_control.motion.library.clip_folder import library_folder
from biped_control.robot.model import RobotModel
from biped_control.settings import ControlSettings
from biped_control.simulation.engines import engine_names
from biped_control.simulation.rough_conditions import Roughness
from biped_control.steering.library_graph import LibraryGraph
from biped_control.steering.steering_settings import SteeringSettings
from biped_control.steering.transition import Transition

_PATIENCE = 8  # runs one after the other that bring nothing that is wanted, before an engine is given up

Progress = Callable[[int, int], None]
"""Hears how many of the wanted samples are there, and how many are wanted."""


@dataclass(frozen=True)
class Sampled:
    """What there is after sampling.

    Attributes:
        transitions: all that hold, old ones included.
        fresh: how many of them are new.
        refused: how many old ones were left out, by reason.
        short: clips and engines of which fewer samples came about than wanted, in words.
    """

    transitions: Sequence[Transition]
    fresh: int
    refused: dict[str, int]
    short: Sequence[str]


def transitions_path() -> Path:
    """The file of the library in use."""
    return library_folder() / "steering" / "transitions.jsonl"


def conditions_of(settings: ControlSettings, steering: SteeringSettings) -> str:
    """Digest of everything besides the clips that transitions depend on."""
    content = "\n".join(
        [control_conditions(settings), f"{settings.gamma:g}", steering.disturbances.model_dump_json()]
    )
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def sample_transitions(
    library: LibraryGraph,
    settings: ControlSettings,
    steering: SteeringSettings,
    samples: int,
    jobs: int | None,
    progress: Progress,
) -> Sampled:
    """Simulates until there are enough samples of every clip in every engine.

    What is there already counts. Every run is kept as soon as it has ended, so an interruption costs no more
    than the runs that are under way.

    Args:
        library: the motion graph; its gains must have been built, or each process builds them.
        settings: of the control loop.
        steering: engines, disturbances, length of a run.
        samples: wanted of each clip in each engine.
        jobs: number of processes; as many as there are cores when None.
        progress: hears how far it is.

    Raises:
        ConfigurationError: an engine is unknown, or the numbers are not positive.
        PolicyError: the file cannot be read or written, another process samples for this library, or a run
            cannot be done.
    """
    _check(steering, samples, jobs)
    path, conditions = transitions_path(), conditions_of(settings, steering)
    prepare = partial(_prepare, settings, steering, conditions)
    with only_sampler(path.parent), WorkerPool(worker_count(jobs), prepare) as pool:
        file = TransitionFile(path)
        kept = file.read(library.digests, conditions)
        ledger = _Ledger(sorted(library.graph.clips), steering.sampling.engines, samples, kept.transitions)
        fresh, seed = list[Transition](), kept.last_seed
        progress(ledger.there, ledger.wanted)
        while True:
            while pool.free and (engine := ledger.neediest(pool.tasks)) is not None:
                seed += 1
                pool.begin(RunTask(engine, seed, ledger.missing(engine)))
            if not pool.busy:
                break
            event = pool.next_event()
            if event.kind == "failed":
                raise PolicyError(
                    f"sampling in engine '{event.task.engine}', seed {event.task.seed}: {event.content}"
                )
            if event.kind == "done":
                file.append(event.content)
                fresh += event.content
                ledger.add(event.task.engine, event.content)
                progress(ledger.there, ledger.wanted)
    return Sampled((*kept.transitions, *fresh), len(fresh), dict(kept.refused), ledger.short())


def worker_count(jobs: int | None) -> int:
    """Number of processes: as many as were asked for, else as there are cores."""
    return jobs or len(os.sched_getaffinity(0))


def roughness_of(robot: RobotModel, settings: ControlSettings, steering: SteeringSettings) -> Roughness:
    """The disturbances of the settings, for this robot and rate."""
    rough, rate = steering.disturbances, settings.rate_hz
    shortest, longest = (round(seconds * rate) for seconds in rough.push_gap_seconds)
    return Roughness(
        body=robot.limbs.torso,
        newtons=rough.push_newtons,
        ticks=max(1, round(rough.push_seconds * rate)),
        gap_ticks=(shortest, longest),
        position_noise=rough.position_noise,
        velocity_noise=rough.velocity_noise,
        ground_height=rough.ground_height,
        ground_gaps=rough.ground_gap_meters,
    )


class _Ledger:
    """Which samples are there, and which are still missing."""

    def __init__(
        self, clips: Sequence[str], engines: Sequence[str], samples: int, known: Sequence[Transition]
    ) -> None:
        self._clips, self._engines, self._samples = clips, engines, samples
        self._counts = Counter((row.engine, row.clip) for row in known)
        self._in_vain = Counter[str]()

    @property
    def wanted(self) -> int:
        return len(self._clips) * len(self._engines) * self._samples

    @property
    def there(self) -> int:
        pairs = [(engine, clip) for engine in self._engines for clip in self._clips]
        return sum(min(self._counts[pair], self._samples) for pair in pairs)

    def missing(self, engine: str) -> dict[str, int]:
        return {clip: max(0, self._samples - self._counts[engine, clip]) for clip in self._clips}

    def neediest(self, running: Sequence[Any]) -> str | None:
        """The engine with most missing samples, those left out that running runs may bring."""
        runs = Counter(task.engine for task in running)
        hopeful = [engine for engine in self._engines if self._in_vain[engine] < _PATIENCE]
        missing = {engine: sum(self.missing(engine).values()) for engine in hopeful}
        open_engines = [engine for engine in hopeful if missing[engine] > 10 * runs[engine]]
        return max(open_engines, key=lambda engine: missing[engine], default=None)

    def add(self, engine: str, transitions: Sequence[Transition]) -> None:
        missing = self.missing(engine)
        useful = any(missing[row.clip] for row in transitions)
        self._in_vain[engine] = 0 if useful else self._in_vain[engine] + 1
        self._counts.update((engine, row.clip) for row in transitions)

    def short(self) -> list[str]:
        return [
            f"'{clip}' in {engine}: {self._counts[engine, clip]} of {self._samples}"
            for engine in self._engines
            for clip, missing in self.missing(engine).items()
            if missing
        ]


def _check(steering: SteeringSettings, samples: int, jobs: int | None) -> None:
    for name, number in (("samples", samples), ("jobs", jobs)):
        if number is not None and number < 1:
            raise ConfigurationError(f"{name} {number}: expected 1 or more")
    for engine in steering.sampling.engines:
        if engine not in engine_names():
            meant = did_you_mean(engine, engine_names())
            raise ConfigurationError(
                f"unknown engine '{engine}'{meant}; expected some of {', '.join(engine_names())}"
            )


def _prepare(settings: ControlSettings, steering: SteeringSettings, conditions: str) -> Work:
    parts: SteeringParts = assemble_graph(settings)
    roughness = roughness_of(parts.walk.robot, settings, steering)

    def work(task: RunTask, tell: Tell) -> list[Transition]:
        return sample_run(parts, task, roughness, steering.sampling.run_seconds, conditions)

    return work
