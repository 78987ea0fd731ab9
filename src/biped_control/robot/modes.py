"""Modes of the dynamics linearized about the pose of now (Jain & Liu 2011, sections 3.1 and 3.2).

The robot hangs on springs of stiffness K at its joints and nothing at its root, so the stiffness matrix is
singular and six modes are rigid. They can be written down: the root moves and the joints rest. The other
modes follow from the joint-space inertia S that is left when the root moves along freely,
K u = w^2 S u. Root and joints then decouple: M-orthogonality of the two kinds is what defines S, and
an actuation of joint modes alone is exactly one by joint torques.

S^-1 is a block of the inverse mass matrix, which the dynamics provide. With y = K^(1/2) u the problem becomes
that of the symmetric matrix K^(1/2) S^-1 K^(1/2), and every product that is needed follows from its
eigenvectors by scaling rows and columns; neither M nor S is ever formed.
"""

from typing import NamedTuple

import numpy as np

from biped_control.compiled import kernel
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import IntArray
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray


class Modes(NamedTuple):
    """Rigid modes p_r (6) and joint modes p_j (nu) of one pose, in order of rising frequency.

    Deviations from the pose are q_r = p_r + root_shapes @ p_j and q_j = joint_shapes @ p_j.

    Attributes:
        frequencies: (nu,) w of the joint modes [rad/s].
        root_mobility: (6, 6) inverse of the rigid modes' mass matrix, M_rr^-1.
        root_shapes: (6, nu) how the root moves along in a joint mode.
        joint_shapes: (nu, nu) U, normalized to modal masses of one, U^T S U = I.
        torque_shapes: (nu, nu) S U: joint torques of unit modal forces; its transpose is U^-1.
    """

    frequencies: FloatArray
    root_mobility: FloatArray
    root_shapes: FloatArray
    joint_shapes: FloatArray
    torque_shapes: FloatArray


def subtree_stiffness(robot: RobotModel) -> FloatArray:
    """(nu,) stiffness of each joint: the mass that hangs on it (section 7) [N m/rad]."""
    model = robot.pinocchio
    joints = range(1 + ROOT_DOF, model.njoints)
    return np.array([sum(model.inertias[i].mass for i in model.subtrees[joint]) for joint in joints])


@kernel
def decompose(mass_inverse: FloatArray, stiffness: FloatArray) -> Modes:
    """The modes of a pose.

    Args:
        mass_inverse: (nv, nv) M^-1.
        stiffness: (nu,) diagonal of K, positive [N m/rad].
    """
    joints = len(stiffness)
    root = np.sqrt(stiffness)
    scaled = np.empty((joints, joints))
    for i in range(joints):
        for j in range(joints):
            scaled[i, j] = root[i] * mass_inverse[ROOT_DOF + i, ROOT_DOF + j] * root[j]
    squares, vectors = np.linalg.eigh(scaled)
    frequencies = np.sqrt(squares)
    joint_shapes, torque_shapes = np.empty((joints, joints)), np.empty((joints, joints))
    for i in range(joints):
        for mode in range(joints):
            joint_shapes[i, mode] = vectors[i, mode] / root[i] * frequencies[mode]
            torque_shapes[i, mode] = root[i] * vectors[i, mode] / frequencies[mode]
    root_shapes = np.ascontiguousarray(mass_inverse[:ROOT_DOF, ROOT_DOF:]) @ torque_shapes
    root_mobility = mass_inverse[:ROOT_DOF, :ROOT_DOF] - root_shapes @ root_shapes.T
    return Modes(frequencies, root_mobility, root_shapes, joint_shapes, torque_shapes)


@kernel
def reordered(modes: Modes, order: IntArray) -> Modes:
    """The same with the joint modes in another (nu,) order: the first of them are those that are planned."""
    return Modes(
        modes.frequencies[order],
        modes.root_mobility,
        np.ascontiguousarray(modes.root_shapes[:, order]),
        np.ascontiguousarray(modes.joint_shapes[:, order]),
        np.ascontiguousarray(modes.torque_shapes[:, order]),
    )


@kernel
def to_modal(modes: Modes, deviation: FloatArray) -> FloatArray:
    """(nv,) modal coordinates, rigid ones first, of a deviation or velocity (nv,)."""
    modal = np.empty(len(deviation))
    modal[ROOT_DOF:] = deviation[ROOT_DOF:] @ modes.torque_shapes
    modal[:ROOT_DOF] = deviation[:ROOT_DOF] - modes.root_shapes @ modal[ROOT_DOF:]
    return modal


@kernel
def from_modal(modes: Modes, modal: FloatArray) -> FloatArray:
    """The inverse of `to_modal`."""
    deviation = np.empty(len(modal))
    deviation[:ROOT_DOF] = modal[:ROOT_DOF] + modes.root_shapes @ modal[ROOT_DOF:]
    deviation[ROOT_DOF:] = modes.joint_shapes @ modal[ROOT_DOF:]
    return deviation


@kernel
def modal_forces(modes: Modes, forces: FloatArray) -> FloatArray:
    """(m, nv) modal forces Phi^T f of generalized forces, rows of (m, nv); so also J Phi of a Jacobian J."""
    modal = np.empty(forces.shape)
    at_root = np.ascontiguousarray(forces[:, :ROOT_DOF])
    at_joints = np.ascontiguousarray(forces[:, ROOT_DOF:])
    modal[:, :ROOT_DOF] = at_root
    modal[:, ROOT_DOF:] = at_root @ modes.root_shapes + at_joints @ modes.joint_shapes
    return modal
