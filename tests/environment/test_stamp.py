"""Stamps change with everything a step depends on, and only with that."""

from pathlib import Path

from biped_control.environment.stamp import Stamp, digest


def test_digest_follows_contents_names_and_facts(tmp_path: Path) -> None:
    first, second = tmp_path / "a.msg", tmp_path / "b.msg"
    first.write_text("float64 x")
    second.write_text("float64 y")
    reference = digest([first, second], "python3.11")
    assert digest([second, first], "python3.11") == reference
    assert digest([first, second], "python3.12") != reference
    assert digest([first], "python3.11") != reference
    second.write_text("float64 z")
    assert digest([first, second], "python3.11") != reference


def test_digest_keeps_neighbouring_fields_apart(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("")
    assert digest([], "ab", "c") != digest([], "a", "bc")
    assert digest([file], "x") != digest([], "x", "a:0")


def test_stamp_matches_only_what_was_written(tmp_path: Path) -> None:
    stamp = Stamp(tmp_path / "stamps", "packages")
    assert not stamp.matches("")
    stamp.write("one")
    assert stamp.matches("one")
    assert not stamp.matches("two")
    assert [file.name for file in (tmp_path / "stamps").iterdir()] == ["packages"]
