"""Node `state_broadcaster`: the robot's state in standard messages, for RViz, PlotJuggler, Foxglove and
others.

It stands beside the control path: nothing waits for it.
"""

from collections.abc import Mapping
from typing import Any

from biped.msg import JointOrder, JointTorques, RobotState, SimulationStatus
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from nav_msgs.msg import Odometry
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import Imu, JointState
from std_msgs.msg import String

from biped_control.nodes.control_node import LATCHED_QOS, ControlNode
from biped_control.resources import share_path

_NOT_REPORTED = -1.0  # REP 145, in the first element of a covariance


class StateBroadcaster(ControlNode):
    """Translates robot states; also sums up the health of the graph once a second of simulated time."""

    def __init__(self) -> None:
        super().__init__("state_broadcaster")
        self._publish_rate = self.number("publish_rate_hz", 60.0, "Rate of the messages [Hz].", 1.0, 1000.0)
        self._names: list[str] = []
        self._every = self._diagnose_every = 1
        self._status: SimulationStatus | None = None
        self._clamped = self._unsolved = 0
        self._torque_fault = ""

    def configure(self) -> None:
        """Creates the topics; transforms only where ROS brings their message type."""
        self._joint_states = self.create_lifecycle_publisher(JointState, "joint_states", 1)
        self._odometry = self.create_lifecycle_publisher(Odometry, "odom", 1)
        self._imu = self.create_lifecycle_publisher(Imu, "imu/data", 1)
        self._clock_topic = self.create_lifecycle_publisher(Clock, "/clock", 1)
        self._diagnostics = self.create_lifecycle_publisher(DiagnosticArray, "/diagnostics", 1)
        self._transforms = transforms_of(self)
        description = self.create_publisher(String, "robot_description", LATCHED_QOS)
        description.publish(String(data=share_path("urdf/biped.urdf").read_text(encoding="utf-8")))
        self.create_subscription(JointOrder, "joint_order", self._on_joint_order, LATCHED_QOS)
        self.listen(RobotState, "robot_state", self._on_robot_state)
        self.listen(JointTorques, "joint_torques", self._on_joint_torques)
        self.listen(SimulationStatus, "simulation_status", self._on_status)

    def _on_joint_order(self, order: JointOrder) -> None:
        self._names = list(order.names)
        self._every = max(1, round(order.control_rate_hz / self._publish_rate))
        self._diagnose_every = max(1, round(order.control_rate_hz))

    def _on_status(self, status: SimulationStatus) -> None:
        self._status = status

    def _on_joint_torques(self, torques: JointTorques) -> None:
        self._torque_fault = torques.fault
        self._clamped += torques.clamped
        self._unsolved += not torques.lcp_ok

    def _on_robot_state(self, state: RobotState) -> None:
        if state.tick % self._diagnose_every == 0:
            self._publish_diagnostics(state)
        if state.tick % self._every or len(self._names) != len(state.joint_positions):
            return
        joints = JointState(
            header=state.header,
            name=self._names,
            position=state.joint_positions,
            velocity=state.joint_velocities,
        )
        self._joint_states.publish(joints)
        odometry = Odometry(header=state.header, child_frame_id="base_link")
        odometry.pose.pose = state.base_pose
        odometry.twist.twist = state.base_twist  # in base axes on both sides (REP 105: the child frame)
        self._odometry.publish(odometry)
        imu = Imu(orientation=state.base_pose.orientation, angular_velocity=state.base_twist.angular)
        imu.header.stamp, imu.header.frame_id = state.header.stamp, "base_link"
        imu.linear_acceleration_covariance[0] = _NOT_REPORTED
        self._imu.publish(imu)
        self._clock_topic.publish(Clock(clock=state.header.stamp))
        if self._transforms is not None:
            self._transforms.publish(state)

    def _publish_diagnostics(self, state: RobotState) -> None:
        message = DiagnosticArray(header=state.header)
        message.status = [self._torque_health()]
        if self._status is not None:
            message.status.append(_loop_health(self._status))
        self._diagnostics.publish(message)

    def _torque_health(self) -> DiagnosticStatus:
        level, text = DiagnosticStatus.OK, "within limits"
        if self._clamped or self._unsolved:
            level, text = DiagnosticStatus.WARN, "some torques were cut or approximate"
        if self._torque_fault:
            level, text = DiagnosticStatus.ERROR, self._torque_fault
        values = {"clamped torques": self._clamped, "unsolved contact problems": self._unsolved}
        return _health("contact_adaptation: torques", level, text, values)


def _loop_health(status: SimulationStatus) -> DiagnosticStatus:
    level, text = DiagnosticStatus.OK, "running"
    if status.missed_ticks:
        level, text = DiagnosticStatus.WARN, "ticks without a torque"
    if status.fell:
        level, text = DiagnosticStatus.ERROR, "the robot has fallen"
    if status.fault:
        level, text = DiagnosticStatus.ERROR, status.fault
    values = {
        "tick": status.tick,
        "missed ticks": status.missed_ticks,
        "real-time factor": round(status.realtime_factor, 3),
        "round trip p99 [ms]": round(status.round_trip_ms_p99, 3),
        "mean cost": round(status.mean_cost, 5),
    }
    return _health("simulator: loop", level, text, values)


def _health(name: str, level: bytes, text: str, values: Mapping[str, float]) -> DiagnosticStatus:
    pairs = [KeyValue(key=key, value=str(value)) for key, value in values.items()]
    return DiagnosticStatus(level=level, name=name, message=text, values=pairs)


def transforms_of(node: ControlNode) -> Any:
    """What publishes /tf, or None where `tf2_msgs` is not installed (it is not among the PyPI wheels)."""
    try:
        from biped_control.nodes.transforms import Transforms
    except ImportError:
        return None
    return Transforms(node)
