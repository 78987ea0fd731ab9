"""The papers' discrete dynamics x_{k+1} = h(x_k) + G(x_k) u_k (Muico 2009, eqs. 4-5) and its derivatives.

Semi-implicit Euler: q_{k+1} = q_k + dt v_k first, then v_{k+1} from the forces at the new pose. In the
measured form of `State` the pose is q_{k+1} already, so nothing has to be moved. The control u stacks joint
torques and the forces at the four anticipated points (eq. 3); points that are not planned to touch have
their columns masked to zero.
"""

from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from biped_control.compiled import kernel
from biped_control.motion.clip import Clip
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import DynamicsTerms, force_stiffness
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import anticipated_points
from biped_control.robot.state import BoolArray, FloatArray


@dataclass(frozen=True)
class LinearizedClip:
    """Derivatives of the discrete map along a clip of T steps (section 3.4).

    Attributes:
        state_matrices: (T, 2 nv, 2 nv) A_k = D_x f_k.
        control_matrices: (T, 2 nv, nu + 12) B_k = D_u f_k.
        defects: (T, 2 nv) d_k = f_k(x_k, u_k) - x_{k+1}, in the clip frame.
        controls: (T, nu + 12) reference controls.
    """

    state_matrices: FloatArray
    control_matrices: FloatArray
    defects: FloatArray
    controls: FloatArray


def stacked_controls(clip: Clip) -> FloatArray:
    """(T, nu + 12) torques and forces of every step (eq. 3); forces of unplanned points are zero."""
    forces = clip.forces * clip.contacts[:, :, None]
    return np.hstack([clip.torques, forces.reshape(clip.steps, -1)])


class DiscreteMap:
    """Evaluates the map and its derivatives for one robot and control period."""

    def __init__(self, robot: RobotModel, dt: float) -> None:
        self.dt = dt
        self.points = anticipated_points(robot)
        self.terms = DynamicsTerms(robot)
        self.model = robot.pinocchio

    def affine(self, q: FloatArray, v: FloatArray, contacts: BoolArray) -> tuple[FloatArray, FloatArray]:
        """Velocity rows of eq. 5 at pose `q`: v+ = drift + gain @ u.

        Returns:
            drift: (nv,) velocity after the step without controls.
            gain: (nv, nu + 12).
        """
        terms = self.terms.compute(q, v)
        jacobian = self.terms.point_jacobians(self.points)
        return affine_step(terms.mass_inverse, terms.bias, jacobian, contacts, v, self.dt)

    def linearize(self, clip: Clip) -> LinearizedClip:
        """A_k, B_k and d_k along a clip."""
        controls = stacked_controls(clip)
        nv = self.model.nv
        state_matrices = np.zeros((clip.steps, 2 * nv, 2 * nv))
        control_matrices = np.zeros((clip.steps, 2 * nv, controls.shape[1]))
        defects = np.zeros((clip.steps, 2 * nv))
        for k in range(clip.steps):
            q, v = clip.positions[k + 1], clip.velocities[k]
            drift, gain = self.affine(q, v, clip.contacts[k])
            acceleration_q, acceleration_v = self._acceleration_derivatives(
                q, v, controls[k], clip.contacts[k]
            )
            state_matrices[k] = _state_matrix(acceleration_q, acceleration_v, self.dt)
            control_matrices[k, nv:] = gain
            defects[k, nv:] = drift + gain @ controls[k] - clip.velocities[k + 1]
        return LinearizedClip(state_matrices, control_matrices, defects, controls)

    def _acceleration_derivatives(
        self, q: FloatArray, v: FloatArray, control: FloatArray, contacts: BoolArray
    ) -> tuple[FloatArray, FloatArray]:
        """(nv, nv) each: derivatives of the acceleration by q and v, forces held constant in the world."""
        terms, data = self.terms, self.terms.data
        nu = self.model.nv - ROOT_DOF
        computed = terms.compute(q, v)
        mass_inverse = np.array(computed.mass_inverse)
        positions = terms.point_positions(self.points)
        jacobian = terms.point_jacobians(self.points, positions)
        forces = control[nu:] * np.repeat(contacts, 3)
        applied = jacobian.T @ forces
        applied[ROOT_DOF:] += control[:nu]
        stiffness = force_stiffness(
            np.ascontiguousarray(computed.axes), terms.supports, self.points.joints, jacobian, forces
        )
        pin.computeABADerivatives(self.model, data, q, v, applied)
        return np.array(data.ddq_dq) + mass_inverse @ stiffness, np.array(data.ddq_dv)


def _state_matrix(acceleration_q: FloatArray, acceleration_v: FloatArray, dt: float) -> FloatArray:
    """(2 nv, 2 nv) A_k: the pose of the step is q_k + dt v_k, so v enters twice."""
    nv = len(acceleration_q)
    identity = np.eye(nv)
    return np.block(
        [
            [identity, dt * identity],
            [dt * acceleration_q, identity + dt * acceleration_v + dt * dt * acceleration_q],
        ]
    )


@kernel
def affine_step(
    mass_inverse: FloatArray,
    bias: FloatArray,
    jacobian: FloatArray,
    contacts: BoolArray,
    v: FloatArray,
    dt: float,
) -> tuple[FloatArray, FloatArray]:
    """Drift (nv,), gain (nv, nu + 3 n) of v+ = drift + gain @ u; points without contact have zero columns."""
    nv = len(v)
    nu = nv - ROOT_DOF
    gain = np.empty((nv, nu + jacobian.shape[0]))
    gain[:, :nu] = dt * mass_inverse[:, ROOT_DOF:]
    gain[:, nu:] = dt * (mass_inverse @ jacobian.T)
    for point in range(len(contacts)):
        if not contacts[point]:
            gain[:, nu + 3 * point : nu + 3 * point + 3] = 0.0
    return v - dt * (mass_inverse @ bias), gain
