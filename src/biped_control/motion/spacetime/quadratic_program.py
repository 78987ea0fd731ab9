"""One step of the optimization: a sparse quadratic program, solved by PIQP."""

import numpy as np
import piqp
import scipy.sparse as sp

from biped_control.errors import MotionError
from biped_control.motion.spacetime.constraints import LinearConstraints
from biped_control.robot.state import FloatArray

_ACCURACY = 1e-8


def solve_step(hessian: sp.csc_matrix, gradient: FloatArray, constraints: LinearConstraints) -> FloatArray:
    """The step that minimizes the cost model subject to the linearized constraints.

    Args:
        hessian: upper triangle.
        gradient: cost gradient.
        constraints: what the step must do.

    Raises:
        MotionError: no step satisfies the constraints (the motion contradicts them), or the solver gave up.
    """
    solver = piqp.SparseSolver()
    solver.settings.kkt_solver = KKT
    solver.settings.eps_abs = _ACCURACY
    solver.settings.eps_rel = _ACCURACY
    solver.setup(
        hessian, gradient,
        constraints.equality, constraints.equality_rhs,
        constraints.inequality, constraints.inequality_low, constraints.inequality_high,
        constraints.step_low, constraints.step_high,
    )  # fmt: skip
    status = solver.solve()
    step = np.array(solver.result.x)
    if status != piqp.PIQP_SOLVED or not np.isfinite(step).all():
        raise MotionError(status.name)
    return step


KKT = piqp.sparse_multistage
