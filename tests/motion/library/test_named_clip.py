"""Clips by the name or path that a user gives."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from biped_control.errors import ClipError
from biped_control.motion.clip import Clip
from biped_control.motion.clip_file import save_clip
from biped_control.motion.library.named_clip import named_clip
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement


@pytest.fixture
def clip(robot: RobotModel) -> Clip:
    return Clip(
        name="still",
        rate_hz=120.0,
        positions=np.zeros((5, robot.nv)),
        torques=np.zeros((3, robot.nu)),
        forces=np.zeros((3, 4, 3)),
        contacts=np.zeros((3, 4), dtype=np.bool_),
        advance=Placement(),
        cyclic=True,
        start_hub="still",
        end_hub="still",
        robot=robot.fingerprint,
        source="test",
    )


@pytest.fixture(autouse=True)
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "library"
    monkeypatch.setenv("BIPED_LIBRARY", str(folder))
    return folder


def test_a_path_is_read(robot: RobotModel, clip: Clip, tmp_path: Path) -> None:
    save_clip(clip, tmp_path / "file.npz")
    assert named_clip(str(tmp_path / "file.npz"), robot, 120.0).name == "still"


def test_another_rate_or_robot_is_refused(robot: RobotModel, clip: Clip, tmp_path: Path) -> None:
    path = tmp_path / "file.npz"
    save_clip(clip, path)
    with pytest.raises(ClipError, match="runs at 120 Hz, the control loop at 240 Hz"):
        named_clip(str(path), robot, 240.0)
    save_clip(replace(clip, robot="somebody else"), path)
    with pytest.raises(ClipError, match=f"made for robot somebody else, this robot is {robot.fingerprint}"):
        named_clip(str(path), robot, 120.0)


def test_an_unknown_name_lists_what_there_is(robot: RobotModel) -> None:
    with pytest.raises(ClipError, match=r"no clip 'wlak'.*walk"):
        named_clip("wlak", robot, 120.0)


@pytest.mark.parametrize("name", ["walk.bvh", "02_01.AMC", "walk.c3d", "walk.json"])
def test_a_capture_is_no_clip(
    robot: RobotModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ClipError, match=f"{name}: no such clip file"):
        named_clip(name, robot, 120.0)
    (tmp_path / name).write_text("HIERARCHY\n", encoding="utf-8")
    with pytest.raises(ClipError, match=f"{name}: that is a capture .*`biped motion import {name}`"):
        named_clip(name, robot, 120.0)


def test_a_missing_file_is_named(robot: RobotModel) -> None:
    with pytest.raises(ClipError, match=r"nowhere\.npz: no such clip file"):
        named_clip("./nowhere.npz", robot, 120.0)


def test_a_library_that_cannot_be_written_says_what_to_do(
    robot: RobotModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("BIPED_LIBRARY", str(tmp_path / "file" / "library"))
    with pytest.raises(ClipError, match="set BIPED_LIBRARY"):
        named_clip("walk", robot, 120.0)
