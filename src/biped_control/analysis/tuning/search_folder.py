"""The folder of a search: what it is about, and a file for each finished generation."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from biped_control.analysis.claimed_folder import claimed, require_same
from biped_control.analysis.tuning.generation import Generation
from biped_control.atomic_write import atomic_write
from biped_control.errors import SweepError

COMMAND = "tune"


class SearchFolder:
    """Generations by name, each there completely or not at all; see `open_search`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._parts = path / "generations"

    def begin(self, about: Mapping[str, Mapping[str, Any]]) -> None:
        """Makes the folder ready, or finds out whether it belongs to this search.

        Args:
            about: see `require_same`.

        Raises:
            SweepError: see `require_same`; or the folder cannot be written.
        """
        with self.writing(f"{COMMAND}.json"):
            require_same(self.path, COMMAND, about)
            self._parts.mkdir(exist_ok=True)

    @property
    def finished(self) -> int:
        """How many generations are kept, the start among them."""
        return len(list(self._parts.glob("[0-9]*.json")))

    def generation(self, name: str) -> Generation | None:
        """What was kept under a name, if anything.

        Raises:
            SweepError: its file cannot be read.
        """
        file = self._file(name)
        try:
            return Generation.from_json(json.loads(file.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise SweepError(
                f"{file}: cannot be read ({error!r}); remove this file, and its rollouts are done again"
            ) from error

    def keep(self, name: str, generation: Generation) -> None:
        """Keeps a finished generation.

        Raises:
            SweepError: it cannot be written; those before stay.
        """
        file = self._file(name)
        with self.writing(file.name), atomic_write(file) as unfinished:
            unfinished.write_text(json.dumps(generation.as_json()) + "\n", encoding="utf-8")

    @contextmanager
    def writing(self, what: str) -> Iterator[None]:
        """Says what to do when the block cannot write.

        Raises:
            SweepError: it cannot.
        """
        try:
            yield
        except OSError as error:
            raise SweepError(
                f"{self.path}: {what} cannot be written ({error.strerror}); finished generations are kept: "
                "make room, then give the same command again to go on"
            ) from error

    def _file(self, name: str) -> Path:
        return self._parts / f"{name}.json"


@contextmanager
def open_search(path: Path) -> Iterator[SearchFolder]:
    """The folder, made if missing; this process alone may use it meanwhile.

    Raises:
        SweepError: another process uses it, or it cannot be written.
    """
    with claimed(path, COMMAND):
        yield SearchFolder(path)
