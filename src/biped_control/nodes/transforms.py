"""The frames map -> odom -> base_link and odom -> base_footprint on /tf and /tf_static (REP 105, REP 120).

Importing this file needs `tf2_msgs`, which a ROS installation has. The frames of the links come from the
standard `robot_state_publisher`, which reads `robot_description` and `joint_states`.
"""

from biped.msg import RobotState
from geometry_msgs.msg import Point, Quaternion, TransformStamped
from tf2_msgs.msg import TFMessage

from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.message_fields import WORLD_FRAME
from biped_control.nodes.qos import LATCHED_QOS
from biped_control.nodes.robot_state_messages import pose_message, state_from
from biped_control.robot.footprint import Footprint
from biped_control.robot.model import RobotModel


class Transforms:
    """Publishes the frames that belong to one robot state."""

    def __init__(self, node: ControlNode) -> None:
        self._publisher = node.create_lifecycle_publisher(TFMessage, "/tf", 10)
        self._robot = RobotModel.load()
        self._footprint = Footprint(self._robot)
        fixed = TransformStamped(child_frame_id=WORLD_FRAME)  # nobody corrects the drift of a simulator
        fixed.header.frame_id = "map"
        fixed.header.stamp = node.get_clock().now().to_msg()
        self._static = node.create_publisher(TFMessage, "/tf_static", LATCHED_QOS)
        self._static.publish(TFMessage(transforms=[fixed]))

    def publish(self, message: RobotState) -> None:
        """Base and footprint in the world."""
        base = TransformStamped(header=message.header, child_frame_id="base_link")
        _fill(base, message.base_pose.position, message.base_pose.orientation)
        root = self._footprint.locate(state_from(message, self._robot.nu).q)
        footprint = TransformStamped(header=message.header, child_frame_id="base_footprint")
        pose = pose_message(root)
        _fill(footprint, pose.position, pose.orientation)
        self._publisher.publish(TFMessage(transforms=[base, footprint]))


def _fill(transform: TransformStamped, position: Point, orientation: Quaternion) -> None:
    translation = transform.transform.translation
    translation.x, translation.y, translation.z = position.x, position.y, position.z
    transform.transform.rotation = orientation
