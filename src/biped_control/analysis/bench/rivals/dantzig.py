"""The Dantzig solver of DART, on problems of our own.

Its Python binding takes single numbers where the solver wants arrays, so the method is called as the library
exports it. It does not look at its object. Where another version has no such method, there is no rival.

The solver bounds each friction direction by itself, a box instead of our four-sided cone, wants a symmetric
operator, and settles the bounds once, after it has solved for the normal impulses without friction.
"""

import ctypes
from functools import cache

import numpy as np

from biped_control.analysis.bench.contact_problem import ContactProblem
from biped_control.analysis.bench.rivals.lagged import solve_lagged
from biped_control.errors import EngineError
from biped_control.robot.state import FloatArray

_METHOD = "_ZN4dart10constraint21DantzigBoxedLcpSolver5solveEiPdS2_S2_iS2_S2_Pib"
MIXING = 1e-5
"""What DART itself adds before it solves (constraint force mixing)."""
_ROW_MULTIPLE = 4  # rows of the matrix begin at multiples of so many numbers


def solve_with_dantzig(problem: ContactProblem) -> FloatArray | None:
    """(m,) impulses in boxes, or None.

    Raises:
        EngineError: this dartpy has no such solver.
    """
    friction = np.full(len(problem.velocity), np.inf)
    normal_of = np.full(len(friction), -1, dtype=np.int32)
    for axis in (1, 2):
        friction[axis : 3 * problem.contacts : 3] = problem.friction
        normal_of[axis : 3 * problem.contacts : 3] = np.arange(0, 3 * problem.contacts, 3)
    lowest = np.where(normal_of < 0, 0.0, -friction)

    def solve(operator: FloatArray, velocity: FloatArray) -> FloatArray | None:
        return solve_boxed(operator, velocity, lowest, friction, normal_of)

    return solve_lagged(problem, solve, problem.boxed_residual, MIXING)


def solve_boxed(
    operator: FloatArray,
    velocity: FloatArray,
    lowest: FloatArray,
    highest: FloatArray,
    normal_of: np.ndarray[tuple[int], np.dtype[np.int32]],
) -> FloatArray | None:
    """Impulses x in [lowest, highest] with operator @ x + velocity complementary to them.

    Args:
        operator: (m, m) symmetric.
        velocity: (m,).
        lowest, highest: (m,) bounds; those of a friction row are factors of its normal impulse.
        normal_of: (m,) the row of a friction row's normal, -1 in other rows.

    Raises:
        EngineError: see `solve_with_dantzig`.
    """
    size = len(velocity)
    width = size if size == 1 else -(-size // _ROW_MULTIPLE) * _ROW_MULTIPLE
    matrix, impulses = np.zeros((size, width)), np.zeros(size)
    matrix[:, :size] = operator
    # It works in its arguments.
    right, low, high, normals = -velocity, lowest.copy(), highest.copy(), normal_of.copy()
    solved = _method()(
        None,
        size,
        matrix.ctypes.data,
        impulses.ctypes.data,
        right.ctypes.data,
        0,
        low.ctypes.data,
        high.ctypes.data,
        normals.ctypes.data,
        False,
    )
    return impulses if solved and np.isfinite(impulses).all() else None


@cache
def _method() -> "ctypes._NamedFuncPointer":
    import dartpy

    try:
        method = ctypes.CDLL(dartpy.__file__)[_METHOD]
    except (AttributeError, OSError) as error:
        raise EngineError(f"this dartpy does not export its Dantzig solver ({error})") from error
    pointer, number = ctypes.c_void_p, ctypes.c_int
    method.restype = ctypes.c_bool
    method.argtypes = [
        *(pointer, number, pointer, pointer, pointer),
        *(number, pointer, pointer, pointer, ctypes.c_bool),
    ]
    return method
