"""`biped motion show`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from biped_control.dashboard.pictures import comparison_picture


def test_what_is_no_picture_is_refused_before_the_work(biped: Callable[..., Any], tmp_path: Path) -> None:
    complaint = biped("motion", "show", "gone.bvh", "--picture", str(tmp_path / "film.mp4")).complaint
    assert "film.mp4" in complaint
    assert ".gif" in complaint


def test_a_capture_that_cannot_be_shown(biped: Callable[..., Any], mocap: Path, tmp_path: Path) -> None:
    standing = str(mocap / "accad_bvh" / "Female1_A01_Stand.bvh")
    complaint = biped("motion", "show", standing, "--picture", str(tmp_path / "stand.png")).complaint
    assert "no complete gait cycle" in complaint
    assert list(tmp_path.iterdir()) == []


def test_an_animation(
    biped: Callable[..., Any], mocap: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparison_picture, "_GIF_SIZE", (32, 24))
    file = str(mocap / "deepmimic_json" / "walker" / "turn_left0.txt")
    outcome = biped("motion", "show", file, "--picture", str(tmp_path / "turn.gif"), "--json", "-")
    assert outcome.status == 0, outcome.stderr
    result = json.loads(outcome.stdout)
    assert result["kind"] == "steady-turn"
    assert result["picture"] == str(tmp_path / "turn.gif")
    assert (tmp_path / "turn.gif").read_bytes().startswith(b"GIF8")
