"""A walk by `cmd_vel`: from standing to two speeds, a turn, and back to standing still."""

from dataclasses import dataclass
from math import degrees, remainder, tau

import numpy as np

from biped_control.analysis.rollout import Tick
from biped_control.analysis.steering.graph_assembly import SteeringParts
from biped_control.analysis.steering.operated_route import OperatedRoute
from biped_control.robot.state import FloatArray
from biped_control.simulation.disturbances import Disturbances
from biped_control.steering.operator.settings import load_operator_settings
from biped_control.steering.operator.velocity import Velocity, velocity_command
from biped_control.steering.pilot import Pilot
from biped_control.steering.planner import Planner
from biped_control.steering.wanted_hub import wanted_hub

_MEASURED_S = 8.0  # a speed is that of the last seconds of its command
_STILL_AFTER_S = 1.0  # the drift counts from so long after the robot has come to stand


@dataclass(frozen=True)
class VelocityPhase:
    """A velocity that is commanded for a while.

    Attributes:
        name: of the phase.
        seconds: how long.
        velocity: what is commanded.
    """

    name: str
    seconds: float
    velocity: Velocity


@dataclass(frozen=True)
class VelocityWalkTask:
    """What to walk.

    Attributes:
        engine: by name.
        seed: of where the walk starts beside the reference.
        speeds_mps: to walk at, one after the other.
        walk_s: how long at each [s].
        turn_mps: speed while it turns ...
        turn_rate: ... by so much [rad/s] ...
        turn_s: ... for so long [s].
        stand_s: how long it stands in the end, drift counted [s].
    """

    engine: str
    seed: int = 1
    speeds_mps: tuple[float, ...] = (0.8, 1.5)
    walk_s: float = 16.0
    turn_mps: float = 1.2
    turn_rate: float = 0.3
    turn_s: float = 5.2
    stand_s: float = 30.0

    def phases(self) -> list[VelocityPhase]:
        """What is commanded, in order."""
        walks = [VelocityPhase(f"{v:g} m/s", self.walk_s, Velocity(v)) for v in self.speeds_mps]
        return [
            VelocityPhase("stand", 2.0, Velocity(0.0)),
            *walks,
            VelocityPhase("before the turn", 5.0, Velocity(self.turn_mps)),
            VelocityPhase("turn", self.turn_s, Velocity(self.turn_mps, 0.0, self.turn_rate)),
            VelocityPhase("after the turn", 8.0, Velocity(self.turn_mps)),
            VelocityPhase("stop", self.stand_s + 10.0, Velocity(0.0)),
        ]


@dataclass(frozen=True)
class VelocityWalkResult:
    """What came of it.

    Attributes:
        task: what was walked.
        fell: whether the robot fell.
        speeds_mps: measured, one for each that was commanded [m/s].
        commanded_turn_deg, turned_deg: by how much it was to turn, and did [degrees].
        stopped_after_s: from the stop to standing [s]; None if it never stood.
        drift_m: furthest that the base came from where it stood, in `stand_s` [m]; None if it stood for less.
        clips: that were played, in order.
    """

    task: VelocityWalkTask
    fell: bool
    speeds_mps: tuple[float, ...]
    commanded_turn_deg: float
    turned_deg: float
    stopped_after_s: float | None
    drift_m: float | None
    clips: tuple[str, ...]

    def speed_errors(self) -> tuple[float, ...]:
        """Share by which each speed was missed."""
        pairs = zip(self.speeds_mps, self.task.speeds_mps, strict=True)
        return tuple(abs(found / wanted - 1.0) for found, wanted in pairs)


def velocity_walk(parts: SteeringParts, planner: Planner, task: VelocityWalkTask) -> VelocityWalkResult:
    """Walks it, with the operators, the pilot and the clips that the ROS graph has.

    Raises:
        ClipError: the library has nothing to stand with.
        EngineError: the engine cannot be made.
    """
    walk, graph, settings = parts.walk, parts.library.graph, load_operator_settings()
    phases, dt = task.phases(), walk.settings.dt
    ends = np.cumsum([phase.seconds for phase in phases])
    commands = [velocity_command(phase.velocity, settings) for phase in phases]
    pilot = Pilot(graph.clips, graph, planner, settings, parts.halves)
    stand = wanted_hub(0.0, graph.hubs, settings)  # the pilot's own choice: hubs may be equally slow
    route = OperatedRoute(
        stand,
        pilot,
        lambda now: commands[min(int(np.searchsorted(ends, now, side="right")), len(commands) - 1)],
        settings,
        walk.look_ahead,
        dt,
    )
    seen = _Seen()

    def observe(tick: Tick) -> None:
        route.observe(tick)
        seen.add(tick)

    engine = walk.engine(task.engine)
    try:
        outcome = walk.loop("nqr", engine).run(
            route, round(ends[-1] / dt), disturbances=Disturbances(task.seed), observe=observe
        )
    finally:
        engine.close()
    begins = {phase.name: round((end - phase.seconds) / dt) for phase, end in zip(phases, ends, strict=True)}
    speeds = [seen.speed(begins[f"{v:g} m/s"] + round(task.walk_s / dt), dt) for v in task.speeds_mps]
    stood = seen.stands_from(stand, begins["stop"])
    return VelocityWalkResult(
        task=task,
        fell=outcome.record.fell,
        speeds_mps=tuple(speeds),
        commanded_turn_deg=degrees(task.turn_rate * task.turn_s),
        turned_deg=seen.turned(begins["turn"], begins["stop"]),
        stopped_after_s=None if stood is None else (stood - begins["stop"]) * dt,
        drift_m=None if stood is None else seen.drift(stood + round(_STILL_AFTER_S / dt), task.stand_s, dt),
        clips=tuple(seen.played),
    )


class _Seen:
    """Base and clip of every tick.

    Attributes:
        played: clips in the order in which they were begun, each once as long as it repeats itself.
    """

    def __init__(self) -> None:
        self._poses, self._clips, self._headings = list[FloatArray](), list[str](), list[float]()
        self.played: list[str] = []

    def add(self, tick: Tick) -> None:
        self._poses.append(tick.after.state.q[:2].copy())
        self._headings.append(tick.reference.placement.yaw)
        self._clips.append(tick.reference.clip)
        if not self.played or self.played[-1] != tick.reference.clip:
            self.played.append(tick.reference.clip)

    def speed(self, end: int, dt: float) -> float:
        """Mean speed of the seconds before a tick [m/s]; 0 if it was not reached."""
        if end > len(self._poses):
            return 0.0
        begin = max(0, end - round(_MEASURED_S / dt))
        return float(np.hypot(*(self._poses[end - 1] - self._poses[begin]))) / ((end - 1 - begin) * dt)

    def turned(self, begin: int, end: int) -> float:
        """Change of the reference's heading, within half a turn [degrees]; 0 if it was not reached."""
        if end >= len(self._headings):
            return 0.0
        return degrees(remainder(self._headings[end] - self._headings[begin], tau))

    def stands_from(self, stand: str, begin: int) -> int | None:
        """First tick from `begin` on of standing till the end; None without one."""
        if len(self._clips) <= begin or self._clips[-1] != stand:
            return None
        walking = [tick for tick in range(begin, len(self._clips)) if self._clips[tick] != stand]
        return walking[-1] + 1 if walking else begin

    def drift(self, begin: int, seconds: float, dt: float) -> float | None:
        """Furthest distance in so many seconds from where the base was in tick `begin` [m]."""
        end = begin + round(seconds / dt)
        if end > len(self._poses):
            return None
        path = np.array(self._poses[begin:end])
        return float(np.hypot(*(path - path[0]).T).max())
