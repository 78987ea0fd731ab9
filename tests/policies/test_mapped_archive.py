"""Archives that are mapped instead of read."""

import os
import zipfile
from pathlib import Path

import numpy as np
import pytest

from biped_control.policies.mapped_archive import ALIGNMENT, map_archive, write_archive

ARRAYS = {
    "text": np.array("a header of any length"),
    "cube": np.random.default_rng(1).normal(size=(5, 3, 7)),
    "flags": np.array([True, False, True]),
    "one": np.array(2.5),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write_archive(tmp_path / "a.npz", ARRAYS)
    return tmp_path / "a.npz"


def test_what_was_written_is_mapped(path: Path) -> None:
    mapped = map_archive(path).arrays
    assert list(mapped) == list(ARRAYS)
    for name, array in ARRAYS.items():
        np.testing.assert_array_equal(mapped[name], array)
        assert (mapped[name].dtype, mapped[name].shape) == (array.dtype, array.shape)
        assert type(mapped[name]) is np.ndarray
        assert mapped[name].ctypes.data % ALIGNMENT == 0


def test_numpy_reads_it_too(path: Path) -> None:
    with np.load(path, allow_pickle=False) as archive:
        assert archive.files == list(ARRAYS)
        for name, array in ARRAYS.items():
            np.testing.assert_array_equal(archive[name], array)


def test_writing_to_an_array_leaves_the_file_alone(path: Path) -> None:
    before = path.read_bytes()
    map_archive(path).arrays["cube"][0] = 0.0
    assert path.read_bytes() == before
    np.testing.assert_array_equal(map_archive(path).arrays["cube"], ARRAYS["cube"])


def test_an_array_survives_the_replacement_of_its_file(path: Path) -> None:
    """As when another process builds the table anew."""
    mapped = map_archive(path).arrays["cube"]
    other = path.with_name("b.npz")
    write_archive(other, {"cube": np.zeros((5, 3, 7))})
    other.replace(path)
    np.testing.assert_array_equal(mapped, ARRAYS["cube"])


def test_released_memory_is_filled_from_the_file_again(path: Path) -> None:
    archive = map_archive(path)
    archive.arrays["cube"][0] = 0.0
    archive.release()
    np.testing.assert_array_equal(archive.arrays["cube"], ARRAYS["cube"])


def test_memory_is_given_back(tmp_path: Path) -> None:
    size = 1 << 22
    write_archive(tmp_path / "big.npz", {"big": np.ones(size)})
    archive = map_archive(tmp_path / "big.npz")
    before = resident_bytes()
    assert archive.arrays["big"].sum() == size
    looked_at = resident_bytes()
    archive.release()
    assert looked_at - before > 6 * size
    assert resident_bytes() - before < 2 * size


def resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_a_changed_byte_is_noticed(path: Path) -> None:
    content = bytearray(path.read_bytes())
    place = content.find(ARRAYS["cube"].tobytes()) + 100
    content[place] ^= 1
    path.write_bytes(content)
    with pytest.raises(zipfile.BadZipFile, match="cube"):
        map_archive(path)


def test_a_compressed_archive_cannot_be_mapped(path: Path) -> None:
    np.savez_compressed(path, cube=ARRAYS["cube"])
    with pytest.raises(ValueError, match="compressed"):
        map_archive(path)
