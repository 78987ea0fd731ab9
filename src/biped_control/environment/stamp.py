"""Stamps: what a build step was made from, so that it is not made twice."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path


def digest(files: Iterable[Path], *facts: str) -> str:
    """Hash of the names and contents of files and of further facts (versions, paths, earlier stamps).

    Args:
        files: existing files, in any order.
        facts: strings that matter to the step as much as the files do.
    """
    state = hashlib.sha256()
    for fact in facts:
        state.update(f"{len(fact)}:{fact}\n".encode())
    for file in sorted(files):
        content = file.read_bytes()
        state.update(f"{file.name}:{len(content)}\n".encode())
        state.update(content)
    return state.hexdigest()


class Stamp:
    """One step's record in a folder; present and equal means the step is done."""

    def __init__(self, folder: Path, step: str) -> None:
        self._file = folder / step

    def matches(self, value: str) -> bool:
        """Whether the step was last finished with this digest."""
        return self._file.is_file() and self._file.read_text() == value

    def write(self, value: str) -> None:
        """Records the step as finished. Call it last: an interrupted step must run again."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = self._file.with_suffix(".new")
        unfinished.write_text(value)
        os.replace(unfinished, self._file)
