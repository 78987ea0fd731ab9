"""The loop of a simulator on an engine that only counts, and a clock that the test turns."""

from typing import Any

import numpy as np

from biped_control.errors import EngineError
from biped_control.robot.observation import Observation
from biped_control.robot.state import FloatArray, State
from biped_control.safety.fault import Fault
from biped_control.safety.safety_limits import SafetyLimits
from biped_control.safety.supervisor import Supervisor, Verdict
from biped_control.simulation.disturbances import Disturbances
from biped_control.simulation.simulator import Push

DT = 0.01
BRAKE = np.array([-7.0])
START = State(np.zeros(7), np.zeros(7))
LIMITS = SafetyLimits(
    ("knee",), torques=np.array([60.0]), velocities=np.array([1.0]), fast_ticks=2, patience=500
)


class Damper:
    """Brakes always the same, holds with less."""

    def brake(self, state: State) -> FloatArray:
        return BRAKE

    def hold(self, state: State, pose: FloatArray) -> FloatArray:
        return 0.5 * BRAKE


class CountingEngine:
    """Its x is the number of steps."""

    def __init__(self) -> None:
        self.applied: list[float] = []
        self.pushed: list[float] = []
        self.broken_at: int | None = None
        self.joint_velocity = 0.0

    def reset(self, state: State) -> Observation:
        self.applied.clear()
        return self._observe()

    def step(self, torques: FloatArray) -> Observation:
        if len(self.applied) == self.broken_at:
            raise EngineError("numbers left the real line")
        self.applied.append(float(torques[0]))
        return self._observe()

    def push(self, push: Push) -> None:
        self.pushed.append(float(push.force[0]))

    def _observe(self) -> Observation:
        state = State(np.zeros(7), np.zeros(7))
        state.q[0], state.v[6] = len(self.applied), self.joint_velocity
        return Observation(state, np.zeros((0, 3)), np.zeros((0, 3)))


class Record:
    """Counts ticks; the robot falls when the test says so."""

    def __init__(self) -> None:
        self.ticks, self.fell, self.falls_at = 0, False, None
        self.after: list[float] = []

    @property
    def seconds(self) -> float:
        return self.ticks * DT

    def add_tick(self, tick: int, torques: FloatArray, after: State) -> None:
        self.fell = self.fell or tick == self.falls_at
        self.ticks += not self.fell
        self.after.append(float(after.q[0]))


class Blurred(Disturbances):
    """Sensors that are a half too high at first, a whole in the next tick, and so on; notes who is asked."""

    def __init__(self) -> None:
        super().__init__(0)
        self.asked: list[str] = []

    def measured(self, state: State) -> State:
        self.asked.append("sense")
        return State(state.q + 0.5 * self.asked.count("sense"), state.v)

    def push_at(self, tick: int) -> Push | None:
        self.asked.append(f"push {tick}")
        return Push("torso", np.full(3, float(tick)), 1) if tick else None


class Bench:
    """A loop with everything around it under control."""

    def __init__(
        self,
        kind: type[Any],
        ticks: int = 0,
        ends_with_fall: bool = True,
        disturbances: Disturbances | None = None,
    ) -> None:
        self.now = 100.0
        self.engine = CountingEngine()
        self.published: list[tuple[int, float]] = []
        self.late: list[int] = []
        self.reported: list[tuple[int, Verdict]] = []
        self.supervisor = Supervisor(LIMITS, Damper())
        self.loop = kind(
            engine=self.engine,
            disturbances=disturbances or Disturbances(0),
            supervisor=self.supervisor,
            new_record=lambda start: Record(),
            publish=self._publish,
            report=lambda tick, verdict: self.reported.append((tick, verdict)),
            dt=DT,
            ticks=ticks,
            ends_with_fall=ends_with_fall,
            clock=lambda: self.now,
        )
        self.loop.begin(START)

    def _publish(self, tick: int, observation: Observation) -> None:
        self.published.append((tick, float(observation.state.q[0])))
        self.late.append(observation.torques_late)

    def stop(self) -> None:
        self.supervisor.latch(Fault.EMERGENCY_STOP, "somebody says so")

    def answer(self, tick: int, torque: float | None = None) -> None:
        self.loop.take(tick, np.array([float(tick) if torque is None else torque]))

    def wait(self, seconds: float) -> None:
        """Time goes by while the loop's process runs and looks at the clock."""
        while seconds > 0.0:
            self.now += min(seconds, 0.5)
            seconds -= 0.5
            self.loop.watch()

    def hold_up(self, seconds: float) -> None:
        """Time goes by while the loop's own process is stopped."""
        self.now += seconds
        self.loop.watch()
