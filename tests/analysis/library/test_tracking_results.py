"""Tracking results hold as long as nothing that they depend on has changed."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from biped_control.analysis.library.tracking_results import TrackingResult, TrackingResults, conditions
from biped_control.errors import ClipError
from biped_control.motion.library.clip_library import ClipLibrary
from biped_control.robot.model import RobotModel
from biped_control.settings import load_settings

SETTINGS = load_settings()


@pytest.fixture
def folder(cut_walk: Path, tmp_path: Path) -> Path:
    """A library of imported clips."""
    return Path(shutil.copytree(cut_walk, tmp_path / "library"))


@pytest.fixture
def library(robot: RobotModel, folder: Path) -> ClipLibrary:
    return ClipLibrary(robot, 120.0, folder, {})


def result(library: ClipLibrary, *clips: str, engine: str = "dart", policy: str = "nqr") -> TrackingResult:
    return TrackingResult(
        engine=engine,
        policy=policy,
        gamma=0.01,
        seconds=30.0,
        fell=False,
        survived_s=30.0,
        played=10,
        speed_mps=1.2,
        mean_cost=0.05,
        max_torque_nm=120.0,
        clips={name: library.entry(name).digest for name in clips},
        conditions=conditions(SETTINGS),
    )


def test_the_latest_of_each_engine_and_policy(library: ClipLibrary) -> None:
    results = TrackingResults(library, SETTINGS)
    assert results.of("detour") == []
    dart, lcp = (result(library, "one", "detour", engine=engine) for engine in ("dart", "lcp"))
    results.keep("detour", lcp)
    results.keep("detour", dart)
    assert results.of("detour") == [dart, lcp]
    fell = replace(lcp, fell=True, survived_s=2.0, gamma=0.1)
    results.keep("detour", fell)
    assert TrackingResults(library, SETTINGS).of("detour") == [dart, fell]
    assert results.of("one") == []
    assert fell.summary()["survived_s"] == 2.0
    assert not {"clips", "conditions"} & set(fell.summary())


def test_another_hub_setting_or_engine_speed_needs_another_rollout(
    robot: RobotModel, library: ClipLibrary, folder: Path
) -> None:
    kept = result(library, "one", "detour")
    TrackingResults(library, SETTINGS).keep("detour", kept)
    # Gamma stands in the result; everything else belongs to the conditions.
    assert TrackingResults(library, SETTINGS.replaced(gamma=0.5)).of("detour") == [kept]
    assert TrackingResults(library, SETTINGS.replaced(friction=0.5)).of("detour") == []
    assert TrackingResults(library, SETTINGS.with_physics_rate("dart", 600.0)).of("detour") == []
    shutil.copy(folder / "two.clip.npz", folder / "one.clip.npz")  # another hub under the same name
    assert TrackingResults(ClipLibrary(robot, 120.0, folder, {}), SETTINGS).of("detour") == []
    (folder / "one.clip.npz").unlink()
    assert TrackingResults(ClipLibrary(robot, 120.0, folder, {}), SETTINGS).of("detour") == []


@pytest.mark.parametrize("content", ["", "[{}]", '{"engine": "dart"}', "[1]", "\x00"])
def test_damaged_files_hold_nothing(library: ClipLibrary, folder: Path, content: str) -> None:
    results = TrackingResults(library, SETTINGS)
    results.keep("one", result(library, "one"))
    (folder / "tracking" / "one.json").write_text(content, encoding="utf-8")
    assert results.of("one") == []
    results.keep("one", result(library, "one"))
    assert len(results.of("one")) == 1


def test_a_folder_that_cannot_be_written(library: ClipLibrary, folder: Path) -> None:
    (folder / "tracking").write_text("in the way", encoding="utf-8")
    with pytest.raises(ClipError, match="set BIPED_LIBRARY"):
        TrackingResults(library, SETTINGS).keep("one", result(library, "one"))
