"""A folder of results: one process at a time works in it, and it says what its results were made with."""

import json
from collections.abc import Collection, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from biped_control.analysis.differences import differences
from biped_control.atomic_write import atomic_write
from biped_control.errors import SweepError
from biped_control.folder_lock import only_process


def claimed(folder: Path, command: str) -> AbstractContextManager[None]:
    """The folder, made if missing, is this process's alone while the block lasts.

    Args:
        folder: where results go.
        command: whose, for messages.

    Raises:
        SweepError: another process uses it, or it cannot be written.
    """
    in_use = SweepError(f"{folder}: another `biped {command}` writes here; wait until it has ended")
    return only_process(
        folder,
        in_use,
        lambda error: SweepError(
            f"{folder}: cannot be written ({error.strerror}); expected a folder for results"
        ),
    )


def require_same(
    folder: Path, command: str, about: Mapping[str, Mapping[str, Any]], growing: Collection[str] = ()
) -> None:
    """Notes in a folder without results what they will depend on, and compares in one that has some.

    Args:
        folder: an existing one.
        command: whose results; the note is called after it.
        about: what they depend on, in sections that can be written as JSON.
        growing: names of lists in it that may get more values while the results of the others stay.

    Raises:
        SweepError: the folder holds something else, or results of another version or with other settings.
        OSError: it cannot be written.
    """
    note = folder / f"{command}.json"
    if note.is_file():
        different = _differences(note, command, about, growing)
        if different and any(_is_result(path) for path in folder.rglob("*") if path != note):
            raise SweepError(
                f"{folder}: holds results of another version or with other settings: "
                f"{', '.join(different)}; choose another --out, or remove the folder"
            )
    elif foreign := [path.name for path in folder.iterdir() if not path.name.startswith(".")]:
        raise SweepError(
            f"{folder}: holds {', '.join(sorted(foreign)[:3])}, but no {command}; expected an empty or new "
            "folder"
        )
    with atomic_write(note) as unfinished:
        unfinished.write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")


def _is_result(path: Path) -> bool:
    return path.is_file() and not path.name.startswith(".")


def _differences(
    note: Path, command: str, about: Mapping[str, Mapping[str, Any]], growing: Collection[str]
) -> list[str]:
    try:
        there = json.loads(note.read_text(encoding="utf-8"))
        return [
            difference
            for section, content in about.items()
            for difference in differences(_grown(there[section], content, growing), content, "there")
        ]
    except (OSError, ValueError, KeyError, AttributeError, TypeError) as error:
        raise SweepError(
            f"{note}: cannot be read ({error!r}); expected what `biped {command}` has written; choose "
            "another --out"
        ) from error


def _grown(there: Mapping[str, Any], here: Mapping[str, Any], growing: Collection[str]) -> dict[str, Any]:
    """What is `there`; lists that may grow, and have lost no value, as they are `here`."""
    more = {name: here[name] for name in growing if name in here and set(there[name]) <= set(here[name])}
    return {**there, **more}
