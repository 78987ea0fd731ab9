"""docs/usage.md against the commands that there are."""

from pathlib import Path
from typing import Any

from typer.main import get_command

from biped_control.cli import app

USAGE = (Path(__file__).parents[2] / "docs" / "usage.md").read_text(encoding="utf-8")


def commands(command: Any, name: str = "biped") -> set[str]:
    """All that can be called, in full."""
    if not hasattr(command, "commands"):
        return {name}
    parts = (commands(part, f"{name} {word}") for word, part in command.commands.items())
    return set[str]().union(*parts)


def documented() -> set[str]:
    """What headings name (`biped a, biped b`, `biped group a | b`), and `biped edit`, which has its place in
    `biped rollout`.
    """
    found = {"biped edit"} if "by `biped edit`" in USAGE else set()
    for line in USAGE.splitlines():
        if line.startswith("## biped"):
            for heading in line.removeprefix("## ").split(", "):
                first, *others = heading.split(" | ")
                group = first.rpartition(" ")[0]
                found |= {first, *(f"{group} {other}" for other in others)}
    return found


def test_every_command_is_documented() -> None:
    assert documented() == commands(get_command(app))
