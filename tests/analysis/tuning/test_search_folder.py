"""Finished generations are never lost, and never mixed with others."""

import errno
from pathlib import Path

import numpy as np
import pytest

from biped_control.analysis.tuning.generation import Generation
from biped_control.analysis.tuning.score import Run, Score
from biped_control.analysis.tuning.search_folder import open_search
from biped_control.errors import SweepError

ABOUT = {"options": {"bound": 10.0}, "versions": {"biped": "0.1.0"}}
SOME = Generation(np.array([[0.1, 1.0 / 3.0]]), (Score((Run("lcp", "none", 1, True, 2.5, 0.7),)),))


def test_kept_and_found(tmp_path: Path) -> None:
    with open_search(tmp_path / "new") as folder:
        folder.begin(ABOUT)
        assert folder.generation("0001") is None
        folder.keep("0001", SOME)
    with open_search(tmp_path / "new") as folder:
        folder.begin(ABOUT)
        found = folder.generation("0001")
    assert found is not None
    np.testing.assert_array_equal(found.points, SOME.points)
    assert found.scores == SOME.scores


@pytest.mark.parametrize(
    ("about", "expected"),
    [
        ({**ABOUT, "options": {"bound": 5.0}}, "bound (10.0 there, 5.0 here)"),
        ({**ABOUT, "versions": {"biped": "0.2.0"}}, "biped (0.1.0 there, 0.2.0 here)"),
    ],
)
def test_another_search_or_version(
    tmp_path: Path, about: dict[str, dict[str, object]], expected: str
) -> None:
    with open_search(tmp_path) as folder:
        folder.begin(ABOUT)
        (tmp_path / "generations" / "0000.json").touch()
    with open_search(tmp_path) as folder, pytest.raises(SweepError) as caught:
        folder.begin(about)
    assert expected in str(caught.value)
    assert "--out" in str(caught.value)


def test_folder_of_something_else(tmp_path: Path) -> None:
    (tmp_path / "sweep.json").write_text("{}")
    with open_search(tmp_path) as folder, pytest.raises(SweepError, match=r"sweep\.json, but no tune"):
        folder.begin(ABOUT)


RUN = '{"engine": "lcp", "scenario": "none", "seed": 1, "fell": true, "survived_s": 2.5, "mean_cost": 0.7}'
SCORE = f'{{"runs": [{RUN}], "problem": ""}}'


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{}",
        "[]",
        '{"points": 1, "scores": [{"runs": 3}]}',
        '{"points": [], "scores": []}',
        '{"points": [[0.1]], "scores": [{"runs": [], "problem": ""}]}',
        f'{{"points": [[0.1]], "scores": [{SCORE}, {SCORE}]}}',
        f'{{"points": [0.1], "scores": [{SCORE}]}}',
        f'{{"points": [[NaN]], "scores": [{SCORE}]}}',
        f'{{"points": [[0.1]], "scores": [{SCORE.replace("2.5", "[]")}]}}',
    ],
)
def test_broken_generation(tmp_path: Path, content: str) -> None:
    with open_search(tmp_path) as folder:
        folder.begin(ABOUT)
        (tmp_path / "generations" / "0001.json").write_text(content)
        with pytest.raises(SweepError, match=r"0001\.json: cannot be read.*remove this file"):
            folder.generation("0001")


def test_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: str, encoding: str) -> int:
        path.open("w").close()
        raise OSError(errno.ENOSPC, "No space left on device")

    with open_search(tmp_path) as folder:
        folder.begin(ABOUT)
        folder.keep("0000", SOME)
        with monkeypatch.context() as patch:
            patch.setattr(Path, "write_text", full)
            with pytest.raises(SweepError, match=r"No space left.*finished generations are kept"):
                folder.keep("0001", SOME)
        assert folder.generation("0001") is None
    assert [path.name for path in (tmp_path / "generations").iterdir()] == ["0000.json"]


def test_one_process_at_a_time(tmp_path: Path) -> None:
    with (
        open_search(tmp_path),
        pytest.raises(SweepError, match="another `biped tune`"),
        open_search(tmp_path),
    ):
        pass
