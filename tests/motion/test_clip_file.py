"""Clip files: what is written is read, everything else is refused, nothing is half-written."""

import json
import re
import zipfile
from pathlib import Path

import numpy as np
import pytest

from biped_control.errors import ClipError
from biped_control.motion.clip import Clip
from biped_control.motion.clip_file import load_clip, save_clip
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement


@pytest.fixture
def clip(robot: RobotModel) -> Clip:
    random = np.random.default_rng(0)
    return Clip(
        name="noise",
        rate_hz=120.0,
        positions=random.normal(size=(6, robot.nv)),
        torques=random.normal(size=(4, robot.nu)),
        forces=random.normal(size=(4, 4, 3)),
        contacts=random.random((4, 4)) < 0.5,
        advance=Placement(1.0, -0.1, 0.2),
        cyclic=False,
        start_hub="walk",
        end_hub="stand",
        robot=robot.fingerprint,
        source="random numbers",
    )


def test_every_bit_survives(tmp_path: Path, clip: Clip, robot: RobotModel) -> None:
    save_clip(clip, tmp_path / "deep" / "noise.clip.npz")
    loaded = load_clip(tmp_path / "deep" / "noise.clip.npz", robot)
    for field in Clip.__dataclass_fields__:
        np.testing.assert_array_equal(getattr(loaded, field), getattr(clip, field))


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, clip: Clip, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "noise.clip.npz"
    save_clip(clip, path)
    before = path.read_bytes()

    def full_disk(*args: object, **kwargs: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(np, "savez_compressed", full_disk)
    with pytest.raises(OSError, match="no space"):
        save_clip(clip, path)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 0.7, 0.99])
def test_truncated_files_are_refused(tmp_path: Path, clip: Clip, share: float) -> None:
    path = tmp_path / "noise.clip.npz"
    save_clip(clip, path)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(share * len(whole))])
    with pytest.raises(ClipError, match=r"noise\.clip\.npz: not a readable clip file"):
        load_clip(path)


def test_damaged_files_are_refused(tmp_path: Path, clip: Clip) -> None:
    path = tmp_path / "noise.clip.npz"
    save_clip(clip, path)
    with zipfile.ZipFile(path) as archive:
        numbers = archive.getinfo("positions.npy")
    damaged = bytearray(path.read_bytes())
    damaged[numbers.header_offset + numbers.compress_size // 2] ^= 0xFF
    path.write_bytes(damaged)
    with pytest.raises(ClipError, match="not a readable clip file"):
        load_clip(path)


def test_a_missing_file_says_where_to_look(tmp_path: Path) -> None:
    with pytest.raises(ClipError, match="no such clip file; `biped library list`"):
        load_clip(tmp_path / "nowhere.clip.npz")


def test_other_versions_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "old.clip.npz"
    with path.open("wb") as file:
        np.savez(file, header=np.array(json.dumps({"format": 99})))
    with pytest.raises(ClipError, match="clip format 99, this version reads 2"):
        load_clip(path)


def test_another_robots_clip_is_refused(tmp_path: Path, clip: Clip, robot: RobotModel) -> None:
    foreign = Clip(**{**vars(clip), "robot": "0123"})
    save_clip(foreign, tmp_path / "foreign.clip.npz")
    assert load_clip(tmp_path / "foreign.clip.npz").robot == "0123"
    with pytest.raises(ClipError, match="made for robot 0123"):
        load_clip(tmp_path / "foreign.clip.npz", robot)


def test_any_changed_byte_is_refused_or_harmless(tmp_path: Path, clip: Clip) -> None:
    path = tmp_path / "noise.clip.npz"
    save_clip(clip, path)
    whole = path.read_bytes()
    random = np.random.default_rng(1)
    refused = 0
    for place in random.integers(0, len(whole), 150):
        path.write_bytes(
            whole[:place] + bytes([whole[place] ^ int(random.integers(1, 256))]) + whole[place + 1 :]
        )
        try:
            load_clip(path)
        except ClipError:
            refused += 1
    assert refused > 100


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("advance", "abc", "advance is 'abc', expected x, y, yaw"),
        ("advance", [1.0, 2.0], "expected x, y, yaw"),
        ("advance", [1.0, 2.0, float("nan")], "is not finite"),
        ("rate_hz", float("inf"), "above 0 Hz"),
        ("name", "../../elsewhere", "clip name '../../elsewhere'"),
    ],
)
def test_headers_are_checked(tmp_path: Path, clip: Clip, field: str, value: object, message: str) -> None:
    path = tmp_path / "noise.clip.npz"
    save_clip(clip, path)
    with np.load(path) as archive:
        arrays = dict(archive)
    header = json.loads(str(arrays.pop("header"))) | {field: value}
    with path.open("wb") as file:
        np.savez(file, header=np.array(json.dumps(header)), **arrays)
    with pytest.raises(ClipError, match=re.escape(message)):
        load_clip(path)


@pytest.mark.parametrize("content", [b"\x93NUMPY\x01\x00", b"a walk in the park"])
def test_what_is_no_archive_is_not_taken_for_a_pickle(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd.npz"
    path.write_bytes(content)
    with pytest.raises(ClipError, match=r"odd\.npz: not a readable clip file \(it is no archive") as caught:
        load_clip(path)
    assert "pickle" not in str(caught.value)
