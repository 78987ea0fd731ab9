import numpy as np
from scipy.spatial.transform import Rotation

from biped_control.motion.readers.rigid_cluster import reconstructed

_SHAPE = np.array([[0.1, 0.12, 0.0], [0.1, -0.12, 0.01], [-0.1, 0.05, 0.02], [-0.1, -0.05, -0.01]])


def _moving(shape: np.ndarray, frames: int = 40) -> np.ndarray:
    times = np.linspace(0.0, 1.0, frames)
    turns = Rotation.from_rotvec(np.stack([0.3 * times, -0.2 * np.sin(5 * times), times**2], axis=1))
    places = np.stack([1.2 * times, 0.1 * np.sin(9 * times), 1.0 + 0 * times], axis=1)
    return np.einsum("tij,nj->tni", turns.as_matrix(), shape) + places[:, None]


def test_a_hidden_marker_lies_where_the_others_say():
    truth = _moving(_SHAPE)
    tracks = truth.copy()
    tracks[5:30, 1] = np.nan
    tracks[33:, 3] = np.nan
    filled, frames = reconstructed(tracks)
    assert frames == 25 + 7
    np.testing.assert_allclose(filled, truth, atol=1e-12)


def test_with_two_seen_nothing_is_made_up():
    tracks = _moving(_SHAPE)
    tracks[5:9, [0, 1]] = np.nan
    filled, frames = reconstructed(tracks)
    assert frames == 0
    np.testing.assert_array_equal(filled, tracks)


def test_three_on_a_line_say_nothing():
    line = np.array([[0.0, 0.0, 0.0], [0.1, 0.0, 0.0], [0.2, 0.0, 0.0], [0.0, 0.1, 0.0]])
    tracks = _moving(line)
    tracks[5:9, 3] = np.nan
    assert reconstructed(tracks)[1] == 0


def test_never_seen_together():
    tracks = _moving(_SHAPE)
    tracks[::2, 0] = np.nan
    tracks[1::2, 1] = np.nan
    assert reconstructed(tracks)[1] == 0


def test_skin_moves_and_the_mean_shape_helps():
    truth = _moving(_SHAPE, 200)
    tracks = truth + np.random.default_rng(4).normal(0.0, 0.002, truth.shape)
    tracks[50:150, 2] = np.nan
    filled, _ = reconstructed(tracks)
    errors = np.linalg.norm(filled[50:150, 2] - truth[50:150, 2], axis=1)
    assert errors.mean() < 0.006
