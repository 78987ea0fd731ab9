"""Actuation of the joint modes: a plan for the slow, one step for the fast (Jain & Liu 2011, 5.2 and 5.3)."""

import numpy as np

from biped_control.compiled import kernel
from biped_control.robot.state import FloatArray


@kernel
def actuate_low(
    frequencies: FloatArray,
    position: FloatArray,
    velocity: FloatArray,
    contact_impulses: FloatArray,
    position_weight: float,
    velocity_weight: float,
    impulse_weight: float,
    dt: float,
) -> FloatArray:
    """The first impulse of the plan of least eq. 21, for each mode by itself.

    The plan I of a mode minimizes w4 (p - a^T I)^2 + w5 (v - a'^T I)^2 + w6 |I|^2, so I is a combination of
    a and a', and what is left is a system of two equations.

    Args:
        frequencies: (m,) of the modes [rad/s].
        position, velocity: (m,) where they shall be at the end of the window, less where they end by
            themselves.
        contact_impulses: (n, m) modal impulses of the contact forces in each tick of the window.
        position_weight, velocity_weight, impulse_weight: w4, w5 and the diagonal of W6.
        dt: length of a tick [s].

    Returns:
        (m,) modal impulses of the coming tick.
    """
    ticks, modes = contact_impulses.shape
    impulses = np.empty(modes)
    for mode in range(modes):
        w = frequencies[mode]
        missing, missing_rate = position[mode], velocity[mode]
        aa, ab, bb = impulse_weight / position_weight, 0.0, impulse_weight / velocity_weight
        first_a, first_b = 0.0, 0.0
        for tick in range(ticks - 1, -1, -1):
            left = (ticks - tick) * dt
            first_a, first_b = np.sin(w * left) / w, np.cos(w * left)
            missing -= first_a * contact_impulses[tick, mode]
            missing_rate -= first_b * contact_impulses[tick, mode]
            aa += first_a * first_a
            ab += first_a * first_b
            bb += first_b * first_b
        determinant = aa * bb - ab * ab
        impulses[mode] = (
            first_a * (bb * missing - ab * missing_rate) + first_b * (aa * missing_rate - ab * missing)
        ) / determinant
    return impulses


@kernel
def actuate_high(response: FloatArray, position: FloatArray, contact_impulses: FloatArray) -> FloatArray:
    """Impulses after which the modes are where they shall be a tick later (eq. 22).

    Args:
        response: (m,) where a unit impulse takes them, A of eq. 5.
        position: (m,) where they shall be, less where they go by themselves.
        contact_impulses: (m,) modal impulses of the contact forces of the tick.
    """
    return position / response - contact_impulses
