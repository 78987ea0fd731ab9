"""Shares that begin and end at rest."""

from biped_control.compiled import kernel


@kernel
def smooth_step(share: float) -> float:
    """From 0 at 0 to 1 at 1, level at both ends and constant beyond: 3 s^2 - 2 s^3. Kernels may call it."""
    s = min(max(share, 0.0), 1.0)
    return s * s * (3.0 - 2.0 * s)


def bump(share: float) -> float:
    """From 0 at 0 over 1 in the middle to 0 at 1, level at all three and 0 beyond: 16 s^2 (1 - s)^2."""
    s = min(max(share, 0.0), 1.0)
    return 16.0 * (s * (1.0 - s)) ** 2
