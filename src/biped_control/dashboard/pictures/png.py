"""Writes an image as a PNG file with nothing but the standard library."""

import struct
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from biped_control.atomic_write import atomic_write

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EIGHT_BIT_RGB = (8, 2, 0, 0, 0)  # bits a channel, colour kind, compression, filter, interlace


def write_png(path: Path, image: NDArray[np.uint8]) -> None:
    """Writes an image (height, width, 3) of red, green, blue, 0 to 255.

    An existing file is replaced only once the new one is complete.

    Raises:
        OSError: the folder cannot be written.
    """
    height, width, _ = image.shape
    unfiltered = np.zeros((height, 1), dtype=np.uint8)
    rows = np.concatenate([unfiltered, image.reshape(height, width * 3)], axis=1)
    content = b"".join(
        [
            _SIGNATURE,
            _chunk(b"IHDR", struct.pack(">II5B", width, height, *_EIGHT_BIT_RGB)),
            _chunk(b"IDAT", zlib.compress(rows.tobytes(), 9)),
            _chunk(b"IEND", b""),
        ]
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(path) as unfinished:
        unfinished.write_bytes(content)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
