"""Nonlinear quadratic regulator (Muico 2009, eq. 11)."""

from collections.abc import Mapping

import numpy as np

from biped_control.compiled import kernel
from biped_control.motion.reference import Reference
from biped_control.policies.discrete_map import DiscreteMap
from biped_control.policies.gain_table import GainTable
from biped_control.policies.look_ahead import PredictedControls
from biped_control.policies.table_policy import OpenTable, to_predicted
from biped_control.policies.weights import LookAheadWeights
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State


class NonlinearQuadraticRegulator:
    """Follows clips with the costate of the linearized problem and the dynamics of the measured state.

    One instance serves any number of clips; it keeps no memory between ticks.
    """

    def __init__(
        self, robot: RobotModel, tables: Mapping[str, GainTable], weights: LookAheadWeights, dt: float
    ) -> None:
        self._map = DiscreteMap(robot, dt)
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
        drift, gain = self._map.affine(local.q, local.v, reference.contacts)
        controls = solve_eq_11(
            drift,
            gain,
            local.q - reference.state.q,
            reference.next_state.v,
            table.velocity_rows[k],
            table.velocity_linear[k],
            self._control,
            self._deviation * table.controls[k],
        )
        return to_predicted(controls, reference)


@kernel
def solve_eq_11(
    drift: FloatArray,
    gain: FloatArray,
    pose_error: FloatArray,
    next_velocity: FloatArray,
    velocity_rows: FloatArray,
    velocity_linear: FloatArray,
    control_weight: FloatArray,
    weighted_controls: FloatArray,
) -> FloatArray:
    """The bracket of eq. 11 solved for u.

    G only has velocity rows, so G^T S needs only the velocity rows of S_{k+1}, and the pose error after the
    step is the pose error now: the semi-implicit step moves q before anything acts.

    Args:
        drift: (nv,) velocity rows of h(x_k).
        gain: (nv, nc) velocity rows of G(x_k).
        pose_error: (nv,) pose rows of h(x_k) - x_{k+1}.
        next_velocity: (nv,) reference velocity v_{k+1}.
        velocity_rows: (nv, 2 nv) velocity rows of S_{k+1}.
        velocity_linear: (nv,) velocity rows of s_{k+1}.
        control_weight: (nc,) R + P.
        weighted_controls: (nc,) R u_k of the reference.

    Returns:
        (nc,) controls u.
    """
    nv = len(drift)
    error = np.empty(2 * nv)
    error[:nv] = pose_error
    error[nv:] = drift - next_velocity
    velocity_block = np.ascontiguousarray(velocity_rows[:, nv:])
    gain_t = np.ascontiguousarray(gain.T)
    bracket = gain_t @ (velocity_block @ gain)
    for i in range(len(control_weight)):
        bracket[i, i] += control_weight[i]
    right = weighted_controls - gain_t @ (velocity_linear + velocity_rows @ error)
    return np.linalg.solve(bracket, right).astype(np.float64)
