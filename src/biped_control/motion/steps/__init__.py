"""Clips made of footsteps between gait cycles: turns, other strides, side steps, changes of gait."""
