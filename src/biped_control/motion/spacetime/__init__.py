"""Spacetime optimization (Muico et al. 2009, section 3.2): kinematic motion in, exact clip out."""

from biped_control.motion.spacetime.optimize import Iteration, Progress, optimize_cycle
from biped_control.motion.spacetime.settings import SpacetimeSettings, load_spacetime_settings

__all__ = ["Iteration", "Progress", "SpacetimeSettings", "load_spacetime_settings", "optimize_cycle"]
