"""Everything about one pose that modes can be checked with, by pinocchio."""

from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.model import RobotModel
from biped_control.robot.modes import Modes, decompose, subtree_stiffness
from biped_control.robot.soles import sole_corners
from biped_control.robot.state import FloatArray, State


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


def pose_of(robot: RobotModel, state: State) -> Pose:
    """The matrices of a state's pose, the mass by the composite-rigid-body algorithm."""
    mass = np.triu(pin.crba(robot.pinocchio, robot.pinocchio.createData(), state.q))
    mass = mass + np.triu(mass, 1).T
    terms = DynamicsTerms(robot)
    inverse = terms.compute(state.q, state.v).mass_inverse
    joints = subtree_stiffness(robot)
    stiffness = np.diag(np.concatenate([np.zeros(ROOT_DOF), joints]))
    return Pose(mass, stiffness, terms.point_jacobians(sole_corners(robot)), decompose(inverse, joints))
