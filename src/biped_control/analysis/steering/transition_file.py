"""Keeps simulated transitions in one file that only grows: a line of JSON for each.

Whatever kills the process, at most the line that was being written is lost. Transitions of clips that were
built anew since, or under other settings, stay in the file and are left out when it is read.
"""

import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from math import isfinite
from pathlib import Path

from biped_control.errors import PolicyError
from biped_control.motion.library.clip_folder import not_writable
from biped_control.steering.transition import Transition

FORMAT_VERSION = 1
"""Raise it when transitions of the same clips and conditions come out otherwise."""


@dataclass(frozen=True)
class Kept:
    """What a file holds.

    Attributes:
        transitions: those that still hold.
        last_seed: largest seed of any of them; 0 when there is none.
        refused: how many lines were left out, by reason.
    """

    transitions: Sequence[Transition]
    last_seed: int
    refused: Mapping[str, int]


class TransitionFile:
    """Transitions of one library."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self, digests: Mapping[str, str], conditions: str) -> Kept:
        """All transitions that still hold; a missing file holds none.

        Args:
            digests: of what each clip is made from now, by name.
            conditions: digest of settings, weights and disturbances.

        Raises:
            PolicyError: the file cannot be read.
        """
        try:
            text = self.path.read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return Kept((), 0, {})
        except OSError as error:
            raise PolicyError(f"{self.path}: cannot be read ({error})") from error
        good, refused = list[Transition](), Counter[str]()
        for line in text.splitlines():
            try:
                transition = _parsed(line)
            except (ValueError, KeyError, TypeError):
                refused["damaged, or of another version"] += 1
                continue
            if digests.get(transition.clip) != transition.digest:
                refused[f"'{transition.clip}' is another clip now, or gone"] += 1
            elif transition.conditions != conditions:
                refused["made under other settings, weights or disturbances"] += 1
            else:
                good.append(transition)
        last_seed = max((transition.seed for transition in good), default=0)
        return Kept(good, last_seed, dict(refused))

    def append(self, transitions: Sequence[Transition]) -> None:
        """Adds transitions at the end.

        Raises:
            PolicyError: the file cannot be written.
        """
        lines = [
            json.dumps({"format": FORMAT_VERSION, **asdict(row)}, allow_nan=False) for row in transitions
        ]
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab") as file:
                # Someone who was killed may have left half a line.
                start = "" if file.tell() == 0 or self._ends_a_line() else "\n"
                file.write((start + "".join(f"{line}\n" for line in lines)).encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise PolicyError(not_writable(self.path, error)) from error

    def _ends_a_line(self) -> bool:
        with self.path.open("rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read(1) == b"\n"


def _parsed(line: str) -> Transition:
    content = json.loads(line)
    if not isinstance(content, dict) or content.pop("format") != FORMAT_VERSION:
        raise ValueError("another format")
    transition = Transition(**content)
    for field in fields(transition):
        value = getattr(transition, field.name)
        right = type(value) is field.type or (field.type is float and type(value) is int)
        if not right or (isinstance(value, float) and not isfinite(value)):
            raise ValueError(f"{field.name} is {value!r}")
    return transition
