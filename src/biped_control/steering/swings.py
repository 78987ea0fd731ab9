"""Which foot is on the ground when, by the contacts of a clip."""

import numpy as np

from biped_control.robot.state import BoolArray, FloatArray


def feet_on_ground(contacts: BoolArray) -> BoolArray:
    """(T, 2) right and left foot, of (T, 4) contacts of right heel, right toe, left heel, left toe."""
    return np.asarray(contacts.reshape(-1, 2, 2).any(axis=2))


def swing_shares(contacts: BoolArray, cyclic: bool) -> FloatArray:
    """How much of its swing each foot has behind it.

    Args:
        contacts: (T, 4) of a clip.
        cyclic: the clip follows itself: a swing may go on beyond its end.

    Returns:
        (T, 2) of right and left foot; 0 on the ground, 1 at the last step before it lands.
    """
    swings = ~feet_on_ground(contacts)
    steps = len(swings)
    turns = 3 if cyclic else 1
    shares = np.zeros((turns * steps, 2))
    for foot in range(2):
        edges = np.diff(np.concatenate([[False], np.tile(swings[:, foot], turns), [False]]).astype(int))
        for start, end in zip(np.flatnonzero(edges == 1), np.flatnonzero(edges == -1), strict=True):
            shares[start:end, foot] = np.arange(1, end - start + 1) / (end - start)
    return shares[(turns // 2) * steps :][:steps]
