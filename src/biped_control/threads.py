"""One thread for the numeric libraries, set before they are imported.

The matrices of a control tick are too small for more, and threads that wait for each other make a loop late.
"""

import os

THREAD_VARIABLES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


def use_one_thread() -> None:
    """Pins the numeric libraries of this process and its children, unless the user has chosen otherwise."""
    for variable in THREAD_VARIABLES:
        os.environ.setdefault(variable, "1")
