"""Node `simulator`: the physics of the robot, in place of the robot."""

import json
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
from biped.msg import JointOrder, JointTorques, Reference, RobotState, SimulationStatus
from diagnostic_msgs.msg import DiagnosticStatus
from rclpy.clock import Clock, ClockType

from biped_control.analysis.assembly import engine_settings
from biped_control.analysis.run_record import RunRecord
from biped_control.analysis.timing import percentiles_ms
from biped_control.atomic_write import atomic_write
from biped_control.errors import GraphError
from biped_control.nodes.control_messages import torques_if_any_from
from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.health import ERROR, OK, WARN, health
from biped_control.nodes.lock_step_loop import LockStepLoop
from biped_control.nodes.qos import CONTROL_QOS, LATCHED_QOS
from biped_control.nodes.real_time_loop import RealTimeLoop
from biped_control.nodes.reference_messages import planned_tick_from
from biped_control.nodes.robot_state_messages import robot_state_message
from biped_control.nodes.simulation_loop import SimulationLoop
from biped_control.nodes.simulation_status import simulation_status
from biped_control.nodes.simulator_controls import SimulatorControls
from biped_control.nodes.terms import Terms
from biped_control.nodes.torque_safety import TorqueSafety
from biped_control.policies.weights import load_table, look_ahead_weights
from biped_control.robot.damping import JointDamping
from biped_control.robot.mirror import Mirror
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.safety.safety_limits import SafetyLimits
from biped_control.safety.supervisor import Supervisor
from biped_control.settings import load_settings
from biped_control.simulation.simulator import Simulator as SimulatorEngine
from biped_control.simulation.surroundings import Surroundings
from biped_control.steering.operator.joy_mapping import load_joy_mapping
from biped_control.steering.programme import load_programme

_PLANNER_HEARD_WITHIN_S = 1.0  # one that is there and says nothing is not waited for any longer
_WATCH_PERIOD = 0.05  # [s]
_STATUS_EVERY = 4  # watch periods
_RESULT_EVERY = 20  # watch periods; who waits for the end can see how far the run is
_LAST_REFERENCES = 20  # watch periods in which the last references may still come in


class Simulator(ControlNode):
    """Publishes the state of each tick and steps when the torque for it has arrived."""

    def __init__(self) -> None:
        super().__init__("simulator")
        self._clip_name = self.argument("clip", str)
        self._engine_name = self.argument("engine", str)
        self._rate = self.argument("rate", float)
        self._physics_rate = self.argument("physics_rate", float)
        self._seconds = self.argument("seconds", float)
        self._ends_with_fall = self.argument("headless", bool) or self._seconds > 0.0
        self._realtime = self.argument("realtime", bool)
        self._terrain = self.argument("terrain", str, self._change_terrain)  # counts from the next reset
        self._scenario = self.argument("scenario", str)
        self._push = self.argument("push", str)
        self._seed = self.argument("seed", int)
        self._result_file = self.argument("result_file", str)
        self._watched = self._watched_over = 0
        self._told_of_braking = False

    def configure(self) -> None:
        """Makes the engine."""
        robot = RobotModel.load()
        clip = load_programme(self._clip_name, robot, self._rate).first
        self._robot, self._joints, self._mirror = robot, robot.nu, Mirror.of(robot)
        self._start = clip.state(0)
        self._surroundings = Surroundings(self._terrain, self._push, self._scenario, self._seed)
        self._engine = self._make_engine(self._surroundings)
        self._state_publisher = self.create_lifecycle_publisher(RobotState, "robot_state", CONTROL_QOS)
        weights = look_ahead_weights(robot, load_table())
        supervisor = Supervisor(SafetyLimits.of(robot, clip.dt), JointDamping(robot, clip.dt))
        self._safety = TorqueSafety(self, supervisor, load_joy_mapping(), lambda: self.loop.reset_fault())
        loop = RealTimeLoop if self._realtime else LockStepLoop
        self.loop: SimulationLoop = loop(
            engine=self._engine,
            disturbances=self._surroundings.disturbances(self._rate),
            supervisor=supervisor,
            new_record=lambda start: RunRecord(robot, weights, clip.dt, start),
            publish=self._publish_state,
            report=self._safety.tell,
            dt=clip.dt,
            ticks=max(1, round(self._seconds * self._rate)) if self._seconds > 0.0 else 0,
            ends_with_fall=self._ends_with_fall,
        )
        self._create_topics(Terms.of(robot, self._rate, clip))

    def _make_engine(self, surroundings: Surroundings) -> SimulatorEngine:
        """The engine in these surroundings, with its kernels loaded.

        In the first real-time tick that would take a fifth of a second.
        """
        settings = load_settings().at_rate(self._rate)
        if self._physics_rate:
            settings = settings.with_physics_rate(self._engine_name, self._physics_rate)
        told = engine_settings(self._engine_name, settings, report_contacts=True)
        surroundings.check(self._engine_name, self._robot, told)  # `ros2 launch` has not
        engine = surroundings.engine(self._engine_name, self._robot, told)
        engine.reset(self._start)
        engine.step(np.zeros(self._joints))
        return engine

    def _change_terrain(self, name: str) -> None:
        Surroundings(name, self._push, self._scenario)
        self._terrain = name

    def _change_ground(self) -> None:
        if self._terrain == self._surroundings.terrain:
            return
        surroundings = replace(self._surroundings, terrain=self._terrain)
        engine, before = self._make_engine(surroundings), self._engine
        self._engine, self._surroundings = engine, surroundings
        self.loop.change_engine(engine)
        before.close()

    def _restart(self) -> str:
        """Puts the robot back to the start, on the ground that was asked for since; says where that is.

        Raises:
            EngineError: there can be no such ground.
        """
        self._change_ground()
        self.loop.begin(self._start)
        return f"back at the start, {self._surroundings}"

    def _create_topics(self, terms: Terms) -> None:
        self._order_publisher = self.create_publisher(JointOrder, "joint_order", LATCHED_QOS)
        self._order_publisher.publish(terms.message())
        self._status_publisher = self.create_lifecycle_publisher(SimulationStatus, "simulation_status", 1)
        self._planner_heard, self._missed_since = False, 0.0
        self.listen(JointTorques, "joint_torques", self._on_joint_torques)
        self.listen(Reference, "reference", self._on_reference)
        SimulatorControls(self, self.loop, self._rate, lambda push: self._engine.push(push), self._restart)
        steady = Clock(clock_type=ClockType.STEADY_TIME)
        self.create_timer(_WATCH_PERIOD, self._on_watch, clock=steady)
        if isinstance(self.loop, RealTimeLoop):
            self.create_timer(1.0 / self._rate, self._on_period, clock=steady)

    def activate(self) -> None:
        """Puts the robot where the clip begins and publishes tick 0, again and again until it is answered."""
        self.loop.begin(self._start)

    def deactivate(self) -> None:
        """The run ends here."""
        self._write_result()

    def cleanup(self) -> None:
        """Frees the engine."""
        if engine := getattr(self, "_engine", None):
            engine.close()

    def parts(self) -> list[DiagnosticStatus]:
        """Parts `loop` and `safety`."""
        loop = self.loop
        level, text = OK, "paused" if loop.paused else "running"
        if loop.missed_ticks:
            level, text = WARN, "ticks without a torque"
        if loop.record.fell:
            level, text = ERROR, "the robot has fallen"
        round_trip = percentiles_ms(loop.recent_round_trips)
        values = {
            "tick": loop.tick,
            "missed ticks": loop.missed_ticks,
            "late ticks": loop.late_ticks,
            "real-time factor": loop.seconds_per_second,
            "round trip p50 [ms]": round_trip["p50"],
            "round trip p99 [ms]": round_trip["p99"],
            "mean cost": loop.record.mean_cost,
        }
        return [health("simulator: loop", level, text, values), self._safety.health()]

    def _publish_state(self, tick: int, observation: Observation) -> None:
        self.timing.begin(tick)
        self._state_publisher.publish(robot_state_message(tick, self._rate, observation))

    def _on_joint_torques(self, message: JointTorques) -> None:
        if message.tick == 0 and self._misses_the_planner():
            return  # asked for again
        self.loop.take(message.tick, torques_if_any_from(message, self._joints))

    def _misses_the_planner(self) -> bool:
        """Others may hear it before this node does; the first ticks would then be left out of the cost."""
        if (
            self._planner_heard
            or isinstance(self.loop, RealTimeLoop)
            or not self.count_publishers("reference")
        ):
            return False
        self._missed_since = self._missed_since or time.monotonic()
        return time.monotonic() < self._missed_since + _PLANNER_HEARD_WITHIN_S

    def _on_reference(self, message: Reference) -> None:
        self._planner_heard = True
        if message.tick > self.loop.tick:
            return  # of the run before
        planned = planned_tick_from(message, self._mirror)
        self.loop.record.add_reference(message.tick, planned.reference)

    def _on_period(self) -> None:
        if self.active and isinstance(self.loop, RealTimeLoop):
            start = time.perf_counter()
            self.loop.pace()
            self.timing.worked(time.perf_counter() - start)

    def _on_watch(self) -> None:
        if not self.active:
            return
        self.loop.watch()
        if self.loop.braking and not self._told_of_braking:
            self._tell_of_braking()
        self._told_of_braking = self.loop.braking
        self._watched += 1
        if self._watched % _STATUS_EVERY == 0 or self.loop.over:
            self._warn_of_another_robot()
            self._publish_status()
        if self._watched % _RESULT_EVERY == 0:
            self._write_result()
        if self.loop.over:
            self._end()

    def _warn_of_another_robot(self) -> None:
        """Two runs in one domain hear each other's states, decisions and torques; the robots fall."""
        others = self.count_publishers(self._state_publisher.topic_name) - 1
        if others > 0:
            domain = self.context.get_domain_id()
            self.warn(
                f"robot_state: {others} more in ROS domain {domain} publish it, and runs that hear each "
                "other fall; end the other run, or give this one a ROS_DOMAIN_ID of its own",
                "another robot",
            )

    def _tell_of_braking(self) -> None:
        if self.loop.fault:
            dead, hint = "is every node alive and active?", "~/reset_fault goes on, ~/reset starts again"
            hint = dead if self.loop.controller_dead else hint
            self.get_logger().error(f"{self.loop.fault}: braking the joints; {hint}")
        elif not self.loop.over:
            seconds = self.loop.record.seconds
            self.get_logger().warning(f"the robot fell after {seconds:.2f} s; ~/reset starts again")

    def _end(self) -> None:
        self._watched_over += 1
        if not self.loop.record.complete and self._watched_over < _LAST_REFERENCES:
            return
        if self.loop.failure:
            self.fail(GraphError(f"the run ended: {self.loop.failure}"))
        elif self.loop.record.fell:
            self.get_logger().warning(f"the robot fell after {self.loop.record.seconds:.2f} s")
        self.finished = True

    def _publish_status(self) -> None:
        loop = self.loop
        status = simulation_status(
            self.get_clock().now().to_msg(),
            loop.record,
            tick=loop.tick,
            missed_ticks=loop.missed_ticks,
            realtime_factor=loop.seconds_per_second,
            round_trip_ms=percentiles_ms(loop.recent_round_trips),
            fault=loop.fault,
            paused=loop.paused,
        )
        self._status_publisher.publish(status)

    def _write_result(self) -> None:
        if not self._result_file:
            return
        result = self.loop.record.summary() | self.loop.timing()
        result |= {"fault": self.loop.failure, "first_step_time": self.loop.first_step_time}
        with atomic_write(Path(self._result_file)) as path:
            path.write_text(json.dumps(result), encoding="utf-8")
