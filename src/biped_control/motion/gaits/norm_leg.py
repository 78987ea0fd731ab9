"""The path that normal joint angles give a foot, on legs of this robot's proportions."""

from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from biped_control.motion.gaits.gait_norms import GaitNorms, sagittal_leg
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import Sole, sole_of
from biped_control.robot.state import FloatArray


@dataclass(frozen=True)
class NormLeg:
    """Foot path that the norm angles give on this robot's leg, seen from the hip in the sagittal plane."""

    norms: GaitNorms
    thigh: float
    shank: float
    sole: Sole

    @classmethod
    def of(cls, robot: RobotModel, norms: GaitNorms) -> "NormLeg":
        model, data = robot.pinocchio, robot.pinocchio.createData()
        pin.forwardKinematics(model, data, pin.neutral(model))
        # Every joint has one coordinate and the universe comes first, so joint = column + 1.
        joints = [found.column + 1 for found in sagittal_leg(robot, "right").values()]
        hip, knee, ankle = (data.oMi[joint].translation[2] for joint in joints)
        return cls(norms, hip - knee, knee - ankle, sole_of(robot, robot.limbs.right.foot))

    def ankle(self, phase: FloatArray) -> FloatArray:
        """(n, 2) forward and up from the hip [m]."""
        hip, knee = self.norms.flexion("hip", phase), self.norms.flexion("knee", phase)
        shank = hip - knee
        return np.stack(
            [
                self.thigh * np.sin(hip) + self.shank * np.sin(shank),
                -self.thigh * np.cos(hip) - self.shank * np.cos(shank),
            ],
            axis=-1,
        )

    def pitch(self, phase: FloatArray) -> FloatArray:
        """(n,) pitch of the foot, toes down positive [rad]."""
        flexion = self.norms.flexion
        pitch: FloatArray = flexion("knee", phase) - flexion("hip", phase) - flexion("ankle", phase)
        return pitch

    def hip_height(self, phase: FloatArray) -> FloatArray:
        """(n,) height of the hip above the lowest point of the sole [m]."""
        pitch, up = self.pitch(phase), self.ankle(phase)[:, 1]
        edges = np.array([self.sole.heel_x, self.sole.toe_x])
        lowest = (-np.sin(pitch)[:, None] * edges + np.cos(pitch)[:, None] * self.sole.z).min(axis=1)
        height: FloatArray = -(up + lowest)
        return height

    def hip_at_strike(self, toe_contact: float, heel_off: float, stride: float) -> float:
        """Hip before (negative: behind) the heel of the foot that strikes [m].

        It is what the angles ask for on average while the foot lies flat and the hip passes at steady speed.
        """
        flat = np.linspace(toe_contact, heel_off, 20)
        ahead = self.ankle(flat)[:, 0]  # of the hip, while the ankle stands at -heel_x from the heel
        return float(np.mean(-self.sole.heel_x - ahead - stride * flat))
