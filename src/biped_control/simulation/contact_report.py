"""Turns the contacts of many short physics steps into what a reader wants: few points with mean forces."""

import numpy as np

from biped_control.compiled import kernel
from biped_control.robot.state import FloatArray


@kernel
def merge_contacts(points: FloatArray, forces: FloatArray, radius: float) -> tuple[FloatArray, FloatArray]:
    """Joins contacts that lie close together; the total force stays what it was.

    Args:
        points: (n, 3) contact points, world [m].
        forces: (n, 3) force at each [N].
        radius: contacts within this distance of the first of a group belong to the group [m].

    Returns:
        (m, 3) points, the means of their groups weighted by force, and (m, 3) summed forces, both in order
        of first contact.
    """
    count = points.shape[0]
    firsts, centres, sums = np.zeros((count, 3)), np.zeros((count, 3)), np.zeros((count, 3))
    weights = np.zeros(count)
    groups = 0
    for i in range(count):
        group = groups
        for g in range(groups):
            if _distance(points, i, firsts, g) <= radius:
                group = g
                break
        # A touch without force still has a place; the small share keeps the mean defined.
        weight = _distance(forces, i, np.zeros((1, 3)), 0) + 1e-9
        weights[group] += weight
        for k in range(3):
            if group == groups:
                firsts[group, k] = points[i, k]
            centres[group, k] += weight * points[i, k]
            sums[group, k] += forces[i, k]
        groups = max(groups, group + 1)
    for g in range(groups):
        for k in range(3):
            centres[g, k] /= weights[g]
    return centres[:groups], sums[:groups]


@kernel
def _distance(a: FloatArray, i: int, b: FloatArray, j: int) -> float:
    """Between row i of `a` and row j of `b`."""
    return float(np.sqrt((a[i, 0] - b[j, 0]) ** 2 + (a[i, 1] - b[j, 1]) ** 2 + (a[i, 2] - b[j, 2]) ** 2))
