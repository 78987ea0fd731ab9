"""What is known of a clip of the library without loading it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal


@dataclass(frozen=True)
class Entry:
    """A clip of the library.

    Attributes:
        name: unique in the library.
        origin: made from a recipe, or imported from a capture.
        path: its file; that of a recipe names the recipe's content, and everything else that it depends on.
        digest: of that content.
        ready: the file is there. Recipes that are not ready are built when they are loaded.
        stale: the last file that was made from a recipe of this name, when it is not ready.
        problem: why it cannot be built, as far as that is known; else empty.
    """

    name: str
    origin: Literal["recipe", "imported"]
    path: Path
    digest: str
    ready: bool
    stale: Path | None = None
    problem: str = ""

    @property
    def usable(self) -> Path:
        """The file to read, if there is one."""
        return self.path if self.ready or self.stale is None else self.stale
