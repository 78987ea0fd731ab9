"""A table for the tests; a module of its own because workers import it anew."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from biped_control.analysis.assembly import Announce
from biped_control.analysis.parallel.worker_pool import Tell, Work
from biped_control.analysis.reproduction.group import Group
from biped_control.analysis.reproduction.table import Extent, Row
from biped_control.errors import EngineError


class ToyTable:
    """Numbers are squared; no number can be made of a word."""

    name, title, method = "toy", "Toys", "By hand."

    def __init__(self, extent: Extent) -> None:
        self.tasks: Sequence[str] = ["number 2", "number 3", "word two"]
        if extent.quick:
            self.tasks = self.tasks[:2]

    def ready(self, announce: Announce) -> None:
        announce("looking for toys", "")

    def prepare(self) -> Work:
        def work(name: str, tell: Tell) -> Any:
            kind, what = name.split()
            if kind == "word":
                raise EngineError(f"no number: {what}")
            return int(what) ** 2

        return work

    def illustrate(self, results: Mapping[str, Any], folder: Path) -> str:
        (folder / "toys.png").write_bytes(b"a picture")
        return f"![{len(results)} toys]({folder.name}/toys.png)"

    def rows(self, results: Mapping[str, Any]) -> Sequence[Row]:
        numbers, words = (Group.of(self.tasks, results, kind) for kind in ("number", "word"))
        return [
            numbers.row(
                "largest square",
                "9 | nine",
                lambda found: (str(max(found)), max(found) == 9, {"max": max(found)}),
            ),
            words.row("largest word", "none", lambda found: ("", True, {})),
        ]
