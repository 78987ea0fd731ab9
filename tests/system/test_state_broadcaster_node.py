"""The broadcaster's node: standard messages."""

from typing import Any

import numpy as np
import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped.msg import JointOrder
from nav_msgs.msg import Odometry
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import Imu, JointState

from biped_control.nodes.qos import LATCHED_QOS
from biped_control.nodes.robot_state_messages import robot_state_message
from biped_control.nodes.state_broadcaster import StateBroadcaster
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.state import State

RATE = 120.0


def test_standard_messages(bench: Any, robot: RobotModel) -> None:
    bench.start(StateBroadcaster)
    order = JointOrder(names=list(robot.joint_names), robot=robot.fingerprint, control_rate_hz=RATE)
    bench.tell("joint_order", order, LATCHED_QOS)
    topics = {"joint_states": JointState, "odom": Odometry, "imu/data": Imu, "/clock": Clock}
    heard = {topic: bench.listen(kind, topic) for topic, kind in topics.items()}
    q, v = np.zeros(robot.nv), np.zeros(robot.nv)
    q[3], v[0], v[3] = np.pi / 2, 2.0, 0.5  # heading left, moving along the world's x, turning
    q[6:] = np.arange(robot.nu)
    moving = Observation(State(q, v), np.zeros((0, 3)), np.zeros((0, 3)))
    tick = 2 * int(RATE)

    def all_four() -> bool:
        # Again and again: the node says nothing before it knows the order of the joints.
        bench.tell("robot_state", robot_state_message(tick, RATE, moving))
        return all(heard.values())

    bench.until(all_four, "all four")
    joints, odometry = heard["joint_states"][0], heard["odom"][0]
    assert list(joints.name) == list(robot.joint_names)
    np.testing.assert_array_equal(joints.position, q[6:])
    assert (odometry.header.frame_id, odometry.child_frame_id) == ("odom", "base_link")
    twist = odometry.twist.twist
    # Seen from the base, which looks along y, the motion goes to the right.
    np.testing.assert_allclose([twist.linear.x, twist.linear.y], [0.0, -2.0], atol=1e-12)
    assert twist.angular.z == pytest.approx(0.5)
    imu = heard["imu/data"][0]
    assert imu.linear_acceleration_covariance[0] == -1.0
    assert imu.angular_velocity.z == pytest.approx(0.5)
    assert heard["/clock"][0].clock.sec == 2
