"""Text files as numbered lines of words, so that every complaint can name its line."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from biped_control.errors import CaptureError
from biped_control.robot.state import FloatArray

# Angles and lengths beyond this are broken numbers; sines of them are noise.
_LARGEST = 1e6


@dataclass(frozen=True)
class Line:
    """A line that is not empty.

    Attributes:
        path: the file.
        number: line number, from 1.
        words: its words.
    """

    path: Path
    number: int
    words: tuple[str, ...]

    def error(self, complaint: str) -> CaptureError:
        """The complaint with file and line in front."""
        return CaptureError(f"{self.path}: line {self.number}: {complaint}")

    def numbers(self, what: str, count: int, start: int = 1) -> FloatArray:
        """(count,) the words from `start` on as finite numbers.

        Args:
            what: what they stand for, for the message (a bone, a frame).
            count: how many there must be, no more and no fewer.
            start: index of the first.

        Raises:
            CaptureError: too few, too many, not a number, NaN or absurdly large.
        """
        words = self.words[start:]
        if len(words) != count:
            raise self.error(f"{what}: expected {count} numbers, found {len(words)}")
        try:
            values = np.array([float(word) for word in words], dtype=np.float64)
        except ValueError as error:
            raise self.error(f"{what}: expected {count} numbers ({error})") from error
        # Written so that NaN fails too.
        bad = ~(np.abs(values) <= _LARGEST)
        if bad.any():
            index = int(np.argmax(bad))
            raise self.error(f"{what}: channel {index + 1} is '{words[index]}', expected a finite number")
        return values


def read_lines(path: Path, comment: str | None = None) -> list[Line]:
    """All lines of a text file that hold words.

    Args:
        path: file.
        comment: character after which the rest of a line is ignored.

    Raises:
        CaptureError: unreadable, empty or not text.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise CaptureError(
            f"{path}: cannot be read ({error.strerror or error}); expected a motion-capture file"
        ) from error
    if not content.strip():
        raise CaptureError(f"{path}: the file is empty; expected a motion-capture file")
    if b"\0" in content:
        raise CaptureError(f"{path}: binary content; expected a text file")
    text = content.decode("utf-8-sig", errors="replace")  # Windows editors write a byte order mark
    lines = []
    for number, row in enumerate(text.split("\n"), start=1):
        words = (row.partition(comment)[0] if comment else row).split()
        if words:
            lines.append(Line(path, number, tuple(words)))
    if not lines:
        raise CaptureError(f"{path}: nothing but comments; expected a motion-capture file")
    return lines
