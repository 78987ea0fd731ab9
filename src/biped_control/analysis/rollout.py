"""The control loop in one process, without ROS: the same planner, policy and adaptation as in the graph."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Protocol

import numpy as np

from biped_control.analysis.run_record import RunRecord
from biped_control.analysis.timing import percentiles_ms
from biped_control.contact.adaptation import AdaptedControls
from biped_control.contact.changeable_adaptation import ChangeableAdaptation
from biped_control.contact.perception import Perception
from biped_control.contact.weights import AdaptationWeights
from biped_control.errors import EngineError
from biped_control.motion.clip import Clip
from biped_control.motion.editing.edit import TimedEdit
from biped_control.motion.reference import Reference
from biped_control.policies.look_ahead import LookAheadPolicy
from biped_control.policies.weights import LookAheadWeights
from biped_control.robot.base_coordinates import as_sensed
from biped_control.robot.effort import clamp_effort
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray, State
from biped_control.settings import ControlSettings
from biped_control.simulation.disturbances import Disturbances
from biped_control.simulation.lcp import LcpSimulator
from biped_control.simulation.simulator import Simulator
from biped_control.steering.adaptive_reference import AdaptiveReference
from biped_control.steering.clip_player import ClipPlayer
from biped_control.steering.itinerary import Leg


@dataclass(frozen=True)
class Tick:
    """What an observer of a rollout sees of one tick.

    Attributes:
        index: number of the tick, from 0.
        reference: what was followed.
        before: the state at its beginning, in the world.
        controls: what contact adaptation made of the policy's controls.
        torques: (nu,) what was applied, within the effort limits [N m].
        after: what was observed at its end.
    """

    index: int
    reference: Reference
    before: State
    controls: AdaptedControls
    torques: FloatArray
    after: Observation


class Route(Protocol):
    """Says which clip comes next: an `Itinerary`, or whoever steers."""

    @property
    def first(self) -> str:
        """The clip that everything begins with."""

    @property
    def halves(self) -> Mapping[str, Placement]:
        """Hubs that it may leave at half their cycle, see `steering.heel_strike`."""

    def leg(self, number: int) -> Leg:
        """The `number`-th clip, counted from 1.

        Asked after `observe`, at the last tick of the clip before and at half the cycle of such a hub, which
        goes on if it is the answer.
        """


@dataclass
class RolloutResult:
    """What came out of a rollout.

    Attributes:
        record: states, cost and fall of the run.
        max_torque: largest torque applied to any joint [N m].
        clamped: torques that met an effort limit.
        wall_seconds: time of everything [s].
        solves, failures, max_residual: contact problems of the adaptation.
        control_seconds: time of policy and adaptation in each tick [s].
    """

    record: RunRecord
    max_torque: float = 0.0
    clamped: int = 0
    wall_seconds: float = 0.0
    solves: int = 0
    failures: int = 0
    max_residual: float = 0.0
    control_seconds: list[float] = field(default_factory=list)

    def summary(self) -> dict[str, object]:
        """The documented JSON keys."""
        travel = self.record.travel
        return {
            **self.record.summary(),
            "heading_rad": float(travel.end.q[3] - travel.start.q[3]),
            "max_torque_nm": self.max_torque,
            "clamped_torques": self.clamped,
            "tick_ms": percentiles_ms(self.control_seconds),
            "lcp": {"solves": self.solves, "failures": self.failures, "max_residual": self.max_residual},
            "realtime_factor": travel.seconds / self.wall_seconds if self.wall_seconds else 0.0,
        }

    def count(self, controls: AdaptedControls, torques: FloatArray, clamped: int) -> None:
        """Takes note of what was applied in a tick."""
        self.clamped += clamped
        self.max_torque = max(self.max_torque, float(np.abs(torques).max()))
        self.solves += 1
        self.failures += not controls.solution.solved
        self.max_residual = max(self.max_residual, controls.solution.residual)


class ControlLoop:
    """Planner, policy and adaptation of one robot on one engine.

    Attributes:
        adaptation: whose gamma may be changed during a run.
    """

    def __init__(
        self,
        robot: RobotModel,
        clips: Mapping[str, Clip],
        policy: LookAheadPolicy,
        engine: Simulator,
        settings: ControlSettings,
        look_ahead: LookAheadWeights,
        adaptation: AdaptationWeights,
        others: Mapping[str, Clip] | None = None,
    ) -> None:
        """
        Args:
            robot: the robot of the clips and of the engine.
            clips: what may be played, by name.
            policy: predicts the controls of each tick.
            engine: the physics.
            settings: rate, gamma and the like.
            look_ahead: Table 2, for the cost.
            adaptation: Table 3.
            others: clips besides that an edit may go over to, with their hubs; none unless given.
        """
        self._robot, self._settings = robot, settings
        self._clips = {**(others or {}), **clips}
        self._policy, self._engine = policy, engine
        self._look_ahead = look_ahead
        self._reference = AdaptiveReference(robot, clips, settings, policy.window, others)
        self._perception = Perception(robot, settings)
        self.adaptation = ChangeableAdaptation(robot, adaptation, settings)

    def run(
        self,
        itinerary: Route,
        ticks: int,
        *,
        disturbances: Disturbances | None = None,
        observe: Callable[[Tick], None] | None = None,
        edits: Sequence[TimedEdit] = (),
    ) -> RolloutResult:
        """Walks for `ticks` control ticks or until the robot falls.

        Args:
            itinerary: which clips, in which order.
            ticks: how long.
            disturbances: of start and sensors, and pushes; none by default.
            observe: called after every tick, e.g. for progress or plots.
            edits: of the reference; all are tried before the first tick, but for the moment in which a clip
                takes over.

        Raises:
            MotionError: an edit cannot be done.
        """
        disturbances = disturbances or Disturbances(seed=0)
        player = ClipPlayer(self._clips, itinerary.first, halves=itinerary.halves)
        self._reference.reset()
        self._reference.editing.check([timed.edit for timed in edits], player)
        following: str | None = None
        observation = self._engine.reset(disturbances.start(player.clip.state(0)))
        self._policy.reset(as_sensed(observation.state), player.reference())
        self.adaptation.reset()
        self._perception.reset()
        record = RunRecord(self._robot, self._look_ahead, self._settings.dt, observation.state)
        result = RolloutResult(record)
        exact = disturbances.exact_sensors and disturbances.exact_model
        started = perf_counter()
        for index in range(ticks):
            if (push := disturbances.push_at(index)) is not None:
                self._engine.push(push)
            before = observation.state
            sensed = replace(observation, state=as_sensed(disturbances.sensed(observation)))
            tick_started = perf_counter()
            self._reference.feel(sensed.state, sensed.contact_points, sensed.contact_forces)
            if index > 0:
                self._reference.advance(player, following)
            for timed in edits:
                if round(timed.at_s / self._settings.dt) == index:
                    self._reference.editing.edit(timed.edit, player)
            reference = self._reference.reference(player)
            perceived = self._perception.perceive(sensed, self._reference.ground_at)
            predicted = self._policy.predict(perceived.ahead, reference)
            controls = self.adaptation.adapt(perceived.ahead, predicted, perceived.ground_at)
            torques, clamped = clamp_effort(controls.torques, self._robot.effort_limits)
            self._perception.answered(predicted.ground, torques)
            result.control_seconds.append(perf_counter() - tick_started)
            result.count(controls, torques, clamped)
            flat = perceived.ground_at is None and predicted.ground is None
            as_expected = exact and flat and perceived.foretold is None and not clamped
            try:
                observation = self._advance(controls, torques, as_expected)
            except EngineError:
                record.fell = True  # engines refuse to go on once the numbers are no longer finite
                break
            record.add_reference(index, reference)
            record.add_tick(index, torques, observation.state)
            if record.fell:
                break
            if observe is not None:
                observe(Tick(index, reference, before, controls, torques, observation))
            editing = self._reference.editing
            chosen = player.at_decision and not (editing.goes_over or editing.gone_over)
            following = itinerary.leg(player.clip_count + 1).clip if chosen else None
        result.wall_seconds = perf_counter() - started
        return result

    def _advance(self, controls: AdaptedControls, torques: FloatArray, adapted: bool) -> Observation:
        """One tick; `lcp` takes the adaptation's solution over where what that believes is true (4.3)."""
        if isinstance(self._engine, LcpSimulator) and adapted:
            return self._engine.step_adapted(controls)
        return self._engine.step(torques)
