"""Nonlinear quadratic regulator (Muico 2009, eq. 11)."""

from collections.abc import Mapping

import numpy as np

from biped_control.cholesky import solve_vector_in_place
from biped_control.compiled import kernel
from biped_control.motion.reference import Reference
from biped_control.policies.discrete_map import affine_step
from biped_control.policies.gain_table import GainTable
from biped_control.policies.look_ahead import PredictedControls
from biped_control.policies.table_policy import OpenTable, to_predicted
from biped_control.policies.weights import LookAheadWeights
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import DynamicsTerms, IntArray
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import anticipated_points
from biped_control.robot.state import BoolArray, FloatArray, State


class NonlinearQuadraticRegulator:
    """Follows clips with the costate of the linearized problem and the dynamics of the measured state.

    One instance serves any number of clips; it keeps no memory between ticks.
    """

    window = 0

    def __init__(
        self, robot: RobotModel, tables: Mapping[str, GainTable], weights: LookAheadWeights, dt: float
    ) -> None:
        self._terms = DynamicsTerms(robot)
        self._points = anticipated_points(robot)
        self._dt = dt
        self._table = OpenTable(tables)
        self._deviation = weights.deviation
        self._control = weights.control

    def reset(self, state: State, reference: Reference) -> None:
        """Nothing to forget; checks that the clip is known."""
        self._table.of(reference)

    def predict(self, state: State, reference: Reference) -> PredictedControls:
        """Controls of eq. 11 for the coming tick."""
        table, k = self._table.of(reference), reference.frame
        local = reference.placement.to_clip(state, near_yaw=float(reference.state.q[3]))
        terms = self._terms.compute(local.q, local.v)
        controls = solve_eq_11(
            terms.mass_inverse,
            terms.bias,
            self._terms.point_jacobians(self._points),
            local.q,
            local.v,
            reference.state.q,
            reference.next_state.v,
            reference.contacts,
            table.velocity_rows[k],
            table.velocity_linear[k],
            table.controls[k],
            self._control,
            self._deviation,
            self._dt,
        )
        return to_predicted(controls, reference)


@kernel
def solve_eq_11(
    mass_inverse: FloatArray,
    bias: FloatArray,
    jacobian: FloatArray,
    q: FloatArray,
    v: FloatArray,
    wanted_q: FloatArray,
    wanted_v: FloatArray,
    contacts: BoolArray,
    velocity_rows: FloatArray,
    velocity_linear: FloatArray,
    wanted_controls: FloatArray,
    control_weight: FloatArray,
    deviation_weight: FloatArray,
    dt: float,
) -> FloatArray:
    """The bracket of eq. 11 solved for u.

    G only has velocity rows, so G^T S needs only the velocity rows of S_{k+1}, and the pose error after the
    step is the pose error now: the semi-implicit step moves q before anything acts.

    Args:
        mass_inverse, bias: (nv, nv), (nv,) of `Terms`.
        jacobian: (12, nv) of the anticipated points.
        q, v: (nv,) measured state.
        wanted_q, wanted_v: (nv,) pose and velocity of the reference after the step, x_{k+1}.
        contacts: (4,) points that are planned to touch.
        velocity_rows: (nv, 2 nv) velocity rows of S_{k+1}.
        velocity_linear: (nv,) velocity rows of s_{k+1}.
        wanted_controls: (nc,) u_k of the reference.
        control_weight, deviation_weight: (nc,) R + P, R.
        dt: length of the step [s].

    Returns:
        (nc,) controls u; forces at points that are not planned to touch are zero.
    """
    nv = len(q)
    drift, gain = affine_step(mass_inverse, bias, jacobian, contacts, v, dt)
    error = np.empty(2 * nv)
    error[:nv] = q - wanted_q
    error[nv:] = drift - wanted_v
    velocity_block = np.ascontiguousarray(velocity_rows[:, nv:])
    acting = acting_controls(contacts, nv - ROOT_DOF)
    gain = gain[:, acting]
    bracket = gain.T @ (velocity_block @ gain)
    for i in range(len(acting)):
        bracket[i, i] += control_weight[acting[i]]
    right = (deviation_weight * wanted_controls)[acting]
    right -= gain.T @ (velocity_linear + velocity_rows @ error)
    solve_vector_in_place(bracket, right)
    controls = np.zeros(len(control_weight))
    controls[acting] = right
    return controls


@kernel
def acting_controls(contacts: BoolArray, joints: int) -> IntArray:
    """Indices of the torques and of the forces at points that are planned to touch."""
    acts = np.ones(joints + 3 * len(contacts), dtype=np.bool_)
    for point in range(len(contacts)):
        acts[joints + 3 * point : joints + 3 * point + 3] = contacts[point]
    return np.flatnonzero(acts)
