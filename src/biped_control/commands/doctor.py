"""`biped doctor`: what is installed, what is missing, what to do."""

import typer
from rich.table import Table
from rich.text import Text

from biped_control.commands.one_line_errors import FAILED
from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.progress import announcements

_COLOURS = {"ok": "green", "warning": "yellow", "missing": "red"}


def doctor(json_file: JsonOption = None) -> None:
    """Tell what is installed, what is missing and what to do about it.

    A warning names what does not work without the missing part; the rest of biped
    works. The exit status is 1 only when the library itself cannot run.

    [bold]Examples[/bold]

    \b
    biped doctor
    biped doctor --json doctor.json

    [bold]JSON keys[/bold]: checks[] with name, status, found, advice
    """
    from biped_control.doctor.check import as_json, healthy
    from biped_control.doctor.examination import examine

    with output_to(json_file) as output:
        checks = []
        with announcements() as announce:
            announce("looking around", "")
            for check in examine():
                announce("looking around", check.name)
                checks.append(check)
        table = Table(box=None, pad_edge=False, show_header=False)
        for column in range(4):
            table.add_column(no_wrap=column == 0, overflow="fold")
        for check in checks:
            status = Text(check.status, _COLOURS[check.status])
            table.add_row(status, check.name, check.found, Text(check.advice, "dim"))
        output.show(table)
        output.result = as_json(checks)
    if not healthy(checks):
        raise typer.Exit(FAILED)
