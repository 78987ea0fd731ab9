"""When torques are trusted, and how far."""

from dataclasses import dataclass, field

import numpy as np

from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

_PATIENCE = 5.0  # [s]: a loaded machine stalls for less
_BLENDING = 0.1  # [s]


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
        blend_ticks: how long the way back from a reset takes.
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
    def of(cls, robot: RobotModel, dt: float) -> "SafetyLimits":
        """What the robot's URDF says, with times for a control period of `dt` [s]."""
        return cls(
            joints=robot.joint_names,
            torques=robot.effort_limits.copy(),
            velocities=np.array(robot.pinocchio.upperVelocityLimit[ROOT_DOF:]),
            patience=round(_PATIENCE / dt),
            blend_ticks=round(_BLENDING / dt),
        )
