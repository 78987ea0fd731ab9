"""The display of many tasks."""

import pytest

from biped_control.analysis.parallel.ordered_tasks import Outcome
from biped_control.commands.task_display import TaskDisplay


def play(display: TaskDisplay) -> None:
    with display:
        display.planned(3)
        display.begun("walk")
        display.told("walk", "iteration 2")
        display.begun("run")
        display.ended("run", Outcome(failure="too fast"))
        display.ended("speed_up", Outcome(failure="not tried", skipped=True))
        display.ended("walk", Outcome("a clip"))


def test_a_log_gets_a_line_for_each_end(capfd: pytest.CaptureFixture[str]) -> None:
    play(TaskDisplay("building", "built"))
    out, err = capfd.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "biped: run: failed (1 of 3)",
        "biped: speed_up: skipped (2 of 3)",
        "biped: walk: built (3 of 3)",
    ]


def test_a_terminal_sees_what_is_running(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich then takes any file for a terminal
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    with TaskDisplay("building", "built") as display:
        display.planned(2)
        display.begun("walk")
        display.told("walk", "iteration 2")
    out, err = capfd.readouterr()
    assert out == ""
    assert "building" in err
    assert "0/2" in err
    assert "walk: iteration 2" in err
    assert "biped:" not in err
