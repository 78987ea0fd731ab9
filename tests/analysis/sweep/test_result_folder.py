"""Finished rows are never lost, and never mixed with others."""

import errno
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from biped_control.analysis.sweep.result_folder import open_results
from biped_control.errors import SweepError

ABOUT = {"options": {"seconds": 10.0}, "versions": {"biped": "0.1.0"}}


def test_rows_are_there_the_next_time(tmp_path: Path, row: Any) -> None:
    with open_results(tmp_path / "new" / "sweep") as results:
        results.begin(ABOUT)
        results.add("a", row(seed=1))
        results.add("b", row(seed=2))
    with open_results(tmp_path / "new" / "sweep") as results:
        results.begin(ABOUT)
        assert dict(results.rows) == {"a": row(seed=1), "b": row(seed=2)}


def test_one_file_in_the_end(tmp_path: Path, row: Any) -> None:
    with open_results(tmp_path) as results:
        results.begin(ABOUT)
        results.add("a", row(seed=1))
        results.add("b", row(seed=2))
        file = results.complete(["b", "missing", "a"], ABOUT)
    assert pq.read_table(file, columns=["seed"]).to_pylist() == [{"seed": 2}, {"seed": 1}]
    assert b"0.1.0" in pq.read_schema(file).metadata[b"biped_sweep"]
    assert list((tmp_path / "rows").iterdir()) == []
    with open_results(tmp_path) as results:
        results.begin(ABOUT)
        assert results.rows.keys() == {"a", "b"}


def test_killed_while_a_row_was_written(tmp_path: Path, row: Any) -> None:
    with open_results(tmp_path) as results:
        results.begin(ABOUT)
        results.add("a", row(seed=1))
    half = tmp_path / "rows" / ".b.parquet.4711"
    half.write_bytes((tmp_path / "rows" / "a.parquet").read_bytes()[:100])
    with open_results(tmp_path) as results:
        results.begin(ABOUT)
        assert results.rows.keys() == {"a"}
    assert not half.exists()


def test_full_disk(tmp_path: Path, row: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: bytes) -> int:
        path.open("wb").close()
        raise OSError(errno.ENOSPC, "No space left on device")

    with open_results(tmp_path) as results:
        results.begin(ABOUT)
        results.add("a", row(seed=1))
        with monkeypatch.context() as patch:
            patch.setattr(Path, "write_bytes", full)
            with pytest.raises(SweepError, match=r"No space left on device.*1 finished rows are kept"):
                results.add("b", row(seed=2))
            with pytest.raises(SweepError, match="No space left"):
                results.complete(["a"], ABOUT)
    assert [path.name for path in (tmp_path / "rows").iterdir()] == ["a.parquet"]
    with open_results(tmp_path) as results:
        results.begin(ABOUT)
        assert results.rows.keys() == {"a"}


@pytest.mark.parametrize(
    ("about", "expected"),
    [
        ({**ABOUT, "options": {"seconds": 5.0}}, "seconds (10.0 there, 5.0 here)"),
        ({**ABOUT, "versions": {"biped": "0.2.0"}}, "biped (0.1.0 there, 0.2.0 here)"),
        ({**ABOUT, "versions": {}}, "biped (0.1.0 there, nothing here)"),
    ],
)
def test_other_results(tmp_path: Path, row: Any, about: Any, expected: str) -> None:
    with open_results(tmp_path) as results:
        results.begin(ABOUT)
        results.add("a", row())
    with open_results(tmp_path) as results, pytest.raises(SweepError) as caught:
        results.begin(about)
    assert expected in str(caught.value)
    assert "--out" in str(caught.value)
    assert (tmp_path / "rows" / "a.parquet").is_file()


def test_folder_of_something_else(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("")
    with open_results(tmp_path) as results, pytest.raises(SweepError, match=r"thesis\.tex.*no sweep"):
        results.begin(ABOUT)


def test_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SweepError, match="cannot be written"), open_results(tmp_path / "file"):
        pass


@pytest.mark.parametrize("content", ["", "[]", "{}"])
def test_broken_description(tmp_path: Path, content: str) -> None:
    (tmp_path / "sweep.json").write_text(content)
    with open_results(tmp_path) as results, pytest.raises(SweepError, match=r"sweep\.json: cannot be read"):
        results.begin(ABOUT)


def test_broken_row(tmp_path: Path, row: Any) -> None:
    with open_results(tmp_path) as results:
        results.begin(ABOUT)
        results.add("a", row())
    (tmp_path / "rows" / "a.parquet").write_bytes(b"PAR1")
    with open_results(tmp_path) as results, pytest.raises(SweepError, match=r"a\.parquet.*remove this file"):
        results.begin(ABOUT)


def test_one_process_at_a_time(tmp_path: Path) -> None:
    with (
        open_results(tmp_path),
        pytest.raises(SweepError, match="another `biped sweep`"),
        open_results(tmp_path),
    ):
        pass
