from pathlib import Path

import numpy as np
import pytest

from biped_control.errors import CaptureError
from biped_control.motion.captures.capture import Capture

_PATH = Path("take.bvh")


def test_an_unseen_joint_is_allowed():
    positions = np.zeros((5, 2, 3))
    positions[1, 0] = np.nan
    assert Capture(_PATH, 120.0, ("a", "b"), positions).frames == 5


@pytest.mark.parametrize("bad", [np.inf, -np.inf, 1e5])
def test_a_joint_outside_the_world(bad):
    positions = np.zeros((5, 2, 3))
    positions[3, 1, 2] = bad
    with pytest.raises(
        CaptureError, match=r"take\.bvh: frame 4, 'b': position .* expected less than 10000 m"
    ):
        Capture(_PATH, 120.0, ("a", "b"), positions)


@pytest.mark.parametrize(
    ("rate", "shape", "message"),
    [
        (0.0, (5, 2, 3), "0.0 frames per second"),
        (np.nan, (5, 2, 3), "nan frames per second"),
        (120.0, (5, 3, 3), r"shape \(5, 3, 3\), expected \(frames, 2, 3\)"),
        (120.0, (0, 2, 3), "no frames"),
    ],
)
def test_inconsistent_captures(rate, shape, message):
    with pytest.raises(CaptureError, match=message):
        Capture(_PATH, rate, ("a", "b"), np.zeros(shape))
