"""`--json`."""

import json
import os
from pathlib import Path

import pytest

from biped_control.commands.output import output_to
from biped_control.errors import BipedError, ConfigurationError


def fail(target: str) -> None:
    with output_to(target) as output:
        output.result = {"a": 1}
        raise BipedError("failed")


def test_file_appears_when_all_is_done(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    with output_to(str(path)) as output:
        output.result = {"a": [1, 2.5, None, "x"]}
        assert not path.exists()
    assert json.loads(path.read_text()) == {"a": [1, 2.5, None, "x"]}
    assert list(tmp_path.iterdir()) == [path]


def test_old_file_stays_when_the_command_fails(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    path.write_text("old")
    with pytest.raises(BipedError):
        fail(str(path))
    assert path.read_text() == "old"


@pytest.mark.parametrize("target", ["missing/result.json", ".", "/proc/result.json"])
def test_target_is_checked_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigurationError, match="--json"), output_to(target):
        pytest.fail("the work has begun")


def test_devices_are_written_to() -> None:
    with output_to("/dev/null") as output:
        output.result = {"a": 1}
    assert Path("/dev/null").is_char_device()


def test_nothing_else_on_standard_output(capfd: pytest.CaptureFixture[str]) -> None:
    with output_to("-") as output:
        print("from python")
        os.write(1, b"from a library written in C\n")
        output.show("for people")
        output.result = {"a": 1}
    out, err = capfd.readouterr()
    assert json.loads(out) == {"a": 1}
    assert "from python" in err
    assert "from a library" in err
    assert "for people" not in err
    print("afterwards")
    assert capfd.readouterr().out == "afterwards\n"


def test_no_json_when_the_command_fails(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BipedError):
        fail("-")
    assert capfd.readouterr().out == ""


def test_nan_is_no_result(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="JSON"), output_to(str(tmp_path / "x.json")) as output:
        output.result = {"a": float("nan")}
    assert list(tmp_path.iterdir()) == []


def test_for_people_without_json(capfd: pytest.CaptureFixture[str]) -> None:
    with output_to(None) as output:
        output.show("for people")
        output.result = {"a": 1}
    assert capfd.readouterr().out == "for people\n"


def test_a_path_is_not_broken_at_the_edge_of_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    path = "/a/folder/whose/name/is/longer/than/the/terminal/is/wide/walk.clip.npz"
    with output_to(None) as output:
        output.show(f"kept 'walk': {path}")
    assert capsys.readouterr().out == f"kept 'walk': {path}\n"
