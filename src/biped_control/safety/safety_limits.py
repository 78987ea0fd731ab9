"""When torques are trusted, and how far."""

from dataclasses import dataclass, field

import numpy as np

from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray


@dataclass(frozen=True)
class SafetyLimits:
    """Limits of one robot.

    Attributes:
        joints: (nu,) their names.
        torques: (nu,) largest torques [N m].
        velocities: (nu,) largest velocities [rad/s].
        max_age: an older torque does not serve [ticks].
        max_state_age: an older state does not serve [ticks].
        fast_ticks: a joint may not be too fast for so many ticks in a row; fewer are an impact.
        patience: more faulty ticks in a row than this are latched.
        blend_ticks: how long the way back from a fault takes at most.
    """

    joints: tuple[str, ...]
    torques: FloatArray = field(repr=False)
    velocities: FloatArray = field(repr=False)
    max_age: int = 2
    max_state_age: int = 2
    fast_ticks: int = 5
    patience: int = 600
    blend_ticks: int = 12

    @classmethod
    def of(cls, robot: RobotModel) -> "SafetyLimits":
        """What the robot's URDF says; it is 5 s of patience and a tenth of a second of blending at 120 Hz."""
        velocities = np.array(robot.pinocchio.upperVelocityLimit[ROOT_DOF:])
        return cls(robot.joint_names, robot.effort_limits.copy(), velocities)
