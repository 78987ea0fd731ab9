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
    firsts = np.empty((count, 3))
    centres, sums, weights = np.zeros((count, 3)), np.zeros((count, 3)), np.zeros(count)
    groups = 0
    for i in range(count):
        group = groups
        for g in range(groups):
            if np.sqrt(np.sum((points[i] - firsts[g]) ** 2)) <= radius:
                group = g
                break
        if group == groups:
            firsts[group] = points[i]
            groups += 1
        # A touch without force still has a place; the small share keeps the mean defined.
        weight = np.sqrt(np.sum(forces[i] ** 2)) + 1e-9
        centres[group] += weight * points[i]
        weights[group] += weight
        sums[group] += forces[i]
    for g in range(groups):
        centres[g] /= weights[g]
    return centres[:groups], sums[:groups]
