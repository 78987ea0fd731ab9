"""NumPy archives (.npz) whose arrays are used where they lie on disk, without reading them into memory.

Such an archive is an ordinary one, not compressed, in which every array begins at a multiple of `ALIGNMENT`
bytes: an empty extra field in front of it fills the gap, as zipalign does. `numpy.load` reads it, too.
"""

import mmap
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy

ALIGNMENT = 64  # [bytes] a cache line
_LOCAL_HEADER = 30  # [bytes] of a file in a zip archive, up to its name; ends with lengths
_PADDING_FIELD = 0xD935  # number of an extra field that only fills a gap


def write_archive(path: Path, arrays: Mapping[str, np.ndarray[Any, Any]]) -> None:
    """Writes arrays by name."""
    with path.open("wb") as file, zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, array in arrays.items():
            entry = zipfile.ZipInfo(f"{name}.npy")
            data_start = file.tell() + _LOCAL_HEADER + len(entry.filename)
            gap = 4 + (-data_start - 4) % ALIGNMENT
            entry.extra = (
                _PADDING_FIELD.to_bytes(2, "little") + (gap - 4).to_bytes(2, "little") + bytes(gap - 4)
            )
            with archive.open(entry, "w") as member:
                npy.write_array(member, np.asarray(array, order="C"), allow_pickle=False)


@dataclass(frozen=True)
class MappedArchive:
    """An archive whose arrays lie in its file's own pages: memory is only taken for what is looked at.

    Arrays can be written to; that changes neither the file nor anybody else's arrays. The file may be
    replaced or removed (`atomic_write`) while they are in use, but it must not be cut: looking at what is
    gone kills the process.

    Attributes:
        arrays: by name.
    """

    arrays: Mapping[str, np.ndarray[Any, Any]]
    _pages: mmap.mmap

    def release(self) -> None:
        """Gives the memory back, with what was written; the next look fetches from the file again."""
        self._pages.madvise(mmap.MADV_DONTNEED)


def map_archive(path: Path) -> MappedArchive:
    """Opens an archive.

    Raises:
        OSError, ValueError, zipfile.BadZipFile: missing, truncated, changed bytes, compressed, or no such
            archive.
    """
    with path.open("rb") as file:
        with zipfile.ZipFile(file) as archive:
            if damaged := archive.testzip():
                raise zipfile.BadZipFile(f"{damaged} is damaged")
            entries = archive.infolist()
        pages = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
        arrays = {entry.filename.removesuffix(".npy"): _array(pages, entry) for entry in entries}
    return MappedArchive(arrays, pages)


def _array(pages: mmap.mmap, entry: zipfile.ZipInfo) -> np.ndarray[Any, Any]:
    if entry.compress_type != zipfile.ZIP_STORED:
        raise ValueError(f"{entry.filename} is compressed")
    pages.seek(entry.header_offset)
    lengths = pages.read(_LOCAL_HEADER)[26:]
    name, extra = int.from_bytes(lengths[:2], "little"), int.from_bytes(lengths[2:], "little")
    pages.seek(name + extra, 1)
    version = npy.read_magic(pages)
    read_header = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
    shape, _, dtype = read_header(pages)
    return np.frombuffer(pages, dtype, prod(shape), pages.tell()).reshape(shape)
