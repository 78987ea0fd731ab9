"""What a command that was ended early says."""

import os
import signal

import pytest

from biped_control.commands.kept_work import telling_what_is_kept


@pytest.mark.parametrize(
    ("number", "end"), [(signal.SIGINT, KeyboardInterrupt), (signal.SIGTERM, SystemExit)]
)
def test_both_signals_leave_the_block_and_say_what_is_kept(
    capsys: pytest.CaptureFixture[str], number: signal.Signals, end: type[BaseException]
) -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(end) as ended, telling_what_is_kept(lambda: "2 of 3 rows are kept in out"):
        os.kill(os.getpid(), number)
    assert getattr(ended.value, "code", 143) == 143
    assert capsys.readouterr().err == "biped: 2 of 3 rows are kept in out; the same command goes on\n"
    assert signal.getsignal(signal.SIGTERM) is before


def test_nothing_is_said_of_a_block_that_ends(capsys: pytest.CaptureFixture[str]) -> None:
    with telling_what_is_kept(lambda: "all"):
        pass
    assert capsys.readouterr().err == ""
