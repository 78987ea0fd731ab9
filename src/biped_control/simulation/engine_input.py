"""Checks of what engines are given, shared by all engines: they refuse the same things in the same words."""

import numpy as np

from biped_control.errors import EngineError
from biped_control.robot.state import FloatArray
from biped_control.simulation.terrain import Terrain


def finite_numbers(engine: str, what: str, values: FloatArray, size: int) -> FloatArray:
    """(size,) the values as an array of numbers.

    Raises:
        EngineError: another shape, or a NaN or infinity; the message names the engine and what was expected.
    """
    numbers = np.asarray(values, dtype=np.float64)
    if numbers.shape != (size,) or not np.isfinite(numbers).all():
        raise EngineError(f"engine '{engine}': expected {size} finite {what}, got {numbers.shape}: {numbers}")
    return numbers


def require_one_friction(engine: str, terrain: Terrain) -> None:
    """Raises EngineError where ground has patches and an engine one coefficient for all contacts."""
    if terrain.has_patches:
        raise EngineError(
            f"engine '{engine}' has one friction coefficient for all contacts and terrain '{terrain.name}' "
            "has slippery patches: choose engine 'dart'"
        )
