"""Loading a clip together with what has to be played around it."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from biped_control.errors import ClipError
from biped_control.motion.clip import Clip
from biped_control.motion.clip_file import save_clip
from biped_control.robot.model import RobotModel
from biped_control.steering.programme import Programme, load_programme

KeepClip = Callable[..., Clip]


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "library"
    monkeypatch.setenv("BIPED_LIBRARY", str(folder))
    return folder


@pytest.fixture
def keep(make_clip: Callable[..., Clip], robot: RobotModel, library: Path) -> KeepClip:
    """Makes a clip and keeps it in the library, or in another folder."""

    def keep(name: str, *hubs: str, folder: Path = library, suffix: str = ".clip.npz") -> Clip:
        clip = make_clip(name, *hubs, nv=robot.nv, robot=robot.fingerprint)
        save_clip(clip, folder / f"{name}{suffix}")
        return clip

    return keep


def order(programme: Programme, count: int) -> list[str]:
    return [programme.itinerary.leg(number).clip for number in range(1, count + 1)]


def test_a_cyclic_clip_needs_no_other(keep: KeepClip, robot: RobotModel) -> None:
    for name in ("stroll", "jog"):
        keep(name)
    programme = load_programme("jog", robot, 120.0)
    assert programme.clips.keys() == {"jog"}
    assert programme.first.name == "jog"


def test_hub_comes_along(keep: KeepClip, robot: RobotModel) -> None:
    for name, hubs in {"stroll": (), "jog": (), "turn": ("stroll", "stroll")}.items():
        keep(name, *hubs)
    programme = load_programme("turn", robot, 120.0)
    assert programme.clips.keys() == {"turn", "stroll"}
    assert programme.first.name == "stroll"
    assert order(programme, 4) == ["stroll", "turn", "stroll", "turn"]


def test_way_back_comes_along(keep: KeepClip, robot: RobotModel) -> None:
    clips = {
        "stroll": (),
        "jog": (),
        "turn": ("stroll", "stroll"),
        "speed_up": ("stroll", "jog"),
        "again": ("stroll", "jog"),
        "slow_down": ("jog", "stroll"),
    }
    for name, hubs in clips.items():
        keep(name, *hubs)
    programme = load_programme("speed_up", robot, 120.0)
    assert programme.clips.keys() == {"stroll", "jog", "speed_up", "slow_down"}
    assert order(programme, 5) == ["stroll", "speed_up", "jog", "slow_down", "stroll"]


def test_without_a_way_back(keep: KeepClip, robot: RobotModel, library: Path) -> None:
    """A broken file that has nothing to do with it does not matter."""
    for name, hubs in {"stroll": (), "jog": (), "speed_up": ("stroll", "jog")}.items():
        keep(name, *hubs)
    (library / "broken.clip.npz").write_bytes(b"nothing")
    programme = load_programme("speed_up", robot, 120.0)
    assert order(programme, 5) == ["stroll", "speed_up", "jog", "jog", "jog"]


@pytest.mark.parametrize("suffix", [".npz", ".clip.npz"])
def test_hub_beside_a_file_comes_before_that_of_the_library(
    keep: KeepClip, robot: RobotModel, tmp_path: Path, suffix: str
) -> None:
    keep("stroll")
    keep("turn", "stroll", "stroll", folder=tmp_path)
    path = str(tmp_path / "turn.clip.npz")
    assert load_programme(path, robot, 120.0).clips["stroll"].source == "test"
    mine = keep("stroll", folder=tmp_path, suffix=suffix)
    save_clip(replace(mine, source="mine"), tmp_path / f"stroll{suffix}")
    assert load_programme(path, robot, 120.0).clips["stroll"].source == "mine"


def test_a_missing_hub_is_named(keep: KeepClip, robot: RobotModel, tmp_path: Path) -> None:
    keep("turn", "stroll", "stroll", folder=tmp_path)
    with pytest.raises(ClipError, match=r"clip 'turn' needs its hub 'stroll': no clip 'stroll' in"):
        load_programme(str(tmp_path / "turn.clip.npz"), robot, 120.0)


def test_a_hub_that_is_none(keep: KeepClip, robot: RobotModel) -> None:
    for name, hub in {"turn": "bend", "bend": "stroll", "stroll": "stroll"}.items():
        keep(name, hub, hub)
    with pytest.raises(ClipError, match=r"expected hub 'bend' of clip 'turn'.*'bend', not cyclic"):
        load_programme("turn", robot, 120.0)


def test_a_clip_that_does_not_fit_its_hub_is_refused(
    keep: KeepClip, robot: RobotModel, library: Path
) -> None:
    """The hub was built anew since: the robot would have to jump."""
    keep("turn", "stroll", "stroll")
    hub = keep("stroll")
    moved = hub.positions.copy()
    moved[:, 2] += 0.01
    save_clip(replace(hub, positions=moved), library / "stroll.clip.npz")
    with pytest.raises(ClipError, match=r"'turn' does not go on where 'stroll' ends.*1\.00e-02 off"):
        load_programme("turn", robot, 120.0)


def test_who_hears_of_what_is_built_is_asked_by_name(keep: KeepClip, robot: RobotModel) -> None:
    for name, hubs in {"stroll": (), "turn": ("stroll", "stroll")}.items():
        keep(name, *hubs)
    asked: list[str] = []

    def progress_of(name: str) -> Callable[[object], None]:
        asked.append(name)
        return lambda iteration: None

    load_programme("turn", robot, 120.0, progress_of)
    assert asked == ["turn", "stroll"]


def test_a_node_that_plays_clips_carries_no_planner_along(keep: KeepClip) -> None:
    """Five nodes load clips: what only the making of clips needs would cost each of them memory and time."""
    for name, hubs in {"stroll": (), "jog": (), "speed_up": ("stroll", "jog")}.items():
        keep(name, *hubs)
    script = (
        "import sys\n"
        "from biped_control.robot.model import RobotModel\n"
        "from biped_control.steering.programme import load_programme\n"
        "load_programme('speed_up', RobotModel.load(), 120.0)\n"
        "print(sorted(sys.modules.keys() & {'scipy', 'numba', 'piqp', 'ezc3d'}))\n"
    )
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "[]"
