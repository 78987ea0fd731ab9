"""Steers a running walk from outside, as any other program can: publishes `joy` and watches the robot.

Beside `biped walk steer:=true headless:=true` (with the same ROS_DOMAIN_ID),
`python tests/system/joystick_course.py --seconds 1800 --seed 1 --json course.json` commands random headings
every five seconds for half an hour. Axes and buttons are those of `config/joystick.yaml`; nothing of this
library is used.
"""

import argparse
import json
import random
import time
from dataclasses import asdict, dataclass, field
from math import atan2, cos, degrees, radians, remainder, sin, tau
from pathlib import Path
from typing import Any

import rclpy
from biped.msg import ClipDecision, RobotState
from sensor_msgs.msg import Joy

RATE_HZ = 120.0
FALLEN_M = 0.5  # height of the pelvis
_DEAD_MAN, _BUTTONS = 4, 8
_SAY_EVERY_S = 0.05
_BETWEEN_S = 1.0  # of the track


@dataclass
class Course:
    """What is commanded and what came of it.

    Attributes:
        every_s: how long a heading holds [s of the robot].
        release_s: when the dead-man button is let go [s of the robot].
        headings: commanded, in order [deg].
        errors: of the robot's heading when each of them ended [deg].
        track: time [s], x, y [m] and yaw [deg, turns added up], once a second.
        reasons: of all decisions about clips.
        lowest_m: pelvis.
    """

    every_s: float
    release_s: float
    headings: list[float]
    errors: list[float] = field(default_factory=list)
    track: list[tuple[float, float, float, float]] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    lowest_m: float = 10.0
    seconds: float = -1.0
    yaw: float = 0.0

    def see(self, message: RobotState) -> None:
        """Takes a state of the robot."""
        pose = message.base_pose
        q = pose.orientation
        yaw = atan2(2.0 * (q.w * q.z + q.x * q.y), 1.0 - 2.0 * (q.y * q.y + q.z * q.z))
        before = self.place
        self.yaw += remainder(yaw - self.yaw, tau)
        self.seconds = message.tick / RATE_HZ
        self.lowest_m = min(self.lowest_m, pose.position.z)
        if not self.track or self.seconds >= self.track[-1][0] + _BETWEEN_S:
            self.track.append((self.seconds, pose.position.x, pose.position.y, degrees(self.yaw)))
        if before != self.place and self.seconds <= self.release_s:
            wanted = self.headings[min(before, len(self.headings) - 1)]
            self.errors.append(abs(degrees(remainder(self.yaw - radians(wanted), tau))))

    @property
    def place(self) -> int:
        """Which heading holds."""
        return int(max(self.seconds, 0.0) / self.every_s)

    def joy(self) -> Joy:
        """What a person at a joystick would do now."""
        buttons = [0] * _BUTTONS
        heading = radians(self.headings[min(self.place, len(self.headings) - 1)])
        buttons[_DEAD_MAN] = int(self.seconds < self.release_s)
        return Joy(axes=[0.8 * sin(heading), 0.8 * cos(heading), 0.0, 0.0], buttons=buttons)


def main() -> None:
    """Runs the course against the walk in this domain."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1800.0, help="of the robot's time")
    parser.add_argument("--every", type=float, default=5.0, help="seconds for which a heading holds")
    parser.add_argument("--seed", type=int, default=0, help="of the headings")
    parser.add_argument("--headings", type=float, nargs="*", help="degrees, instead of random ones")
    parser.add_argument(
        "--release", type=float, default=float("inf"), help="when the dead-man button is let go"
    )
    parser.add_argument("--patience", type=float, default=60.0, help="seconds of silence that end the course")
    parser.add_argument("--json", type=Path, required=True)
    given = parser.parse_args()
    chance = random.Random(given.seed)
    headings = given.headings or [
        chance.uniform(-180.0, 180.0) for _ in range(int(given.seconds / given.every) + 1)
    ]
    course = Course(given.every, given.release, headings)
    run(course, given.seconds, given.patience)
    given.json.write_text(json.dumps(asdict(course)), encoding="utf-8")
    mean = sum(course.errors) / len(course.errors) if course.errors else float("nan")
    fell = "fell" if course.lowest_m < FALLEN_M else "no fall"
    print(f"{course.seconds:.0f} s, {fell}, {len(course.errors)} headings, mean error {mean:.1f} degrees")


def run(course: Course, seconds: float, patience: float) -> None:
    """Drives until the robot's time is up, or nobody has been heard for `patience` seconds."""
    rclpy.init()
    node = rclpy.create_node("joystick_course")
    heard = time.monotonic()

    def see(message: RobotState) -> None:
        nonlocal heard
        heard = time.monotonic()
        course.see(message)

    node.create_subscription(RobotState, "robot_state", see, 10)
    node.create_subscription(
        ClipDecision, "clip_decision", lambda decision: course.reasons.append(decision.reason), 10
    )
    publisher: Any = node.create_publisher(Joy, "joy", 1)
    said = 0.0
    while course.seconds < seconds and time.monotonic() - heard < patience:
        rclpy.spin_once(node, timeout_sec=0.02)
        if course.seconds >= 0.0 and time.monotonic() - said > _SAY_EVERY_S:
            publisher.publish(course.joy())
            said = time.monotonic()
    node.destroy_node()
    rclpy.try_shutdown()


if __name__ == "__main__":
    main()
