"""Every expected failure of a command becomes one line on standard error and a non-zero exit status."""

import sys
from typing import Any

import typer
import typer.core

from biped_control.errors import BipedError

FAILED = 1
WRONG_USAGE = 2
INTERRUPTED = 130  # as shells say it: 128 + SIGINT

# typer has its own copy of click or uses the installed one, depending on its version: ask it for the classes.
_UsageError: Any
_ClickError: Any
_UsageError, _ClickError = typer.BadParameter.__mro__[1:3]


class OneLineErrors(typer.core.TyperGroup):
    """The top of a command line. Only unexpected errors keep their traceback: they are bugs."""

    def main(self, *args: Any, **options: Any) -> Any:
        """Runs the command line and ends the process with the exit status."""
        options["standalone_mode"] = False
        try:
            status = super().main(*args, **options)
        except BipedError as error:
            _report(str(error))
            sys.exit(FAILED)
        except _UsageError as error:
            if error.ctx is None or not error.format_message():
                sys.exit(WRONG_USAGE)  # the help was asked for by giving nothing, and is shown already
            _report(f"{error.format_message()} (see `{error.ctx.command_path} --help`)")
            sys.exit(WRONG_USAGE)
        except _ClickError as error:
            _report(error.format_message())
            sys.exit(error.exit_code)
        except typer.Abort:
            sys.exit(INTERRUPTED)
        sys.exit(status if isinstance(status, int) else 0)


def _report(message: str) -> None:
    print(f"biped: {' '.join(message.split())}", file=sys.stderr)
