"""Spacetime optimization (Muico et al. 2009, section 3.2): kinematic motion in, exact clip out."""

from typing import TYPE_CHECKING

from biped_control.motion.spacetime.settings import SpacetimeSettings, load_spacetime_settings

if TYPE_CHECKING:
    from biped_control.motion.spacetime.optimize import (
        Iteration,
        Progress,
        optimize_between,
        optimize_cycle,
        optimize_loop,
    )

__all__ = [
    "Iteration",
    "Progress",
    "SpacetimeSettings",
    "load_spacetime_settings",
    "optimize_between",
    "optimize_cycle",
    "optimize_loop",
]


def __getattr__(name: str) -> object:
    """Imports the optimizer only when it is asked for: loading a clip need not wait for it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    from biped_control.motion.spacetime import optimize

    return getattr(optimize, name)
