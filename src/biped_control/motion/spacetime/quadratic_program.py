"""One step of the optimization: a sparse quadratic program, solved by PIQP.

Measured for a half cycle of 64 frames (2300 unknowns): the multistage factorization, which sees that only
neighbouring frames touch each other, takes 0.1 s; the general sparse one 0.75 s. The latter stands by for
problems that the first gives up on.

Three rounds of scaling instead of PIQP's ten save a fifth of the iterations for clips of 400 frames.
"""

import numpy as np
import piqp
import scipy.sparse as sp

from biped_control.errors import MotionError
from biped_control.motion.spacetime.constraints import LinearConstraints
from biped_control.robot.state import FloatArray

_ACCURACY = 1e-8
_SCALING_ROUNDS = 3
_FACTORIZATIONS = (piqp.sparse_multistage, piqp.sparse_ldlt)


def solve_step(hessian: sp.csc_matrix, gradient: FloatArray, constraints: LinearConstraints) -> FloatArray:
    """The step that minimizes the cost model subject to the linearized constraints.

    Args:
        hessian: (n, n) upper triangle.
        gradient: (n,) of the cost.
        constraints: what the step must do.

    Returns:
        (n,) step.

    Raises:
        MotionError: no step satisfies the constraints (the motion contradicts them), or the solver gave up;
            the message is the solver's word for it.
    """
    status = piqp.PIQP_UNSOLVED
    for factorization in _FACTORIZATIONS:
        solver = piqp.SparseSolver()
        solver.settings.kkt_solver = factorization
        solver.settings.eps_abs = solver.settings.eps_rel = _ACCURACY
        solver.settings.preconditioner_iter = _SCALING_ROUNDS
        solver.setup(
            hessian,
            gradient,
            constraints.equality,
            constraints.equality_rhs,
            constraints.inequality,
            constraints.inequality_low,
            constraints.inequality_high,
            constraints.step_low,
            constraints.step_high,
        )
        status = solver.solve()
        step: FloatArray = np.array(solver.result.x)
        if status == piqp.PIQP_SOLVED and np.isfinite(step).all():
            return step
    raise MotionError(status.name)
