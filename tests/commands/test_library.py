"""`biped library build`, `list` and `show`."""

import json
import multiprocessing
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.image import imread

from biped_control.analysis.assembly import WalkParts
from biped_control.motion.clip import dynamics_residual
from biped_control.motion.recipes import load_recipes

CLIP_KEYS = {"name", "frames", "residual", "seconds_to_build"}


@pytest.fixture
def own_library(library_folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A copy of the library with the built walk, to be changed at will."""
    folder = tmp_path / "own"
    shutil.copytree(library_folder, folder)
    monkeypatch.setenv("BIPED_LIBRARY", str(folder))
    return folder


def result_of(outcome: Any) -> Any:
    assert outcome.status == 0, outcome.stderr
    return json.loads(outcome.stdout)


def test_build_again_and_not(biped: Callable[..., Any], own_library: Path) -> None:
    def files() -> dict[str, int]:
        return {path.name: path.stat().st_mtime_ns for path in own_library.glob("walk.*")}

    before = files()
    (clip,) = result_of(biped("library", "build", "walk", "--json", "-"))["clips"]
    assert clip.keys() >= CLIP_KEYS
    assert clip["cached"] is True
    assert clip["residual"] < 1e-6
    assert files() == before
    (again,) = result_of(biped("library", "build", "walk", "--again", "--json", "-"))["clips"]
    assert again["cached"] is False
    assert again["seconds_to_build"] > 0.0
    assert again["residual"] == clip["residual"]
    changed = {name for name, time in files().items() if time != before[name]}
    assert any(name.endswith(".clip.npz") for name in changed)
    assert not any(name.endswith(".gains.npz") for name in changed)  # the clip came out the same


def test_gains_are_built_with_the_clip(biped: Callable[..., Any], own_library: Path) -> None:
    (own_library / "walk.gains.npz").unlink()
    result_of(biped("library", "build", "walk", "--json", "-"))
    with np.load(own_library / "walk.gains.npz") as table:
        assert table["gains"].shape[0] == table["velocity_rows"].shape[0]


def test_list_builds_nothing(
    biped: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    empty = tmp_path / "empty"
    monkeypatch.setenv("BIPED_LIBRARY", str(empty))
    clips = {clip["name"]: clip for clip in result_of(biped("library", "list", "--json", "-"))["clips"]}
    assert clips["walk"].keys() >= CLIP_KEYS
    assert clips["walk"]["ready"] is False
    assert clips["walk"]["frames"] is None
    assert not empty.exists()


def test_list(biped: Callable[..., Any], own_library: Path, walk_parts: WalkParts) -> None:
    (own_library / "broken.clip.npz").write_bytes(b"PK\x03\x04 and nothing else")
    clips = {clip["name"]: clip for clip in result_of(biped("library", "list", "--json", "-"))["clips"]}
    walk = walk_parts.clips["walk"]
    assert clips["walk"]["frames"] == walk.steps
    assert clips["walk"]["speed_mps"] == pytest.approx(walk.speed_mps)
    assert clips["walk"]["residual"] == pytest.approx(dynamics_residual(walk_parts.robot, walk))
    assert clips["walk"]["problem"] is None
    assert "broken.clip.npz" in clips["broken"]["problem"]
    assert clips["broken"]["frames"] is None


def test_show(biped: Callable[..., Any], walk_parts: WalkParts, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    shown = result_of(biped("library", "show", "walk", "--plots", str(folder), "--json", "-"))
    walk = walk_parts.clips["walk"]
    assert shown.keys() >= CLIP_KEYS
    assert shown["max_torque_nm"] == pytest.approx(np.abs(walk.torques).max())
    # What the default walk has to reach.
    assert max(shown["norms"]["angle_error_deg"].values()) <= 8.0
    assert 1.1 <= shown["speed_mps"] <= 1.4
    assert 1.0 <= shown["norms"]["first_peak_bw"] <= 1.4
    assert 1.0 <= shown["norms"]["second_peak_bw"] <= 1.4
    assert shown["norms"]["departures"] == []
    assert sorted(shown["plots"]) == sorted(str(path) for path in folder.iterdir())
    for path in shown["plots"]:
        picture = imread(path)
        assert picture.shape[0] > 300
        assert picture.std() > 0.05  # something is drawn


def test_show_without_plots(
    biped: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = biped("library", "show", "walk", "--no-plots")
    assert outcome.status == 0
    assert "body weights" in outcome.stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", [("build", "walk", "dance"), ("show", "dance")], ids=lambda c: c[0])
def test_unknown_clip(
    biped: Callable[..., Any], own_library: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    target = tmp_path / "result.json"
    complaint = biped("library", *command, "--json", str(target)).complaint
    assert "'dance'" in complaint
    assert "walk" in complaint
    assert not target.exists()


def test_pictures_that_cannot_be_written(biped: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert "--plots" in biped("library", "show", "walk", "--plots", str(tmp_path / "file")).complaint


def test_many_recipes_in_parallel(
    biped: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, walk_parts: WalkParts
) -> None:
    walk = load_recipes()["walk"]
    recipes = {"one": walk, "two": walk}
    monkeypatch.setenv("BIPED_LIBRARY", str(tmp_path / "library"))
    monkeypatch.setattr("biped_control.motion.library.load_recipes", lambda: recipes)
    # Forked processes see these recipes; the usual fresh ones would read those that ship with the library.
    monkeypatch.setattr(
        "biped_control.analysis.library_build.get_context", lambda _: multiprocessing.get_context("fork")
    )
    built = {clip["name"]: clip for clip in result_of(biped("library", "build", "--json", "-"))["clips"]}
    assert [built["one"]["cached"], built["two"]["cached"]] == [False, False]
    assert built["one"]["speed_mps"] == pytest.approx(walk_parts.clips["walk"].speed_mps)

    # One stays, one changes, one asks for strides of 4.8 m: only the latter is missing in the end.
    recipes["two"] = walk.model_copy(update={"speed_mps": 1.2})
    recipes["three"] = walk.model_copy(update={"speed_mps": 2.4, "steps_per_minute": 60.0})
    failed = biped("library", "build", "--json", "-")
    assert failed.status == 1
    assert failed.stdout == ""
    assert failed.stderr.splitlines()[-1].startswith("biped: ")
    found = {clip["name"]: clip for clip in result_of(biped("library", "list", "--json", "-"))["clips"]}
    assert found["one"]["seconds_to_build"] == built["one"]["seconds_to_build"]
    assert found["two"]["speed_mps"] == pytest.approx(1.2, rel=0.01)
    assert found["three"]["ready"] is False
