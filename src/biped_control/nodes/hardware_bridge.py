"""Node `hardware_bridge`: the robot on its buses, in place of the simulator."""

import json
import time
from pathlib import Path

import numpy as np
from biped.msg import JointOrder, JointTorques, Reference, RobotState, SimulationStatus
from diagnostic_msgs.msg import DiagnosticStatus
from rclpy.clock import Clock, ClockType

from biped_control.analysis.hardware.bus_run import BusRun
from biped_control.analysis.run_record import RunRecord
from biped_control.atomic_write import atomic_write
from biped_control.errors import ConfigurationError, GraphError
from biped_control.estimation.estimator import StateEstimator
from biped_control.hardware.bus.actuator_bus import ActuatorBus
from biped_control.hardware.bus.actuator_settings import ActuatorSettings
from biped_control.hardware.bus.can_actuators import CanActuators
from biped_control.hardware.bus.joint_drives import JointDrives, load_fitting_actuators
from biped_control.hardware.bus_loop import BusLoop, BusMode, BusTick, bus_limits
from biped_control.hardware.state_reader import StateReader
from biped_control.nodes.control_messages import torques_if_any_from
from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.health import ERROR, OK, WARN, health
from biped_control.nodes.qos import CONTROL_QOS, LATCHED_QOS
from biped_control.nodes.reference_messages import planned_tick_from
from biped_control.nodes.robot_state_messages import robot_state_message
from biped_control.nodes.simulation_status import simulation_status
from biped_control.nodes.terms import Terms
from biped_control.nodes.torque_safety import TorqueSafety
from biped_control.policies.weights import load_table, look_ahead_weights
from biped_control.robot.damping import JointDamping
from biped_control.robot.mirror import Mirror
from biped_control.robot.model import RobotModel
from biped_control.safety.supervisor import Supervisor
from biped_control.steering.operator.joy_mapping import load_joy_mapping
from biped_control.steering.programme import load_programme

_STATUS_PERIOD = 0.2  # [s]
_RESULT_EVERY = 5  # status periods
_LOSSY = 0.03  # with 1 % of all frames lost it is 2 %
_REPEAT_EVERY = 6  # ticks; until the first torque the others may not be there yet


class HardwareBridge(ControlNode):
    """Publishes the estimated state of each tick and sends the torques that answer it with the next one.

    Paced by the steady clock. Every torque passes the supervisor, which lives in this node for the reasons
    that it lives in the simulator. Leaving the active state, drives get zero torque and are switched off.
    """

    def __init__(self) -> None:
        super().__init__("hardware_bridge")
        self._clip_name = self.argument("clip", str)  # the robot starts in its first state
        self._actuators = self.argument("actuators", str)
        self._mode_name = self.argument("bus_mode", str)
        self._wait_ms = self.argument("answer_wait_ms", float)
        self._rate = self.argument("rate", float)
        self._seconds = self.argument("seconds", float)
        self._headless = self.argument("headless", bool)
        self._result_file = self.argument("result_file", str)
        self._trace_file = self.argument("trace_file", str)
        self._told_fault = ""
        self._statuses = 0

    def configure(self) -> None:
        """Checks the actuators' file; nothing is opened yet."""
        robot = RobotModel.load()
        clip = load_programme(self._clip_name, robot, self._rate).first
        self._joints, self._mirror, self._start = robot.nu, Mirror.of(robot), clip.state(0)
        settings = load_fitting_actuators(robot, Path(self._actuators) if self._actuators else None)
        damping, drives = JointDamping(robot, clip.dt), JointDrives(robot, settings)
        supervisor = Supervisor(bus_limits(robot, drives.torque_limits, clip.dt), damping)
        self._safety = TorqueSafety(self, supervisor, load_joy_mapping(), lambda: self._loop.reset_fault())
        reader = StateReader(robot, StateEstimator(robot, clip.dt), clip.dt)
        reader.rehearse(self._start)
        self._loop = BusLoop(
            self.make_bus(robot, settings),
            robot,
            reader,
            supervisor,
            damping.coefficients,
            clip.dt,
            self._mode(),
            1e-3 * self._wait_ms,
            self.clock,
        )
        weights = look_ahead_weights(robot, load_table())
        self.run = BusRun(
            self._loop,
            supervisor,
            lambda start: RunRecord(robot, weights, clip.dt, start),
            clip.dt,
            max(1, round(self._seconds * self._rate)) if self._seconds > 0.0 else 0,
            ends_with_fault=self._headless or self._seconds > 0.0,
        )
        self._create_topics(Terms.of(robot, self._rate, clip))

    def make_bus(self, robot: RobotModel, settings: ActuatorSettings) -> ActuatorBus:
        """The buses, not open yet."""
        return CanActuators(robot, settings)

    def clock(self) -> float:
        """What answers on the buses are stamped with [s]."""
        return time.monotonic()

    def pace(self) -> None:
        """Has `on_period` called once a control period."""
        self.create_timer(1.0 / self._rate, self.on_period, clock=Clock(clock_type=ClockType.STEADY_TIME))

    def _mode(self) -> BusMode:
        try:
            return BusMode(self._mode_name)
        except ValueError:
            expected = ", ".join(mode.value for mode in BusMode)
            raise ConfigurationError(f"bus_mode '{self._mode_name}': expected one of {expected}") from None

    def _create_topics(self, terms: Terms) -> None:
        self._state_publisher = self.create_lifecycle_publisher(RobotState, "robot_state", CONTROL_QOS)
        self._order_publisher = self.create_publisher(JointOrder, "joint_order", LATCHED_QOS)
        self._order_publisher.publish(terms.message())
        self._status_publisher = self.create_lifecycle_publisher(SimulationStatus, "simulation_status", 1)
        self.listen(JointTorques, "joint_torques", self.on_joint_torques)
        self.listen(Reference, "reference", self._on_reference)
        self.pace()
        steady = Clock(clock_type=ClockType.STEADY_TIME)
        self.create_timer(_STATUS_PERIOD, self._on_status, clock=steady)

    def activate(self) -> None:
        """Opens the buses and publishes tick 0, again and again until it is answered."""
        self._loop.start(self._start)
        self._periods = 0
        self._begun = False
        self.run.begin(self._start)

    def deactivate(self) -> None:
        """Zero torque, drives off."""
        self._loop.stop()
        self._write_result()
        if not self.finished and self._mode() is BusMode.LIVE:
            self.get_logger().info("zero torque is sent, drives are told to switch off")

    def cleanup(self) -> None:
        """The buses are closed."""
        if loop := getattr(self, "_loop", None):
            loop.stop()

    def parts(self) -> list[DiagnosticStatus]:
        """Parts `bus` and `safety`."""
        run, loop, round_trip = self.run, self._loop, self.run.recent_round_trip_ms
        level, text = (WARN, "ticks without a torque") if loop.missed_ticks else (OK, "running")
        if (lost := run.lost_share) > _LOSSY:
            level, text = WARN, f"{lost:.0%} of the joints' answers get lost"
        if run.record.fell:
            level, text = ERROR, "the robot has fallen"
        values = {
            "tick": loop.tick,
            "missed ticks": loop.missed_ticks,
            "late ticks": loop.late_ticks,
            "unmeasured joints": run.unmeasured_joints,
            "joint answers lost lately [%]": 100.0 * lost,
            "unmeasured IMU samples": run.unmeasured_bodies,
            "frames not understood": loop.ignored_frames,
            "round trip p50 [ms]": round_trip["p50"],
            "round trip p99 [ms]": round_trip["p99"],
            "mode": self._mode_name,
        }
        return [health("hardware_bridge: bus", level, text, values), self._safety.health()]

    def on_joint_torques(self, message: JointTorques) -> None:
        """Torques, or word that there are none.

        Raises:
            MessageError: no numbers, or not as many as there are joints.
        """
        self.run.take(message.tick, torques_if_any_from(message, self._joints))

    def _on_reference(self, message: Reference) -> None:
        if message.tick <= self._loop.tick:
            self.run.record.add_reference(message.tick, planned_tick_from(message, self._mirror).reference)

    def on_period(self) -> None:
        """One control period is over: torques go out, the next state comes in and is published."""
        if not self.active or self.run.over:
            return
        start, tick = time.perf_counter(), self._loop.tick
        happened = self.run.step()
        self._periods += 1
        if self._loop.tick > tick or self._periods % _REPEAT_EVERY == 0:
            self._publish(happened)
        self.timing.worked(time.perf_counter() - start)
        if happened.verdict is not None:
            self._safety.tell(tick, happened.verdict)
        if happened.silent:
            self.warn(f"tick {tick}: no answer of {', '.join(happened.silent)}", "silent")
        if self.run.over:
            self._end()

    def _publish(self, happened: BusTick) -> None:
        tick = self._loop.tick
        self.timing.begin(tick)
        self._state_publisher.publish(robot_state_message(tick, self._rate, happened.sensed.observation))

    def _end(self) -> None:
        self._loop.stop()
        self._write_result()
        if self.run.record.fell:
            self.get_logger().warning(f"the robot fell after {self.run.record.seconds:.2f} s; drives are off")
        if self.run.failure:
            self.fail(GraphError(f"the run ended, drives are told to switch off: {self.run.failure}"))
        self.finished = True

    def _on_status(self) -> None:
        if not self.active:
            return
        fault = self._safety.supervisor.reason
        if fault and fault != self._told_fault:
            self.get_logger().error(f"{fault}: braking the joints; ~/reset_fault goes on")
        self._told_fault = fault
        self._publish_status(fault)
        self._statuses += 1
        if self._statuses % _RESULT_EVERY == 0:
            self._write_result(final=False)

    def _publish_status(self, fault: str) -> None:
        status = simulation_status(
            self.get_clock().now().to_msg(),
            self.run.record,
            tick=self._loop.tick,
            missed_ticks=self._loop.missed_ticks,
            realtime_factor=self.run.seconds_per_second,
            round_trip_ms=self.run.recent_round_trip_ms,
            fault=fault,
        )
        self._status_publisher.publish(status)

    def _write_result(self, final: bool = True) -> None:
        if self._result_file:
            with atomic_write(Path(self._result_file)) as path:
                content = self.run.summary() if final else self.run.progress()
                path.write_text(json.dumps(content), encoding="utf-8")
        if self._trace_file and final:
            with atomic_write(Path(self._trace_file)) as path, path.open("wb") as file:
                np.savez(file, times=np.array(self.run.times), estimates=np.array(self.run.estimates))
