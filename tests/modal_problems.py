"""What tests of the modal policy hand to each other."""

from dataclasses import dataclass

import numpy as np

from biped_control.motion.clip import Clip
from biped_control.policies.modal.modes import Modes
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.state import FloatArray, State

DT = 1.0 / 120.0
FRAME = 41
"""Of the walk, in mid-stride."""


def disturbed(walk: Clip, speed: float) -> State:
    """The walk at `FRAME`, off by 4 mm and 4 mrad, and by so many m/s and rad/s (standard deviations)."""
    random, state = np.random.default_rng(12), walk.state(FRAME)
    return State(
        state.q + random.normal(scale=0.004, size=state.q.shape),
        state.v + random.normal(scale=speed, size=state.v.shape),
    )


@dataclass(frozen=True)
class Pose:
    """Matrices of one pose: (nv, nv) mass and stiffness, (24, nv) Jacobian of the sole corners, modes."""

    mass: FloatArray
    stiffness: FloatArray
    jacobian: FloatArray
    modes: Modes

    @property
    def shapes(self) -> FloatArray:
        """(nv, nv) Phi, put together from its blocks."""
        size = len(self.mass)
        phi = np.eye(size)
        phi[:ROOT_DOF, ROOT_DOF:] = self.modes.root_shapes
        phi[ROOT_DOF:, ROOT_DOF:] = self.modes.joint_shapes
        return phi
