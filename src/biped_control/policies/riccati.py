"""Backward Riccati sweep of the tracking problem (Muico 2009, eqs. 8-10).

Symbols: S_k, s_k quadratic and linear part of the costate lambda_k = s_k + S_k xi_k (eq. 9); xi_k, eta_k
deviations of state and control; A_k, B_k, d_k the linearized map; Q, R, P the weights.
"""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from biped_control.errors import PolicyError
from biped_control.policies.discrete_map import LinearizedClip
from biped_control.policies.weights import LookAheadWeights
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray


@dataclass(frozen=True)
class CostToGo:
    """The quadratic model of everything that comes after a state: S (2 nv, 2 nv) and s (2 nv,)."""

    quadratic: FloatArray
    linear: FloatArray

    def seen_from(self, placement: Placement) -> "CostToGo":
        """The same cost for deviations measured in the frame in which this one's frame is placed."""
        turn = _state_rotation(placement.yaw, len(self.linear))
        return CostToGo(turn.T @ self.quadratic @ turn, turn.T @ self.linear)


@dataclass(frozen=True)
class Sweep:
    """Result of a backward sweep over T steps.

    Attributes:
        quadratic: (T + 1, 2 nv, 2 nv) S_0 ... S_T.
        linear: (T + 1, 2 nv) s_0 ... s_T.
        gains: (T, nu + 12, 2 nv) K_k of the linear policy eta_k = -k_k - K_k xi_k (eq. 10).
        offsets: (T, nu + 12) k_k.
    """

    quadratic: FloatArray
    linear: FloatArray
    gains: FloatArray
    offsets: FloatArray

    @property
    def start(self) -> CostToGo:
        """Cost to go of the first state."""
        return CostToGo(self.quadratic[0], self.linear[0])


def terminal_cost(weights: LookAheadWeights) -> CostToGo:
    """S_N = Q_N = Q, s_N = 0."""
    return CostToGo(np.diag(weights.state), np.zeros(len(weights.state)))


def sweep(linear: LinearizedClip, weights: LookAheadWeights, end: CostToGo) -> Sweep:
    """Runs eq. 9's recursion backward from `end`, in the form that needs no inverse of S.

    Raises:
        PolicyError: the numbers leave the real line.
    """
    steps, size, controls = linear.control_matrices.shape
    quadratic, vector = np.empty((steps + 1, size, size)), np.empty((steps + 1, size))
    gains, offsets = np.empty((steps, controls, size)), np.empty((steps, controls))
    quadratic[steps], vector[steps] = end.quadratic, end.linear
    control_weight = np.diag(weights.control)
    for k in range(steps - 1, -1, -1):
        a, b, d = linear.state_matrices[k], linear.control_matrices[k], linear.defects[k]
        s_next, s_vector = quadratic[k + 1], vector[k + 1]
        sb = s_next @ b
        factor = cho_factor(control_weight + b.T @ sb)
        after_defect = s_vector + s_next @ d
        gains[k] = cho_solve(factor, sb.T @ a)
        offsets[k] = cho_solve(factor, weights.magnitude * linear.controls[k] + b.T @ after_defect)
        now = np.diag(weights.state) + a.T @ (s_next @ a - sb @ gains[k])
        quadratic[k] = 0.5 * (now + now.T)  # rounding must not grow into asymmetry over hundreds of steps
        vector[k] = a.T @ (after_defect - sb @ offsets[k])
    if not (np.isfinite(quadratic).all() and np.isfinite(vector).all()):
        raise PolicyError(
            "Riccati sweep: the cost to go is not finite; check the clip's dynamics residual and the weights"
        )
    return Sweep(quadratic, vector, gains, offsets)


def cyclic_sweep(linear: LinearizedClip, weights: LookAheadWeights, advance: Placement, cycles: int) -> Sweep:
    """The sweep of a clip that follows itself `cycles` times, each placed by `advance`; of the first time."""
    end = terminal_cost(weights)
    result = sweep(linear, weights, end)
    for _ in range(cycles - 1):
        result = sweep(linear, weights, result.start.seen_from(advance))
    return result


def _state_rotation(yaw: float, size: int) -> FloatArray:
    """(size, size) map of a state deviation into a frame turned by `yaw`: x, y and their rates turn back."""
    nv = size // 2
    turn = np.eye(size)
    c, s = np.cos(yaw), np.sin(yaw)
    for start in (0, nv):
        turn[start : start + 2, start : start + 2] = [[c, s], [-s, c]]
    return turn
