"""Progress on standard error."""

import pytest

from biped_control.commands.progress import announcements, optimization_progress, progress_bar


def test_a_log_gets_one_line_a_subject(capfd: pytest.CaptureFixture[str]) -> None:
    with announcements() as announce:
        announce("building", "1 of 2")
        announce("building", "2 of 2")
        announce("compiling", "")
    out, err = capfd.readouterr()
    assert out == ""
    assert err.splitlines() == ["biped: building", "biped: compiling"]


def test_a_log_gets_no_bar(capfd: pytest.CaptureFixture[str]) -> None:
    with progress_bar("walking", 10.0) as show:
        show(5.0)
    assert capfd.readouterr() == ("", "")


def test_a_terminal_sees_both(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich then takes any file for a terminal
    monkeypatch.setenv("COLUMNS", "100")
    with progress_bar("walking", 10.0) as show:
        show(5.0)
    with announcements() as announce:
        announce("building", "1 of 2")
    out, err = capfd.readouterr()
    assert out == ""
    assert "50%" in err
    assert "building: 1 of 2" in err


def test_an_import_tells_of_what_takes_long(capfd: pytest.CaptureFixture[str]) -> None:
    with optimization_progress() as show:
        show("reading", 0.0)
        show("retargeting", 0.1)
        assert capfd.readouterr() == ("", "")
        show("optimizing", 0.2)
        show("optimizing", 0.9)
        show("done", 1.0)
    assert capfd.readouterr() == ("", "biped: optimizing the motion\n")
