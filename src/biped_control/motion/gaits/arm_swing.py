"""Trunk and arms of a walk of which only the legs are known: they swing against the legs, as people's do."""

from dataclasses import dataclass

import numpy as np

from biped_control.motion.joint_axes import joint_about
from biped_control.motion.kinematic_cycle import Foot
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray


@dataclass(frozen=True)
class GaitPhase:
    """Where in the gait a motion is, and where it goes.

    Attributes:
        phases: (F,) cycles since a right heel strike.
        headings: (F,) direction of travel [rad].
    """

    phases: FloatArray
    headings: FloatArray

    @property
    def right_leg_forward(self) -> FloatArray:
        """(F,) +1 when the right leg is in front, -1 when the left one is."""
        forward: FloatArray = np.cos(2.0 * np.pi * self.phases)
        return forward


@dataclass(frozen=True)
class UpperBodyStyle:
    """How trunk and arms swing [rad].

    Attributes:
        trunk_turn: amplitude of the shoulders' yaw, against the legs.
        trunk_lean: forward.
        arm_swing, arm_abduction: of the upper arm, forward and back, and away from the body.
        elbow, elbow_swing: its bend, and by how much more when the arm is in front.
    """

    trunk_turn: float
    trunk_lean: float
    arm_swing: float
    arm_abduction: float
    elbow: float
    elbow_swing: float


UPPER_BODY_STYLE = UpperBodyStyle(*np.radians([4.0, 3.0, 20.0, 7.0, 25.0, 8.0]))
"""Of an unhurried walk."""


def swing_trunk(
    robot: RobotModel, style: UpperBodyStyle, gait: GaitPhase, base_angles: FloatArray, q: FloatArray
) -> None:
    """Keeps the trunk upright and turns it against the legs, in (F, nv) positions `q`, in place.

    Args:
        robot: the humanoid.
        style: how far it swings.
        gait: phase and direction of travel.
        base_angles: (F, 3) yaw, pitch, roll of the base [rad].
        q: trunk angles are written here.

    Raises:
        MotionError: the robot lacks a trunk joint about one of the three axes.
    """
    shoulders = gait.headings - style.trunk_turn * gait.right_leg_forward
    trunk = robot.limbs.groups["trunk"]
    for axis, angle in (
        ("z", shoulders - base_angles[:, 0]),
        ("x", -base_angles[:, 2]),
        ("y", style.trunk_lean - base_angles[:, 1]),
    ):
        joint = joint_about(robot, trunk, "trunk", axis)  # type: ignore[arg-type]
        q[:, joint.column] = joint.sign * angle


def swing_arm(robot: RobotModel, style: UpperBodyStyle, gait: GaitPhase, foot: Foot, q: FloatArray) -> None:
    """Swings an arm against the leg of its side, in (F, nv) positions `q`, in place.

    The arm hangs back, elbow open, while its leg is in front. A robot without this arm stays as it is.

    Raises:
        MotionError: the robot's arm lacks a joint of the swing.
    """
    side = robot.limbs.side(foot)
    outward, forward = (-1.0, gait.right_leg_forward) if foot == "right" else (1.0, -gait.right_leg_forward)
    if not side.arm:
        return
    for group, axis, angle in (
        ("shoulder", "y", style.arm_swing * forward),
        ("shoulder", "x", np.full(len(q), outward * style.arm_abduction)),
        ("elbow", "y", -(style.elbow - style.elbow_swing * forward)),
    ):
        joint = joint_about(robot, side.arm, group, axis)  # type: ignore[arg-type]
        q[:, joint.column] = joint.sign * angle
