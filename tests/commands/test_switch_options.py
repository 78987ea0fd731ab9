"""Options for the switches of the controller."""

from collections.abc import Mapping

import pytest
import typer
from typer.testing import CliRunner

from biped_control.commands.switch_options import with_switches


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], {}),
        (["--feel-ground"], {"feel_ground": True}),
        (["--flat-belief", "--find-delay"], {"feel_ground": False, "find_delay": True}),
        (["--keep-path", "--adjust-steps"], {"adjust_steps": True}),
    ],
)
def test_a_command_hears_of_those_that_were_given(words: list[str], expected: dict[str, bool]) -> None:
    heard: list[tuple[int, Mapping[str, bool], str]] = []
    app = typer.Typer()

    @app.command()
    @with_switches
    def walk(seconds: int = 1, *, switches: Mapping[str, bool], out: str = "here") -> None:
        heard.append((seconds, switches, out))

    result = CliRunner().invoke(app, ["--seconds", "3", *words, "--out", "there"])
    assert result.exit_code == 0, result.output
    assert heard == [(3, expected, "there")]


def test_they_stand_where_the_command_says() -> None:
    app = typer.Typer()

    @app.command()
    @with_switches
    def walk(seconds: int = 1, *, switches: Mapping[str, bool], out: str = "here") -> None:
        """Walks."""

    (command,) = app.registered_commands
    assert command.callback is not None
    assert command.callback.__doc__ == "Walks."
    shown = CliRunner().invoke(app, ["--help"], env={"COLUMNS": "160"}).output
    places = [shown.index(word) for word in ("--seconds", "--feel-ground", "--find-delay", "--out")]
    assert places == sorted(places)
