"""Markers on one rigid bone: a hidden one lies where the others say."""

import numpy as np
from scipy.spatial.transform import Rotation

from biped_control.robot.state import FloatArray

_FLAT = 1e-2  # [m]; three markers so close to a line do not show how the bone turns about it


def reconstructed(tracks: FloatArray) -> tuple[FloatArray, int]:
    """Fills in hidden markers of a rigid cluster from three or more seen ones.

    The shape of the cluster is the mean over the frames in which all are seen, each moved onto the first of
    them; a frame with a hidden marker gets that shape where it fits the seen ones best (Kabsch, "A solution
    for the best rotation to relate two sets of vectors", Acta Crystallographica A32 (1976)).

    Args:
        tracks: (T, n, 3) markers [m]; NaN where one was not seen.

    Returns:
        The tracks, and the number of frames in which something was filled in.
    """
    seen = np.asarray(np.isfinite(tracks).all(axis=2), dtype=np.bool_)
    whole = np.flatnonzero(seen.all(axis=1))
    frames = np.flatnonzero(~seen.all(axis=1) & (seen.sum(axis=1) >= 3))
    if not len(whole) or not len(frames):
        return tracks, 0
    reference = tracks[whole[0]]
    shape = np.mean([_placed(tracks[frame], tracks[frame], reference) for frame in whole], axis=0)
    filled, count = tracks.copy(), 0
    for frame in frames:
        there = seen[frame]
        if np.linalg.svd(shape[there] - shape[there].mean(axis=0), compute_uv=False)[1] < _FLAT:
            continue
        filled[frame, ~there] = _placed(shape[there], shape, tracks[frame, there])[~there]
        count += 1
    return filled, count


def _placed(some: FloatArray, points: FloatArray, onto: FloatArray) -> FloatArray:
    """`points`, moved as (k, 3) `some` of them must move to lie on `onto`."""
    middle, target = some.mean(axis=0), onto.mean(axis=0)
    turn, _ = Rotation.align_vectors(onto - target, some - middle)
    placed: FloatArray = turn.apply(points - middle) + target
    return placed
