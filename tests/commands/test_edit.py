"""`biped edit` before it asks anybody; tests/system/test_edited_walk.py asks a graph."""

from typer.testing import CliRunner

from biped_control.cli import app


def test_what_cannot_be_read_is_refused_in_one_line() -> None:
    for arguments, words in ((["slope=3m"], "is no number of deg"), (["slope=3deg@5s"], "expected no time")):
        result = CliRunner().invoke(app, ["edit", *arguments])
        assert result.exit_code == 1
        assert words in result.output
