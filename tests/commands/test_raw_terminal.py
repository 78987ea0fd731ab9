"""Terminals are put back in order, however a program ends. Programs on pseudo-terminals of their own."""

import os
import pty
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from typing import Any

import pytest

from biped_control.commands.raw_terminal import raw_terminal
from biped_control.errors import ConfigurationError

PROGRAM = """
import signal
from biped_control.commands.raw_terminal import raw_terminal
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
try:
    with raw_terminal() as terminal:
        print("ready", flush=True)
        while (text := terminal.read(10.0)) is not None:
            if text == "q":
                break
            if text == "wait":
                print("waiting", flush=True)
                signal.sigwait([signal.SIGUSR1])
                break
            if text == "e":
                raise RuntimeError("of the program")
            print(repr(text), flush=True)
finally:
    print("cleaned up", flush=True)
"""


class Program:
    """A program on a pseudo-terminal, its standard output apart."""

    def __init__(self) -> None:
        self.keyboard, self.terminal = pty.openpty()
        self.before = termios.tcgetattr(self.terminal)
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            stdin=self.terminal,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
            preexec_fn=self._take_terminal,
        )
        assert self.line() == "ready"

    def _take_terminal(self) -> None:
        import fcntl

        fcntl.ioctl(self.terminal, termios.TIOCSCTTY, 0)  # else Ctrl-C reaches nobody

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def type(self, text: str) -> None:
        os.write(self.keyboard, text.encode())

    @property
    def attributes(self) -> list[Any]:
        return termios.tcgetattr(self.terminal)


@pytest.fixture
def program() -> Iterator[Program]:
    program = Program()
    yield program
    program.process.kill()
    program.process.communicate()
    for descriptor in (program.keyboard, program.terminal):
        try:
            os.close(descriptor)
        except OSError:
            continue  # the test has closed it


def test_keys_come_at_once_and_are_not_shown(program: Program) -> None:
    for typed in ("a", "\x1b[A", " ", "ü", "\x1a", "\x13"):  # Ctrl-Z and Ctrl-S neither stop nor hold it
        program.type(typed)
        assert program.line() == repr(typed)
    os.set_blocking(program.keyboard, False)
    with pytest.raises(BlockingIOError):
        os.read(program.keyboard, 100)
    assert program.attributes != program.before


@pytest.mark.parametrize("how", ["quit", "error", "Ctrl-C", "SIGTERM", "SIGHUP", "SIGINT"])
def test_every_end_restores_the_terminal_and_cleans_up(program: Program, how: str) -> None:
    assert program.attributes != program.before
    if how.startswith("SIG"):
        program.process.send_signal(signal.Signals[how])
    else:
        program.type({"quit": "q", "error": "e", "Ctrl-C": "\x03"}[how])
    assert program.line() == "cleaned up"
    status = program.process.wait(timeout=20.0)
    assert status == {"quit": 0, "error": 1, "SIGTERM": 143, "SIGHUP": 129}.get(how, -signal.SIGINT)
    assert program.attributes == program.before


def test_late_keys_do_not_reach_the_shell(program: Program) -> None:
    program.type("wait")
    assert program.line() == "waiting"
    program.type("rm -r *\n")
    program.process.send_signal(signal.SIGUSR1)
    program.process.wait(timeout=20.0)
    os.set_blocking(program.terminal, False)
    with pytest.raises(BlockingIOError):
        os.read(program.terminal, 100)


def test_a_terminal_that_goes_away_ends_the_program(program: Program) -> None:
    os.close(program.keyboard)
    assert program.line() == "cleaned up"
    assert program.process.wait(timeout=20.0) in (0, 129), "end of input, or the hang-up signal"


def test_signal_handlers_are_put_back() -> None:
    keyboard, terminal = pty.openpty()
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)]
    with raw_terminal(terminal):
        assert signal.getsignal(signal.SIGTERM) not in before
    assert [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)] == before
    os.close(keyboard)
    os.close(terminal)


def test_what_is_no_terminal_is_refused() -> None:
    reading, writing = os.pipe()
    with pytest.raises(ConfigurationError, match="standard input is none"), raw_terminal(reading):
        pass
    os.close(reading)
    os.close(writing)
