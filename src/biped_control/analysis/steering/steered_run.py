"""Long steered runs: headings are commanded again and again, and what became of them."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import degrees, inf, isfinite, pi, remainder
from typing import Literal

import numpy as np

from biped_control.analysis.rollout import Tick
from biped_control.analysis.steering.graph_assembly import SteeringParts
from biped_control.analysis.steering.heading_record import HeadingRecord, following
from biped_control.analysis.steering.heading_schedule import HeadingSchedule, about_faces, random_headings
from biped_control.analysis.steering.steered_route import SteeredRoute
from biped_control.analysis.timing import percentiles_ms
from biped_control.simulation.disturbances import Disturbances
from biped_control.simulation.rough_conditions import RoughConditions, Roughness
from biped_control.steering.clip_player import is_decision
from biped_control.steering.intent import Intent
from biped_control.steering.motion_graph import MotionGraph
from biped_control.steering.operator.settings import load_operator_settings
from biped_control.steering.planner import Planner

Told = Callable[[float], None]
"""Hears how many seconds were simulated."""


@dataclass(frozen=True)
class SteeredRunTask:
    """What to run.

    Attributes:
        planner, engine: by name.
        seed: of commands, start and disturbances.
        minutes: simulated time; after a fall the robot is put on its feet again.
        every_s: time between commands [s].
        commands: headings anywhere, or the opposite one at any phase of the walk, up to a cycle later.
        gaits: commands also ask for other hubs than the root.
        rough: share of the strongest disturbances that transitions are sampled under, 0 for none.
    """

    planner: str
    engine: str
    seed: int
    minutes: float
    every_s: float = 5.0
    commands: Literal["random", "about_face"] = "random"
    gaits: bool = False
    rough: float = 0.0


@dataclass(frozen=True)
class SteeredRunResult:
    """What came of a run.

    Attributes:
        task: what was run.
        seconds: simulated time on the robot's feet [s].
        falls: how often it fell.
        fell_in: which clips it fell in, and how often.
        clips: how often each clip was begun.
        mean_error_deg, worst_error_deg: absolute heading error after the turns have ended, over all ticks and
            of the worst command [degrees]; None when no turn ever ended.
        overall_error_deg: mean absolute heading error over all ticks, turns included [degrees].
        responses_s: times from commands of more than 90 degrees until they were answered.
        unanswered: such commands that the next one came too early for.
        decision_ms: processor time of the planner, p50, p99, max.
    """

    task: SteeredRunTask
    seconds: float
    falls: int
    fell_in: dict[str, int]
    clips: dict[str, int]
    mean_error_deg: float | None
    worst_error_deg: float | None
    overall_error_deg: float
    responses_s: tuple[float, ...]
    unanswered: int
    decision_ms: dict[str, float]

    @property
    def falls_per_hour(self) -> float:
        """Falls in an hour of simulated time."""
        return 3600.0 * self.falls / self.seconds if self.seconds else 0.0

    @property
    def median_response_s(self) -> float | None:
        """Time until half of the large commands were answered [s]; None when fewer were."""
        times = (*self.responses_s, *[inf] * self.unanswered)
        median = float(np.median(times)) if times else inf
        return median if isfinite(median) else None

    def summary(self) -> dict[str, object]:
        """The documented JSON keys."""
        task, responses = self.task, self.responses_s
        return {
            "planner": task.planner,
            "engine": task.engine,
            "seed": task.seed,
            "seconds": round(self.seconds, 3),
            "falls": self.falls,
            "falls_per_hour": round(self.falls_per_hour, 3),
            "fell_in": self.fell_in,
            "mean_error_deg": self.mean_error_deg,
            "worst_error_deg": self.worst_error_deg,
            "overall_error_deg": self.overall_error_deg,
            "response_s": {
                "p50": self.median_response_s,
                "max": max(responses, default=None),
                "answered": len(responses),
                "unanswered": self.unanswered,
            },
            "clips": self.clips,
            "decision_ms": self.decision_ms,
        }


def schedule_of(task: SteeredRunTask, graph: MotionGraph, ticks: int, rate_hz: float) -> HeadingSchedule:
    """The commands of a run of so many ticks."""
    period, speed = round(task.every_s * rate_hz), graph.hubs[graph.root]
    if task.commands == "about_face":
        return about_faces(task.seed, ticks, period, graph.clips[graph.root].steps, speed)
    speeds = sorted(graph.hubs.values()) if task.gaits else ()
    return random_headings(task.seed, ticks, period, speed, speeds)


def steered_run(
    parts: SteeringParts, planner: Planner, task: SteeredRunTask, roughness: Roughness, told: Told
) -> SteeredRunResult:
    """Runs one task.

    Args:
        parts: the motion graph and its controllers.
        planner: decides.
        task: what to run.
        roughness: of the disturbances at a share of 1.
        told: hears how far it is, once a simulated second.

    Raises:
        EngineError: the engine cannot be made.
    """
    walk, graph = parts.walk, parts.library.graph
    dt, rate = walk.settings.dt, walk.settings.rate_hz
    ticks = round(60.0 * task.minutes * rate)
    schedule = schedule_of(task, graph, ticks, rate)
    operator = load_operator_settings()
    record, clips, fell_in = HeadingRecord(), Counter[str](), Counter[str]()
    done, falls, decisions = 0, 0, list[float]()
    rough = roughness.scaled(task.rough)
    ground = RoughConditions(task.seed, rough, full=True).terrain
    engine = walk.engine(task.engine, ground)
    try:
        while done < ticks:
            watcher = _Watcher(record, schedule, done, parts, told)
            route = SteeredRoute(
                graph, planner, watcher.intent_at, operator, walk.look_ahead, dt, parts.halves
            )

            def observe(tick: Tick, route: SteeredRoute = route, watcher: _Watcher = watcher) -> None:
                route.observe(tick)
                watcher.observe(tick)

            seed = task.seed + 1000 * falls
            disturbed = RoughConditions(seed, rough, full=True) if task.rough else Disturbances(seed)
            loop = walk.loop("nqr", engine)
            result = loop.run(route, ticks - done, disturbances=disturbed, observe=observe)
            clips.update(result.record.clips)
            decisions += route.decision_seconds
            done += max(result.record.ticks, 1)
            if result.record.fell:
                falls += 1
                fell_in[watcher.clip] += 1
    finally:
        engine.close()
    followed = following(record, dt)
    return SteeredRunResult(
        task=task,
        seconds=done * dt,
        falls=falls,
        fell_in=dict(fell_in),
        clips=dict(clips),
        mean_error_deg=_degrees(followed.mean_error),
        worst_error_deg=_degrees(followed.worst_error),
        overall_error_deg=degrees(followed.overall_error),
        responses_s=followed.responses,
        unanswered=followed.unanswered,
        decision_ms=percentiles_ms(decisions),
    )


class _Watcher:
    """Gives the commands of a stretch without a fall, and keeps the heading errors.

    Attributes:
        clip: that was played last.
    """

    def __init__(
        self,
        record: HeadingRecord,
        schedule: HeadingSchedule,
        offset: int,
        parts: SteeringParts,
        told: Told,
    ) -> None:
        self._record, self._schedule, self._offset = record, schedule, offset
        self._clips, self._rate, self._told = parts.library.graph.clips, parts.walk.settings.rate_hz, told
        self._halves, self._begun_under = parts.halves, -1
        self.clip = parts.library.graph.root

    def intent_at(self, tick: int) -> Intent:
        return self._schedule.intents[self._command(tick)]

    def observe(self, tick: Tick) -> None:
        command, reference = self._command(tick.index), tick.reference
        self.clip = reference.clip
        clip = self._clips[reference.clip]
        if reference.frame == 0 or is_decision(clip, reference.frame - 1, self._halves):
            # it was decided on at the end of the tick before
            self._begun_under = self._command(tick.index - 1) if tick.index else -1
        wanted = self._schedule.intents[command].heading
        assert wanted is not None
        placement, yaw = reference.placement, float(tick.after.state.q[3])
        off = remainder(yaw - placement.heading(float(reference.next_state.q[3])), 2.0 * pi)
        heading = placement.heading(clip.advance.yaw * (reference.frame + 1) / clip.steps)
        self._record.commands.append(command)
        self._record.errors.append(wanted - heading - off)
        self._record.yaw_errors.append(wanted - yaw)
        self._record.settled.append(clip.cyclic and self._begun_under == command)
        if tick.index % round(self._rate) == 0:
            self._told((self._offset + tick.index) / self._rate)

    def _command(self, tick: int) -> int:
        return self._schedule.number(self._offset + tick)


def _degrees(angle: float | None) -> float | None:
    return None if angle is None else degrees(angle)
