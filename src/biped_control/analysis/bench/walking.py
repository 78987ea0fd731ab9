"""Times of the control loop while it walks: parts of a tick, engines, whole rollouts.

Contact problems are recorded on the way.
"""

from dataclasses import dataclass, field
from time import process_time

import numpy as np

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.bench.contact_problem import ContactProblem
from biped_control.analysis.rollout import RolloutResult, Tick
from biped_control.analysis.steady_process import steady_process
from biped_control.analysis.timing import Lap, Stopwatch
from biped_control.contact.adaptation import AdaptationProblem, ContactAdaptation
from biped_control.policies.factory import POLICIES
from biped_control.robot.state import State
from biped_control.simulation.lcp import LcpSimulator
from biped_control.simulation.simulator import Simulator

_WARM_UP = 20  # ticks; loads compiled kernels and warms caches up


@dataclass
class TickParts:
    """Walks along with a rollout and does its work once more, part by part, under a stopwatch.

    Between two ticks the engine of the rollout runs, so that caches are as cold as they are in use. A second
    engine walks along. Where its state comes out different it is put right before the next tick: in a rollout
    `lcp` takes the adaptation's solution over and does not solve by itself.

    Attributes:
        watch: samples by name.
        problems: contact problems met, with the torque law inside.
        held_problems: those of the same ticks with the torques held, as an engine meets them.
    """

    parts: WalkParts
    engine: Simulator
    engine_name: str
    watch: Stopwatch = field(default_factory=Stopwatch)
    problems: list[ContactProblem] = field(default_factory=list)
    held_problems: list[ContactProblem] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._policies = {name: self.parts.policy(name) for name in POLICIES}
        robot, weights, settings = self.parts.robot, self.parts.adaptation, self.parts.settings
        self._adaptation = ContactAdaptation(robot, weights, settings)
        self._holding = ContactAdaptation(robot, weights, settings.replaced(gamma=0.0))
        self.engine_state: State | None = None

    def __call__(self, tick: Tick) -> None:
        watch = Stopwatch() if tick.index < _WARM_UP else self.watch
        for name, policy in self._policies.items():
            if name != "nqr":
                lap = Lap()
                policy.predict(tick.before, tick.reference)
                watch.add(f"policy {name}", lap)
        start = Lap()
        predicted = self._policies["nqr"].predict(tick.before, tick.reference)
        lap = watch.add("policy nqr", start)
        problem = self._adaptation.formulate(tick.before, predicted)
        lap = watch.add("adaptation matrices", lap)
        self._adaptation.solve(problem)
        watch.add("adaptation LCP", lap)
        watch.add("policy + adaptation", start)
        self.problems.append(self._recorded(problem))
        self.held_problems.append(self._recorded(self._holding.formulate(tick.before, predicted)))
        if not _same(self.engine_state, tick.before):
            self.engine.reset(tick.before)
        lap = Lap()
        self.engine_state = self.engine.step(tick.torques).state
        watch.add(f"engine {self.engine_name}", lap)

    def _recorded(self, problem: AdaptationProblem) -> ContactProblem:
        contacts, friction = problem.constraints.contacts, self.parts.settings.friction
        return ContactProblem(problem.operator, problem.velocity, contacts, friction)


def _same(state: State | None, other: State) -> bool:
    return state is not None and np.array_equal(state.q, other.q) and np.array_equal(state.v, other.v)


def measure_tick_parts(parts: WalkParts, engine_name: str, ticks: int, policy: str = "nqr") -> TickParts:
    """Walks `ticks` ticks on an engine and times the parts of every tick."""
    engine = parts.engine(engine_name)
    along = TickParts(parts, parts.engine(engine_name), engine_name)
    with steady_process():
        parts.loop(policy, engine).run(parts.itinerary, ticks, observe=along)
    engine.close()
    along.engine.close()
    return along


@dataclass(frozen=True)
class Endurance:
    """A plain rollout with nothing else going on.

    Attributes:
        result: what came out, with the times of policy and adaptation.
        engine_failures: contact problems that the engine `lcp` had to solve approximately.
        processor_seconds: processor time of the process.
    """

    result: RolloutResult
    engine_failures: int
    processor_seconds: float


def measure_endurance(parts: WalkParts, engine_name: str, ticks: int, policy: str = "nqr") -> Endurance:
    """Walks without an observer, as `biped rollout` does."""
    engine = parts.engine(engine_name)
    loop = parts.loop(policy, engine)
    loop.run(parts.itinerary, _WARM_UP)
    with steady_process():
        started = process_time()
        result = loop.run(parts.itinerary, ticks)
        processor_seconds = process_time() - started
    failures = engine.unsolved if isinstance(engine, LcpSimulator) else 0
    engine.close()
    return Endurance(result, failures, processor_seconds)
