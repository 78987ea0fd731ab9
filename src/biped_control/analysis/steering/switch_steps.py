"""How far torques step when policy, gamma or clip is changed while the robot walks.

A step of a joint is the change of its torque from one tick to the next. Walking itself moves torques fast
when a foot lands, and under one policy or gamma further than under another; so the step with the switch is
compared with those of walks without one:

    beyond old     with the same walk, the same bit for bit up to the switch, that goes on as it was;
    beyond either  with that and with a walk under the new setting from the start, each with the largest step
                   within three ticks, because feet do not land in the very same tick: what is left over is
                   due to the switch.

Between clips there is only the first, and only in the first tick of the new clip: what follows is another
motion.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.ndimage import maximum_filter1d

from biped_control.analysis.rollout import ControlLoop, Tick
from biped_control.analysis.steering.graph_assembly import SteeringParts
from biped_control.policies.changeable_policy import ChangeablePolicy
from biped_control.policies.crossfade import FADE_TICKS
from biped_control.robot.state import FloatArray
from biped_control.simulation.simulator import Simulator
from biped_control.steering.itinerary import Itinerary, Leg, repeating

_LANDING_TICKS = 3  # by so many ticks feet land earlier or later under another policy or gamma


@dataclass(frozen=True)
class Setting:
    """What can be switched without another clip.

    Attributes:
        policy: look-ahead policy, by name.
        gamma: of eq. 17.
    """

    policy: str
    gamma: float

    def change_to(self, other: "Setting") -> str:
        """In words."""
        if self.policy != other.policy:
            return f"{self.policy} to {other.policy}"
        return f"gamma {self.gamma:g} to {other.gamma:g}"


@dataclass(frozen=True)
class SwitchTask:
    """What to switch.

    Attributes:
        engine: by name.
        what: is switched.
        phases: policy and gamma are switched so many times, evenly spread over a cycle of the walk.
        gammas: to go over to.
    """

    engine: str
    what: Literal["policy", "gamma", "clip"]
    phases: int = 16
    gammas: tuple[float, ...] = (0.002, 0.02)


@dataclass(frozen=True)
class Step:
    """The largest steps of one switch, as shares of the effort limits.

    Attributes:
        switch: which, in words.
        beyond_old, beyond_either: see the head of this module.
        joint: the one that has the latter.
    """

    switch: str
    beyond_old: float
    beyond_either: float
    joint: str


def switch_steps(parts: SteeringParts, task: SwitchTask, told: Callable[[int], None]) -> list[Step]:
    """The largest steps of every switch.

    Args:
        parts: the motion graph and its controllers.
        task: what to switch.
        told: hears how many switches there were.

    Raises:
        EngineError: the engine cannot be made.
        ConfigurationError: a gamma is out of range.
    """
    engine = parts.walk.engine(task.engine)
    try:
        bench = _Bench(parts, engine)
        steps = list[Step]()
        for switch in _switches(bench, task):
            steps.append(switch())
            told(len(steps))
        return steps
    finally:
        engine.close()


def _switches(bench: "_Bench", task: SwitchTask) -> list[Callable[[], Step]]:
    usual = Setting("nqr", bench.parts.walk.settings.gamma)
    if task.what == "clip":
        return [lambda name=name: bench.to_clip(usual, name) for name in bench.clips]  # type: ignore[misc]
    other = Setting("lqr", usual.gamma)
    changes = [(usual, other), (other, usual)]
    if task.what == "gamma":
        changes = [(usual, Setting(usual.policy, gamma)) for gamma in task.gammas]
    ticks = [2 * bench.cycle + round(bench.cycle * phase / task.phases) for phase in range(task.phases)]
    return [
        lambda old=old, new=new, tick=tick: bench.to_setting(old, new, tick)  # type: ignore[misc]
        for old, new in changes
        for tick in ticks
    ]


class _Bench:
    """One engine, and the walks without a switch that were needed so far.

    Attributes:
        parts: the motion graph and its controllers.
        clips: names of those that are no hubs.
        cycle: ticks of the root's cycle.
    """

    def __init__(self, parts: SteeringParts, engine: Simulator) -> None:
        self.parts, self._engine = parts, engine
        graph = parts.library.graph
        self._root = graph.root
        self.clips = sorted(name for name, clip in graph.clips.items() if not clip.cyclic)
        self.cycle = graph.clips[graph.root].steps
        self._unswitched: dict[tuple[str, Setting], FloatArray] = {}

    def to_setting(self, old: Setting, new: Setting, tick: int) -> Step:
        """Walks straight, switches after so many ticks, and compares until it has gone over."""
        end = tick + FADE_TICKS + 1
        switched = self._steps(repeating(self._root), old, end, tick, new)
        longest = 3 * self.cycle + FADE_TICKS + _LANDING_TICKS
        before, after = (self._straight(self._root, setting, longest) for setting in (old, new))
        count = min(len(steps) for steps in (switched, before, after))
        width = 2 * _LANDING_TICKS + 1
        around = maximum_filter1d(np.maximum(before[: len(after)], after[: len(before)]), width, axis=0)
        during = slice(tick - 1, count)
        return self._step(old.change_to(new), switched[during], before[during], around[during])

    def to_clip(self, setting: Setting, name: str) -> Step:
        """Plays two cycles of the hub that a clip begins in, and compares its first tick."""
        hub = self.parts.walk.clips[name].start_hub
        ticks = 2 * self.parts.walk.clips[hub].steps + 1
        legs = tuple(Leg(leg, "to be measured") for leg in (hub, hub, name))
        switched, before = self._steps(Itinerary(legs), setting, ticks), self._straight(hub, setting, ticks)
        return self._step(f"{hub} to {name}", switched[-1:], before[-1:], before[-1:])

    def _straight(self, hub: str, setting: Setting, ticks: int) -> FloatArray:
        if (hub, setting) not in self._unswitched:
            self._unswitched[hub, setting] = self._steps(repeating(hub), setting, ticks)
        return self._unswitched[hub, setting]

    def _steps(
        self,
        itinerary: Itinerary,
        setting: Setting,
        ticks: int,
        switch_at: int = -1,
        new: Setting | None = None,
    ) -> FloatArray:
        """(ticks - 1, joints) absolute steps [N m], from tick 0 to tick 1 on; less if the robot falls."""
        walk = self.parts.walk
        policy = ChangeablePolicy(walk.policy(setting.policy))
        loop = ControlLoop(
            walk.robot,
            walk.clips,
            policy,
            self._engine,
            walk.settings.replaced(gamma=setting.gamma),
            look_ahead=walk.look_ahead,
            adaptation=walk.adaptation,
        )
        torques = list[FloatArray]()

        def observe(tick: Tick) -> None:
            torques.append(tick.torques.copy())
            if new is not None and tick.index + 1 == switch_at:
                if new.policy != setting.policy:
                    policy.change_to(walk.policy(new.policy))
                if new.gamma != setting.gamma:
                    loop.adaptation.change_gamma(new.gamma)

        loop.run(itinerary, ticks, observe=observe)
        return np.asarray(np.abs(np.diff(np.array(torques), axis=0)))

    def _step(self, name: str, switched: FloatArray, old: FloatArray, either: FloatArray) -> Step:
        robot = self.parts.walk.robot
        beyond_old, beyond = ((switched - other) / robot.effort_limits for other in (old, either))
        joint = int(np.argmax(beyond.max(axis=0)))
        return Step(name, _positive(beyond_old), _positive(beyond), robot.joint_names[joint])


def _positive(shares: FloatArray) -> float:
    return max(0.0, float(shares.max()))
