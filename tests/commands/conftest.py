"""The command line as a user calls it."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from typer.testing import CliRunner

from biped_control.analysis.assembly import WalkParts
from biped_control.cli import app


@dataclass(frozen=True)
class Outcome:
    """What a command left behind.

    Attributes:
        status: exit status.
        stdout, stderr: what it wrote.
    """

    status: int
    stdout: str
    stderr: str

    @property
    def complaint(self) -> str:
        """The one line on standard error of a command that failed as it should."""
        assert self.status in (1, 2), self
        assert self.stdout == "", self
        (line,) = self.stderr.splitlines()
        assert line.startswith("biped: ")
        return line


Biped = Callable[..., Outcome]


@pytest.fixture(scope="session")
def biped(walk_parts: WalkParts) -> Biped:
    """Runs `biped ARGUMENTS` in this process; clip, gains and kernels of the walk are there."""

    def run(*arguments: str) -> Outcome:
        result = CliRunner().invoke(app, arguments)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Outcome(result.exit_code, result.stdout, result.stderr)

    return run
