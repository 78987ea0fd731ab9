"""The file of transitions: it only grows, and believes nothing that is damaged or old."""

import json
import os
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from biped_control.analysis.steering.transition_file import FORMAT_VERSION, TransitionFile
from biped_control.errors import PolicyError
from biped_control.steering.transition import Transition

ROW = Transition("walk", "w1", "calm", "lcp", 3, "", 0.1, 0.2, 0.3, True, 0.0, 1.07)
DIGESTS = {"walk": "w1", "left": "l1"}


@pytest.fixture
def file(tmp_path: Path) -> TransitionFile:
    return TransitionFile(tmp_path / "steering" / "transitions.jsonl")


def test_rows_come_back(file: TransitionFile) -> None:
    assert file.read(DIGESTS, "calm").transitions == ()
    rows = [ROW, replace(ROW, clip="left", digest="l1", seed=9, survived=False, turned=-0.25)]
    file.append(rows[:1])
    file.append(rows[1:])
    kept = file.read(DIGESTS, "calm")
    assert kept.transitions == rows
    assert kept.last_seed == 9
    assert kept.refused == {}


def test_old_rows_are_left_out_and_counted(file: TransitionFile) -> None:
    file.append([ROW, replace(ROW, digest="w0"), replace(ROW, clip="gone"), replace(ROW, conditions="wild")])
    file.append([replace(ROW, conditions="wild", seed=50)])
    kept = file.read(DIGESTS, "calm")
    assert kept.transitions == [ROW]
    assert kept.last_seed == 3
    assert kept.refused == {
        "'walk' is another clip now, or gone": 1,
        "'gone' is another clip now, or gone": 1,
        "made under other settings, weights or disturbances": 2,
    }


def test_killed_in_the_middle_of_a_line(file: TransitionFile) -> None:
    """Half a line is lost, and costs no other."""
    file.append([ROW, ROW])
    whole = file.path.read_bytes()
    for cut in (1, 5, len(whole) // 2 - 1):
        file.path.write_bytes(whole[:-cut])
        file.append([replace(ROW, seed=8)])
        kept = file.read(DIGESTS, "calm")
        expected = [ROW, ROW] if cut == 1 else [ROW]
        assert kept.transitions == [*expected, replace(ROW, seed=8)]
        assert sum(kept.refused.values()) == (0 if cut == 1 else 1)


@pytest.mark.parametrize(
    "change",
    [
        {"format": FORMAT_VERSION + 1},
        {"format": None},
        {"start_cost": "0.1"},
        {"survived": 1},
        {"seed": 1.5},
        {"mood": "good"},
    ],
    ids=str,
)
def test_damaged_rows(file: TransitionFile, change: dict[str, object]) -> None:
    file.append([ROW])
    content = {"format": FORMAT_VERSION, **asdict(ROW), **change}
    with file.path.open("a") as stream:
        stream.write(json.dumps(content) + "\n")
    kept = file.read(DIGESTS, "calm")
    assert kept.transitions == [ROW]
    assert kept.refused == {"damaged, or of another version": 1}


@pytest.mark.parametrize("line", [b"", b"[1, 2]", b"NaN", b'"text"', b"\xff\xfe", b'{"format": 1}'], ids=str)
def test_lines_that_are_no_rows(file: TransitionFile, line: bytes) -> None:
    file.append([ROW])
    with file.path.open("ab") as stream:
        stream.write(line + b"\n")
    assert file.read(DIGESTS, "calm").transitions == [ROW]


def test_infinite_numbers_are_refused(file: TransitionFile) -> None:
    file.append([ROW])
    text = file.path.read_text().replace("0.3", "Infinity")
    file.path.write_text(text)
    assert file.read(DIGESTS, "calm").transitions == []
    with pytest.raises(ValueError, match="JSON"):
        file.append([replace(ROW, cost=float("nan"))])


def test_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "steering").write_text("")
    file = TransitionFile(tmp_path / "steering" / "transitions.jsonl")
    with pytest.raises(PolicyError, match="BIPED_LIBRARY"):
        file.append([ROW])
    with pytest.raises(PolicyError, match="cannot be read"):
        file.read(DIGESTS, "calm")
    assert os.listdir(tmp_path) == ["steering"]
