"""`biped bench`: how long everything takes, with the distribution, on this machine."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from biped_control.analysis.assembly import Announce, WalkParts
from biped_control.analysis.bench.machine import describe_machine, describe_versions, peak_memory_mb
from biped_control.analysis.bench.planning import (
    PUBLISHED,
    measure_library_building,
    measure_planning,
    measure_policy_building,
    sharpest_turn,
)
from biped_control.analysis.bench.walking import (
    ContactProblem,
    Endurance,
    TickParts,
    measure_endurance,
    measure_tick_parts,
    replay_problems,
)
from biped_control.analysis.parallel.ordered_tasks import Outcome
from biped_control.analysis.preparation import prepare
from biped_control.analysis.timing import Samples
from biped_control.errors import ConfigurationError
from biped_control.settings import load_settings
from biped_control.simulation.engines import engine_names

Row = dict[str, object]

_WHOLE = "policy and adaptation in a plain rollout"
_PARTS = "done once more beside a rollout, part by part"


@dataclass(frozen=True)
class BenchRequest:
    """What to measure.

    Attributes:
        clip: what to walk with.
        ticks: length of the plain rollouts; they give LCP failures and real-time factors.
        part_ticks: length of the rollouts in which every part of a tick is timed.
        plans: how often the recipe `walk` is optimized.
        turns: how often the recipe that turns the most is optimized.
        library: all recipes are built as well, several at a time, which takes minutes.
        policies: how often gains are computed.
    """

    clip: str = "walk"
    ticks: int = 7200
    part_ticks: int = 4800
    plans: int = 3
    turns: int = 1
    library: bool = False
    policies: int = 5

    @classmethod
    def quick(cls, clip: str = "walk") -> "BenchRequest":
        """Everything once and briefly: a look, no measurement to quote."""
        return cls(clip, ticks=1200, part_ticks=600, plans=1, turns=0, policies=1)


def run_bench(request: BenchRequest, announce: Announce) -> dict[str, object]:
    """Measures everything.

    Returns:
        `rows` (name, p50_ms, p99_ms, more), `quantities` (name, value, unit), `published` (what the authors
        of the paper say, by row), `machine`, `versions`, `options`.

    Raises:
        ConfigurationError: less than a hundred ticks, too few for a percentile.
        BipedError: something that is to be measured does not work.
    """
    if request.ticks < 100:
        raise ConfigurationError(f"ticks {request.ticks}: expected 100 or more, to have percentiles")
    machine = describe_machine()
    parts = prepare(request.clip, load_settings(), announce)
    rows: list[Row] = []
    quantities: list[Row] = []
    for engine in engine_names():
        announce("measuring", f"{request.ticks} ticks, engine {engine}")
        endurance = measure_endurance(parts, engine, request.ticks)
        rows.append(Samples(endurance.result.control_seconds).row(f"tick, {engine}", _WHOLE))
        quantities += _endurance_quantities(endurance, engine)
    problems: list[ContactProblem] = []
    for engine in engine_names():
        announce("measuring", f"parts of a tick, engine {engine}")
        measured = measure_tick_parts(parts, engine, request.part_ticks)
        rows += _part_rows(measured, engine)
        problems += measured.problems
    for contacts, samples in replay_problems(problems, parts.settings.friction).items():
        rows.append(samples.row(f"LCP of {contacts} contacts", "contact problems of the walk, solved again"))
    announce("measuring", "gains")
    rows += _rows(measure_policy_building(parts, request.policies).samples)
    announce("measuring", "from the recipe to the policy")
    rows += _rows(measure_planning(parts, "walk", request.plans).samples)
    if request.turns and (turn := sharpest_turn()) is not None:
        announce("measuring", f"from the recipe '{turn}' to the policy")
        rows += _rows(measure_planning(parts, turn, request.turns, turn).samples)
    if request.library:
        quantities += _library_quantities(parts, announce)
    quantities.append(_quantity("peak memory of this process", peak_memory_mb(), "MB"))
    return {
        "rows": rows,
        "quantities": quantities,
        "published": {"recipe to clip": PUBLISHED},
        "machine": machine | {"load_average_after": describe_machine()["load_average"]},
        "versions": describe_versions(),
        "options": asdict(request) | {"policy": "nqr", "gamma": parts.settings.gamma, "seed": 0},
    }


def _part_rows(measured: TickParts, engine: str) -> list[Row]:
    return [
        samples.row(name if name.startswith("engine") else f"{name}, {engine}", _PARTS)
        for name, samples in measured.watch.samples.items()
    ]


def _rows(samples: Mapping[str, Samples]) -> list[Row]:
    return [found.row(name) for name, found in samples.items()]


def _endurance_quantities(endurance: Endurance, engine: str) -> list[Row]:
    result = endurance.result
    walked = result.record.seconds
    return [
        _quantity(f"real-time factor, {engine}", walked / result.wall_seconds, ""),
        _quantity(f"real-time factor by processor time, {engine}", walked / endurance.processor_seconds, ""),
        _quantity(f"ticks walked, {engine}", result.record.ticks, ""),
        _quantity(f"fell, {engine}", int(result.record.fell), ""),
        _quantity(f"LCP failures, {engine}", result.failures + endurance.engine_failures, ""),
        _quantity(f"largest LCP residual, {engine}", result.max_residual, "m/s or N s"),
        _quantity(f"mean cost (eq. 18), {engine}", result.record.mean_cost, ""),
    ]


def _library_quantities(parts: WalkParts, announce: Announce) -> list[Row]:
    report = measure_library_building(parts, _Announced(announce))
    return [
        _quantity("whole library, wall time", report.seconds, "s"),
        _quantity("whole library, clips", len(report.clips), ""),
        _quantity("whole library, clips that failed", len(report.failures), ""),
        *(
            _quantity(f"recipe to clip beside others, {clip['name']}", clip["seconds_to_build"], "s")
            for clip in report.clips
        ),
    ]


class _Announced:
    """A watch that says how many clips are built."""

    def __init__(self, announce: Announce) -> None:
        self._announce, self._count, self._done = announce, 0, 0

    def planned(self, count: int) -> None:
        self._count = count
        self._tell()

    def begun(self, name: str) -> None:
        pass

    def told(self, name: str, how_far: str) -> None:
        pass

    def ended(self, name: str, outcome: Outcome) -> None:
        self._done += 1
        self._tell()

    def _tell(self) -> None:
        self._announce("building the whole library", f"{self._done} of {self._count} clips")


def _quantity(name: str, value: float, unit: str) -> Row:
    return {"name": name, "value": value, "unit": unit}
