"""One run that samples transitions: clips in random order under disturbances, until a fall or long enough.

Every transition begins in a state that the robot was really in, with all that earlier clips have left behind.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import pi, remainder

import numpy as np

from biped_control.analysis.recent_cost import RecentCost
from biped_control.analysis.rollout import Tick
from biped_control.analysis.steering.graph_assembly import SteeringParts
from biped_control.robot.placement import Placement
from biped_control.robot.state import State
from biped_control.simulation.rough_conditions import RoughConditions, Roughness
from biped_control.steering.itinerary import Leg
from biped_control.steering.motion_graph import MotionGraph
from biped_control.steering.transition import Transition

_NEARER = 0.5  # how much less a transition attracts that is one more clip away


@dataclass(frozen=True)
class RunTask:
    """What a run is to do.

    Attributes:
        engine: by name.
        seed: of everything random.
        wanted: how many more samples of each clip are wanted, by name.
    """

    engine: str
    seed: int
    wanted: Mapping[str, int]


class EnoughSamplesError(Exception):
    """All samples that a run was to bring are there; ends it early."""


class RandomRoute:
    """Prefers clips of which samples are wanted, and ways to them."""

    def __init__(self, graph: MotionGraph, task: RunTask) -> None:
        self._graph, self._wanted = graph, dict(task.wanted)
        self._draw = np.random.default_rng((task.seed, 2))
        self.halves: Mapping[str, Placement] = {}
        attraction = self._attraction()
        hubs = list(graph.hubs)
        self.first = hubs[self._drawn([attraction[hub] for hub in hubs])]
        self._last = self.first
        self._count_down(self.first)

    def leg(self, number: int) -> Leg:
        """See `analysis.rollout.Route`.

        Raises:
            EnoughSamplesError: nothing more is wanted.
        """
        if not any(self._wanted.values()):
            raise EnoughSamplesError
        hub = self._graph.clips[self._last].end_hub
        attraction = self._attraction()
        names = self._graph.leaving(hub)
        self._last = names[self._drawn([self._appeal(name, attraction) for name in names])]
        self._count_down(self._last)
        return Leg(self._last, "drawn at random")

    def _drawn(self, weights: list[float]) -> int:
        shares = np.array(weights) + 1e-9
        return int(self._draw.choice(len(shares), p=shares / shares.sum()))

    def _count_down(self, name: str) -> None:
        self._wanted[name] = max(0, self._wanted.get(name, 0) - 1)

    def _appeal(self, name: str, attraction: Mapping[str, float]) -> float:
        clip = self._graph.clips[name]
        beyond = 0.0 if clip.end_hub == clip.start_hub else _NEARER * attraction[clip.end_hub]
        return self._wanted.get(name, 0) + beyond

    def _attraction(self) -> dict[str, float]:
        """What is wanted from each hub on; what is further away counts less."""
        attraction = dict.fromkeys(self._graph.hubs, 0.0)
        for _ in attraction:
            attraction = {
                hub: max(self._appeal(name, attraction) for name in self._graph.leaving(hub))
                for hub in attraction
            }
        return attraction


@dataclass(frozen=True)
class _Begun:
    """A clip that is being played."""

    clip: str
    start_cost: float
    yaw_off: float


class TransitionRecorder:
    """Makes transitions from the ticks of a run; its `observe` belongs into a control loop.

    Attributes:
        transitions: what has been played to its end, or to the fall.
    """

    def __init__(self, parts: SteeringParts, task: RunTask, conditions: str) -> None:
        self._graph, self._digests, self._task = parts.library.graph, parts.digests, task
        self._dt, self._conditions = parts.walk.settings.dt, conditions
        self._recent = RecentCost(parts.walk.look_ahead, self._dt)
        self._begun: _Begun | None = None
        self._before, self._costs = "", list[float]()
        self.transitions: list[Transition] = []

    def observe(self, tick: Tick) -> None:
        """Takes a tick."""
        clip = self._graph.clips[tick.reference.clip]
        if tick.reference.frame == 0:
            off = _yaw_off(tick.before, tick, tick.reference.state)
            self._begun, self._costs = _Begun(clip.name, self._recent.value, off), []
        cost = self._recent.add(tick.after.state, tick.reference, tick.torques)
        self._costs.append(cost)
        if self._begun is not None and tick.reference.frame + 1 == clip.steps:
            off = _yaw_off(tick.after.state, tick, tick.reference.next_state)
            gained = self._graph.turn(clip.name) + remainder(off - self._begun.yaw_off, 2.0 * pi)
            self._end(survived=True, turned=gained)

    def fall(self) -> None:
        """The robot has fallen in the tick after the last one observed."""
        if self._begun is not None:
            self._end(survived=False, turned=0.0)
        elif self.transitions:
            self.transitions[-1] = replace(self.transitions[-1], survived=False)

    def _end(self, survived: bool, turned: float) -> None:
        begun = self._begun
        assert begun is not None
        self.transitions.append(
            Transition(
                clip=begun.clip,
                digest=self._digests[begun.clip],
                conditions=self._conditions,
                engine=self._task.engine,
                seed=self._task.seed,
                before=self._before,
                start_cost=begun.start_cost,
                end_cost=self._recent.value,
                cost=float(np.mean(self._costs)),
                survived=survived,
                turned=turned,
                seconds=len(self._costs) * self._dt,
            )
        )
        self._before, self._begun = begun.clip, None


def sample_run(
    parts: SteeringParts, task: RunTask, roughness: Roughness, seconds: float, conditions: str
) -> list[Transition]:
    """Simulates one run and returns its transitions; a clip that is not finished when it ends is left out.

    Args:
        parts: the motion graph and its controllers.
        task: engine, seed, and what is wanted.
        roughness: of the disturbances.
        seconds: longest simulated time.
        conditions: digest of settings, weights and disturbances, for the transitions.

    Raises:
        EngineError: the engine cannot be made.
    """
    walk, rough = parts.walk, RoughConditions(task.seed, roughness)
    engine = walk.engine(task.engine, rough.terrain)
    route = RandomRoute(parts.library.graph, task)
    recorder = TransitionRecorder(parts, task, conditions)
    try:
        result = walk.loop("nqr", engine).run(
            route,
            round(seconds * walk.settings.rate_hz),
            disturbances=rough,
            observe=recorder.observe,
        )
        if result.record.fell:
            recorder.fall()
    except EnoughSamplesError:
        pass
    finally:
        engine.close()
    return recorder.transitions


def _yaw_off(state: State, tick: Tick, wanted: State) -> float:
    """Yaw of a state relative to what was wanted; both to the side that the clip calls left [rad]."""
    placement = tick.reference.placement
    return placement.side * remainder(float(state.q[3]) - placement.heading(float(wanted.q[3])), 2.0 * pi)
