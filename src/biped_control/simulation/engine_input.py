"""Checks of what engines are given, shared by all engines: they refuse the same things in the same words."""

import numpy as np

from biped_control.errors import EngineError
from biped_control.robot.state import FloatArray


def finite_numbers(engine: str, what: str, values: FloatArray, size: int) -> FloatArray:
    """(size,) the values as an array of numbers.

    Raises:
        EngineError: another shape, or a NaN or infinity; the message names the engine and what was expected.
    """
    numbers = np.asarray(values, dtype=np.float64)
    if numbers.shape != (size,) or not np.isfinite(numbers).all():
        raise EngineError(f"engine '{engine}': expected {size} finite {what}, got {numbers.shape}: {numbers}")
    return numbers
