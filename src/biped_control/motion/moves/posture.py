"""Postures on two flat feet beside each other, in the words of anatomy."""

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from biped_control.errors import MotionError
from biped_control.motion.foot_roll import standing_foot_pose
from biped_control.motion.inverse_kinematics import solve_legs
from biped_control.motion.joint_axes import joint_about
from biped_control.motion.kinematic_cycle import FEET
from biped_control.motion.proportions import proportions_of
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray

_OUTWARD = {"right": -1.0, "left": 1.0}  # turn about x that takes an arm away from the body
_REACHED = 1e-3  # [m]


class Posture(BaseModel):
    """Angles of a symmetric stand, and of what the upper body does on it [degrees].

    Attributes:
        knee, ankle, hip: flexion, dorsiflexion of the ankle; the hip is measured from the pelvis, which tilts
            forward by what knee and ankle leave over.
        trunk_lean, trunk_turn, trunk_side: of the trunk against the pelvis: forward, to the left, leaning to
            the left.
        arms_forward, arms_apart: both arms raised forward and sideways.
        arm_swing: the right arm is that much further forward, the left one that much less.
        elbow: flexion.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    knee: float = Field(ge=5.0, le=140.0)
    ankle: float = Field(ge=-40.0, le=45.0)
    hip: float = Field(ge=-30.0, le=125.0)
    trunk_lean: float = Field(default=0.0, ge=-25.0, le=65.0)
    trunk_turn: float = Field(default=0.0, ge=-45.0, le=45.0)
    trunk_side: float = Field(default=0.0, ge=-30.0, le=30.0)
    arms_forward: float = Field(default=0.0, ge=-55.0, le=170.0)
    arms_apart: float = Field(default=7.0, ge=0.0, le=120.0)
    arm_swing: float = Field(default=0.0, ge=-90.0, le=90.0)
    elbow: float = Field(default=15.0, ge=0.0, le=140.0)

    def upper_body(self, robot: RobotModel, q: FloatArray) -> None:
        """Writes trunk and arms into (nv,) `q`.

        Raises:
            MotionError: the robot lacks a joint that the posture speaks of.
        """
        trunk = robot.limbs.groups["trunk"]
        for axis, angle in (("y", self.trunk_lean), ("z", self.trunk_turn), ("x", -self.trunk_side)):
            joint = joint_about(robot, trunk, "trunk", axis)  # type: ignore[arg-type]
            q[joint.column] = joint.sign * np.deg2rad(angle)
        for foot in FEET:
            outward = _OUTWARD[foot]
            arm = robot.limbs.side(foot).arm
            for group, axis, angle in (
                ("shoulder", "y", -self.arms_forward + outward * self.arm_swing),
                ("shoulder", "x", outward * self.arms_apart),
                ("elbow", "y", -self.elbow),
            ):
                joint = joint_about(robot, arm, group, axis)  # type: ignore[arg-type]
                q[joint.column] = joint.sign * np.deg2rad(angle)

    def hips(self, robot: RobotModel) -> tuple[FloatArray, float]:
        """(2,) hips forward of the heel and above the ground [m], and pitch of the pelvis [rad]."""
        lengths = proportions_of(robot)
        at, sole = lengths.zero_pose, lengths.soles["right"]
        thigh = float(np.linalg.norm(at["right_hip"] - at["right_knee"]))
        shank = float(np.linalg.norm(at["right_knee"] - at["right_ankle"]))
        knee, ankle, hip = np.deg2rad([self.knee, self.ankle, self.hip])
        backward = knee - ankle  # tilt of the thigh, from the knee up
        x = -sole.heel_x + shank * np.sin(ankle) - thigh * np.sin(backward)
        z = -sole.z + shank * np.cos(ankle) + thigh * np.cos(backward)
        return np.array([x, z]), float(hip - backward)


class Stance(BaseModel):
    """Two flat feet beside each other, heels at x = 0.

    Attributes:
        width_m: between the middles of the heels.
        toe_out_deg: feet turned outward.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    width_m: float = Field(gt=0.0, lt=0.8)
    toe_out_deg: float = Field(ge=-20.0, le=40.0)

    def footholds(self) -> FloatArray:
        """(2, 3) heel x, y [m] and yaw [rad] of the right and left foot."""
        half, yaw = 0.5 * self.width_m, np.deg2rad(self.toe_out_deg)
        return np.array([[0.0, -half, -yaw], [0.0, half, yaw]])


def standing_positions(robot: RobotModel, footholds: FloatArray, postures: list[Posture]) -> FloatArray:
    """(n, nv) positions of postures on the (2, 3) footholds of flat feet beside each other.

    Raises:
        MotionError: a posture is out of reach, or the robot lacks a joint that it speaks of.
    """
    lengths = proportions_of(robot)
    middle = Placement(*(0.5 * footholds.sum(axis=0)))
    q = np.zeros((len(postures), robot.nv))
    for row, posture in zip(q, postures, strict=True):
        (x, z), pitch = posture.hips(robot)
        forward, _, up = lengths.middle_of_hips
        row[0] = x - np.cos(pitch) * forward - np.sin(pitch) * up
        row[2] = z + np.sin(pitch) * forward - np.cos(pitch) * up
        row[4] = pitch
        posture.upper_body(robot, row)
    right, left = (
        [standing_foot_pose(lengths.soles[foot], hold[:2], float(hold[2]), 0.0)] * len(q)
        for foot, hold in zip(FEET, footholds, strict=True)
    )
    solved = solve_legs(robot, middle.move(q), right, left)
    worst = int(np.argmax(solved.position_errors.max(axis=1)))
    error = float(solved.position_errors[worst].max())
    if error > _REACHED:
        posture = postures[worst]
        raise MotionError(
            f"posture with knee {posture.knee:g}, ankle {posture.ankle:g}, hip {posture.hip:g} degrees: a "
            f"foot misses its place by {1e3 * error:.0f} mm; bend the knees more or stand less wide"
        )
    return solved.positions
