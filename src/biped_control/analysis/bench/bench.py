"""`biped bench`: how long everything takes, with the distribution, on this machine."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from biped_control.analysis.assembly import Announce
from biped_control.analysis.bench.contact_problem import ContactProblem
from biped_control.analysis.bench.contest import contest, spread
from biped_control.analysis.bench.library import library_quantities
from biped_control.analysis.bench.machine import describe_machine, describe_versions, peak_memory_mb
from biped_control.analysis.bench.planning import (
    PUBLISHED,
    measure_planning,
    measure_policy_building,
    sharpest_turn,
)
from biped_control.analysis.bench.quantity import Row, quantity
from biped_control.analysis.bench.rivals.field import all_rivals
from biped_control.analysis.bench.walking import Endurance, TickParts, measure_endurance, measure_tick_parts
from biped_control.analysis.preparation import prepare
from biped_control.analysis.timing import Samples
from biped_control.errors import ConfigurationError
from biped_control.settings import load_settings

LAW, HELD = "torque law inside", "torques held"
"""The two kinds of contact problems: what the controller solves, and what an engine solves."""

ENGINES = ("dart", "lcp")
"""Those that are for use."""

MODAL = "modal"
"""Policy and engine of Jain & Liu 2011; the engine is for experiments with the policy."""

_WHOLE = "policy and adaptation in a plain rollout"
_PARTS = "done once more beside a rollout, part by part"
_TABLE_4 = "{} ms on average (Muico et al. 2009, table 4, Core 2 Duo of 2.4 GHz)"
_PUBLISHED = {
    "recipe to clip": PUBLISHED,
    "policy + adaptation, walk": _TABLE_4.format(1.6),
    "policy + adaptation, run": _TABLE_4.format(1.3),
    "policy + adaptation, stand": _TABLE_4.format(6.0),
    "policy modal, walk": "100 to 250 ms a tick (Jain & Liu 2011, section 7.1, Core 2 Duo of 2.8 GHz)",
}


@dataclass(frozen=True)
class BenchRequest:
    """What to measure.

    Attributes:
        clip: what to walk with.
        others: clips besides, in which the parts of a tick are timed and contact problems are met.
        ticks: length of the plain rollouts; they give LCP failures and real-time factors.
        part_ticks: length of the rollouts in which every part of a tick is timed.
        problems: how many contact problems of each clip, engine and kind all solvers are given.
        plans: how often the recipe `walk` is optimized.
        turns: how often the recipe that turns the most is optimized.
        library: all recipes are built as well, several at a time, which takes minutes.
        policies: how often gains are computed.
        graph_s: how long the ROS graph walks [s]; 0 for not at all.
    """

    clip: str = "walk"
    others: tuple[str, ...] = ("run", "stand")
    ticks: int = 7200
    part_ticks: int = 4800
    problems: int = 100
    plans: int = 3
    turns: int = 1
    library: bool = False
    policies: int = 5
    graph_s: float = 30.0

    @classmethod
    def quick(cls, clip: str = "walk") -> "BenchRequest":
        """Everything once and briefly: a look, no measurement to quote."""
        return cls(clip, ticks=1200, part_ticks=600, problems=20, plans=1, turns=0, policies=1, graph_s=5.0)


def run_bench(request: BenchRequest, announce: Announce) -> dict[str, object]:
    """Measures everything but the ROS graph.

    Returns:
        `rows` (name, p50_ms, p99_ms, more), `solvers` (see `contest`), `absent` (why other solvers take no
        part), `quantities` (name, value, unit), `published` (what the authors of the paper say, by row),
        `machine`, `versions`, `options`.

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
    for engine in ENGINES:
        announce(f"measuring {request.ticks} ticks, engine {engine}", "")
        endurance = measure_endurance(parts, engine, request.ticks)
        rows.append(Samples(endurance.result.control_seconds).row(f"tick, {engine}", _WHOLE))
        quantities += _endurance_quantities(endurance, engine)
    announce(f"measuring {request.ticks} ticks, policy modal", "")
    along = measure_endurance(parts, ENGINES[0], request.ticks, MODAL)
    rows.append(Samples(along.result.control_seconds).row(f"tick, {ENGINES[0]}, policy modal", _WHOLE))
    quantities += _endurance_quantities(along, f"{ENGINES[0]}, policy modal")
    steps = measure_tick_parts(parts, MODAL, request.part_ticks, MODAL)
    rows += [row for row in _part_rows(steps, request.clip, MODAL) if str(row["name"]).startswith("engine")]
    problems: dict[str, list[ContactProblem]] = {LAW: [], HELD: []}
    for clip in dict.fromkeys((request.clip, *request.others)):
        of_clip = parts if clip == request.clip else prepare(clip, load_settings(), announce)
        for engine in ENGINES:
            announce(f"measuring parts of a tick, clip {clip}, engine {engine}", "")
            measured = measure_tick_parts(of_clip, engine, request.part_ticks)
            rows += _part_rows(measured, clip, engine)
            problems[LAW] += spread(measured.problems, request.problems)
            problems[HELD] += spread(measured.held_problems, request.problems)
    field = all_rivals()
    solvers: list[Row] = []
    for kind, met in problems.items():
        announce(f"measuring contact problems, {kind}", "")
        solvers += contest(met, field.rivals, kind)
    announce("measuring gains", "")
    rows += _rows(measure_policy_building(parts, request.policies).samples)
    announce("measuring from the recipe to the policy", "")
    rows += _rows(measure_planning(parts, "walk", request.plans).samples)
    if request.turns and (turn := sharpest_turn()) is not None:
        announce(f"measuring from the recipe '{turn}' to the policy", "")
        rows += _rows(measure_planning(parts, turn, request.turns, turn).samples)
    if request.library:
        quantities += library_quantities(parts, announce)
    quantities.append(quantity("peak memory of this process", peak_memory_mb(), "MB"))
    return {
        "rows": rows,
        "solvers": solvers,
        "absent": field.absent,
        "quantities": quantities,
        "published": _PUBLISHED,
        "machine": machine | {"load_average_after": describe_machine()["load_average"]},
        "versions": describe_versions(),
        "options": asdict(request) | {"policy": "nqr", "gamma": parts.settings.gamma, "seed": 0},
    }


def _part_rows(measured: TickParts, clip: str, engine: str) -> list[Row]:
    return [
        samples.row(f"{name}, {clip}" if name.startswith("engine") else f"{name}, {clip}, {engine}", _PARTS)
        for name, samples in measured.watch.samples.items()
    ]


def _rows(samples: Mapping[str, Samples]) -> list[Row]:
    return [found.row(name) for name, found in samples.items()]


def _endurance_quantities(endurance: Endurance, engine: str) -> list[Row]:
    result = endurance.result
    walked = result.record.seconds
    return [
        quantity(f"real-time factor, {engine}", walked / result.wall_seconds, ""),
        quantity(f"real-time factor by processor time, {engine}", walked / endurance.processor_seconds, ""),
        quantity(f"ticks walked, {engine}", result.record.ticks, ""),
        quantity(f"fell, {engine}", int(result.record.fell), ""),
        quantity(f"LCP failures, {engine}", result.failures + endurance.engine_failures, ""),
        quantity(f"largest LCP residual, {engine}", result.max_residual, "m/s or N s"),
        quantity(f"mean cost (eq. 18), {engine}", result.record.mean_cost, ""),
    ]
