"""`biped motion import`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from biped_control.analysis.assembly import WalkParts

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
