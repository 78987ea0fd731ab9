"""`biped motion import`."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.motion.clip_file import load_clip
from biped_control.motion.retargeting import import_capture as importing

BVH = """HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Knee
  {
    OFFSET 0 -40 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 -40 0
    }
  }
}
MOTION
Frames: 2
Frame Time: 0.00833333
0 90 0 0 0 0 0 10 0
0 90 1 0 0 0 0 12 0
"""
ASF = """:version 1.10
:name other
:units
  mass 1.0
  length 0.45
  angle deg
:root
  order TX TY TZ RX RY RZ
  axis XYZ
  position 0 0 0
  orientation 0 0 0
:bonedata
  begin
    name tail
    direction 0 0 -1
    length 5
    axis 0 0 0 XYZ
    dof rx
    limits (-10 10)
  end
:hierarchy
  begin
    root tail
  end
"""
AMC = ":FULLY-SPECIFIED\n:DEGREES\n1\nroot 0 16 0 0 0 0\nlfemur 1 2 3\n"


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.glob("[!.]*")}


@pytest.fixture(autouse=True)
def own_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    folder.mkdir()
    monkeypatch.setenv("BIPED_LIBRARY", str(folder))
    return folder


@pytest.mark.parametrize(
    ("name", "content", "options", "expected"),
    [
        ("gone.bvh", None, (), ("gone.bvh", "cannot be read")),
        ("notes.txt", b"a walk in the park", (), ("notes.txt", "unknown format", ".amc", ".bvh")),
        ("half.bvh", BVH[: BVH.index("0 90 1")].encode(), (), ("half.bvh", "2")),
        ("cut.bvh", BVH[: BVH.index("MOTION")].encode(), (), ("cut.bvh",)),
        ("nan.bvh", BVH.replace("10 0", "nan 0").encode(), (), ("nan.bvh", "line 19", "nan")),
        ("lonely.amc", AMC.encode(), (), ("lonely.amc", "--asf")),
        ("two.bvh", BVH.encode(), ("--asf", "other.asf"), ("two.bvh", "skeleton")),
        ("short.bvh", BVH.encode(), ("--name", "no/good"), ("no/good", "letters")),
        ("short.bvh", BVH.encode(), ("--name", "walk"), ("walk", "another name")),
        ("short.bvh", BVH.encode(), ("--as", "dance"), ("dance", "steady-turn")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_bad_captures(
    biped: Callable[..., Any],
    tmp_path: Path,
    own_library: Path,
    name: str,
    content: bytes | None,
    options: tuple[str, ...],
    expected: tuple[str, ...],
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    before = files(tmp_path)
    target = tmp_path / "result.json"
    complaint = biped("motion", "import", str(tmp_path / name), *options, "--json", str(target)).complaint
    for words in expected:
        assert words in complaint
    assert files(tmp_path) == before
    assert files(own_library) == set()


def test_wrong_skeleton(biped: Callable[..., Any], tmp_path: Path, own_library: Path) -> None:
    (tmp_path / "walk_1.amc").write_text(AMC)
    (tmp_path / "other.asf").write_text(ASF)
    skeleton = str(tmp_path / "other.asf")
    complaint = biped("motion", "import", str(tmp_path / "walk_1.amc"), "--asf", skeleton).complaint
    assert "other.asf" in complaint
    assert "lfemur" in complaint
    assert files(own_library) == set()


def test_missing_argument(biped: Callable[..., Any]) -> None:
    assert "FILE" in biped("motion", "import").complaint


def test_real_capture(
    biped: Callable[..., Any], own_library: Path, mocap: Path, walk_parts: WalkParts
) -> None:
    """02_01 of the CMU collection, then a rollout with it."""
    file = str(mocap / "cmu_amc" / "02_01.amc")
    outcome = biped("motion", "import", file, "--name", "captured", "--json", "-")
    assert outcome.status == 0, outcome.stderr
    result = json.loads(outcome.stdout)
    assert result.keys() >= {"frames", "rate_hz", "speed_mps", "contacts", "retarget_error_m"}
    assert result["retarget_error_m"].keys() == {"p50", "max"}
    assert result["rate_hz"] == 120.0
    assert (result["kind"], result["clips"]) == ("walk", [{"name": "captured", "file": result["file"]}])
    assert sum(phase["frames"] for phase in result["contacts"]) == result["frames"]
    assert result["residual"] < 1e-6
    assert files(own_library) == {"captured.clip.npz", "captured.json"}
    walked = biped("rollout", "--clip", "captured", "--engine", "lcp", "--seconds", "2", "--json", "-")
    rollout = json.loads(walked.stdout)
    assert rollout["fell"] is False
    assert rollout["speed_mps"] == pytest.approx(result["speed_mps"], rel=0.1)


def test_a_turn_is_kept_with_its_walk(biped: Callable[..., Any], own_library: Path, mocap: Path) -> None:
    file = str(mocap / "accad_bvh" / "Female1_B10_WalkTurnLeft45.bvh")
    outcome = biped("motion", "import", file, "--name", "left45", "--json", "-")
    assert outcome.status == 0, outcome.stderr
    result = json.loads(outcome.stdout)
    assert [clip["name"] for clip in result["clips"]] == ["left45_walk", "left45"]
    assert {"left45_walk.clip.npz", "left45.clip.npz"} <= files(own_library)
    walked = biped("rollout", "--clip", "left45", "--engine", "lcp", "--seconds", "5", "--json", "-")
    rollout = json.loads(walked.stdout)
    assert rollout["fell"] is False
    # A cycle of the walk and a turn last 3.7 s: the turn is behind it.
    assert rollout["heading_rad"] == pytest.approx(0.75, abs=0.15)


def quick_import(monkeypatch: pytest.MonkeyPatch, *clips: Path) -> None:
    """Stands in for reading, retargeting and optimizing."""
    loaded = tuple(load_clip(path) for path in clips)
    report = SimpleNamespace(
        clip=loaded[-1].name,
        kind="walk",
        why="straight strides",
        repairs=(),
        repaired_frames=0,
        frames=128,
        rate_hz=120.0,
        speed_mps=1.2,
        turn_deg=0.0,
        angle_error_deg=3.0,
        retarget_error_m=SimpleNamespace(p50=0.02, max=0.05),
        floor_slope_deg=0.5,
        heading_drift_deg=1.5,
        residual=1e-9,
        as_json=dict,
    )
    imported = SimpleNamespace(clips=loaded, clip=loaded[-1], report=report)
    monkeypatch.setattr(importing, "import_capture", lambda *_: imported)


def test_what_is_replaced_and_who_used_it_is_told(
    biped: Callable[..., Any], own_library: Path, cut_walk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick_import(monkeypatch, cut_walk / "one.clip.npz", cut_walk / "detour.clip.npz")
    first = biped("motion", "import", "detour.bvh")
    assert first.status == 0, first.stderr
    assert f"kept 'one': {own_library / 'one.clip.npz'}\n" in first.stdout
    assert "replaced 'one'" not in first.stdout
    assert "stale," not in first.stdout

    for name in ("two", "one_to_two", "two_to_one"):
        shutil.copy(cut_walk / f"{name}.clip.npz", own_library)
    second = biped("motion", "import", "detour.bvh")
    assert f"replaced 'one': {own_library / 'one.clip.npz'}\n" in second.stdout
    assert f"replaced 'detour': {own_library / 'detour.clip.npz'}\n" in second.stdout
    assert "import them again: one_to_two, two_to_one\n" in second.stdout
    result = json.loads(biped("motion", "import", "detour.bvh", "--json", "-").stdout)
    assert (result["replaced"], result["stale"]) == (["one", "detour"], ["one_to_two", "two_to_one"])


def test_the_report_says_what_its_numbers_are(
    biped: Callable[..., Any], cut_walk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick_import(monkeypatch, cut_walk / "one.clip.npz")
    text = " ".join(biped("motion", "import", "one.bvh").stdout.split())
    assert "joints by 0.020 m (median), at most 0.050 m; their angles by 3.0 degrees" in text
    assert "repaired nothing" in text
    assert "floor sloped by 0.5 degrees, heading drifted by 1.5 in a cycle" in text
