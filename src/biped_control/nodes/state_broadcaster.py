"""Node `state_broadcaster`: the robot's state in standard messages, for RViz, PlotJuggler, Foxglove and
others.

It stands beside the control path: nothing waits for it.
"""

from typing import Any

from biped.msg import JointOrder, RobotState
from nav_msgs.msg import Odometry
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import Imu, JointState
from std_msgs.msg import String

from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.qos import LATCHED_QOS
from biped_control.nodes.robot_state_messages import state_from
from biped_control.resources import share_path

_NOT_REPORTED = -1.0  # REP 145, in the first element of a covariance


class StateBroadcaster(ControlNode):
    """Translates robot states."""

    def __init__(self) -> None:
        super().__init__("state_broadcaster")
        self._publish_rate = self.number("publish_rate_hz", 60.0, "Rate of the messages [Hz].", 1.0, 1000.0)
        self._names: list[str] = []
        self._every = 1

    def configure(self) -> None:
        """Creates the topics; transforms only where ROS brings their message type."""
        self._joint_states = self.create_lifecycle_publisher(JointState, "joint_states", 1)
        self._odometry = self.create_lifecycle_publisher(Odometry, "odom", 1)
        self._imu = self.create_lifecycle_publisher(Imu, "imu/data", 1)
        self._clock_topic = self.create_lifecycle_publisher(Clock, "/clock", 1)
        self._transforms = transforms_of(self)
        description = self.create_publisher(String, "robot_description", LATCHED_QOS)
        description.publish(String(data=share_path("urdf/biped.urdf").read_text(encoding="utf-8")))
        self.create_subscription(JointOrder, "joint_order", self._on_joint_order, LATCHED_QOS)
        self.listen(RobotState, "robot_state", self._on_robot_state, paces=True)

    def _on_joint_order(self, order: JointOrder) -> None:
        self._names = list(order.names)
        self._every = max(1, round(order.control_rate_hz / self._publish_rate))

    def _on_robot_state(self, state: RobotState) -> None:
        if state.tick % self._every or not self._names:
            return
        state_from(state, len(self._names))  # a bad one is dropped, not handed on
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


def transforms_of(node: ControlNode) -> Any:
    """What publishes /tf, or None where `tf2_msgs` is not installed (it is not among the PyPI wheels)."""
    try:
        from biped_control.nodes.transforms import Transforms
    except ImportError:
        return None
    return Transforms(node)
