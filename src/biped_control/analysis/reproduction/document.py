"""The document of what was reproduced: a section for each table, written anew by each measurement of it."""

import re
from collections.abc import Sequence
from pathlib import Path

from biped_control.analysis.reproduction.table import Row
from biped_control.atomic_write import atomic_write
from biped_control.errors import ConfigurationError

_HEAD = """# What is claimed, and what was measured

Written by `biped reproduce`, a section by each table; words of your own in a section do not last. "holds"
says whether what was found bears the claim out.
"""
_ANSWERS = {True: "yes", False: "**no**", None: "not measured"}


def section(title: str, method: str, rows: Sequence[Row], measured: str, more: str = "") -> str:
    """A section in Markdown.

    Args:
        title: heading.
        method: how it was measured.
        rows: the claims.
        measured: when, where and how long, in a sentence.
        more: what else there is to see, in Markdown.
    """
    lines = [f"## {title}", "", method.strip(), "", "| what | claimed | found | holds |", "|---|---|---|---|"]
    for row in rows:
        cells = (row.what, row.paper, row.ours, _ANSWERS[row.holds])
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join([*lines, "", *([more.strip(), ""] if more else []), measured]) + "\n"


def write_section(path: Path, name: str, text: str) -> None:
    """Puts a section in the place of the one of that name, or at the end. All others stay as they are.

    Args:
        path: the document; made if missing.
        name: of the table.
        text: see `section`.

    Raises:
        ConfigurationError: it cannot be read or written, or only one of the section's two marks is there.
    """
    after = _with_section(path, name, text)
    try:
        with atomic_write(path) as unfinished:
            unfinished.write_text(after, encoding="utf-8")
    except OSError as error:
        raise _unusable(path, error) from error


def require_place(path: Path, name: str) -> None:
    """Finds out whether `write_section` could do its work, before what it shall write is measured.

    Raises:
        ConfigurationError: the document cannot be read, or only one of the section's two marks is there.
    """
    _with_section(path, name, "")


def _with_section(path: Path, name: str, text: str) -> str:
    begin, end = f"<!-- begin {name} -->", f"<!-- end {name} -->"
    block = f"{begin}\n{text}{end}\n"
    try:
        before = path.read_text(encoding="utf-8") if path.exists() else _HEAD
    except (OSError, UnicodeDecodeError) as error:
        raise _unusable(path, error) from error
    pattern = re.compile(re.escape(begin) + r"\n.*?" + re.escape(end) + r"\n?", re.DOTALL)
    after, replaced = pattern.subn(lambda _: block, before, count=1)
    if not before.count(begin) == before.count(end) == replaced:
        raise ConfigurationError(
            f"{path}: where section {name} begins or ends is not clear; expected one line {begin} and "
            f"one {end} below it, or neither of them"
        )
    return after if replaced else before.rstrip("\n") + "\n\n" + block


def _unusable(path: Path, error: Exception) -> ConfigurationError:
    return ConfigurationError(
        f"{path}: cannot be read or written ({error}); expected a Markdown file in an existing folder"
    )
