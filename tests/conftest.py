"""Fixtures that the whole suite shares."""

import importlib
import os

# Before numpy is imported: many threads on small matrices only make noise.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from biped_control.analysis.assembly import WalkParts
from biped_control.robot.model import RobotModel


@pytest.fixture(scope="session")
def robot() -> RobotModel:
    """The humanoid that ships with the library."""
    return RobotModel.load()


@pytest.fixture(scope="session", autouse=True)
def library_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A clip library of this test run's own, empty at first; also what started processes use."""
    folder = tmp_path_factory.mktemp("library")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BIPED_LIBRARY", str(folder))
        yield folder


@pytest.fixture(scope="session")
def walk_parts(library_folder: Path) -> WalkParts:
    """The default walk with its gains, built once and kept in `library_folder`."""
    from biped_control.analysis.preparation import prepare
    from biped_control.settings import load_settings

    return prepare("walk", load_settings(), lambda what, how_far: None)


@pytest.fixture(scope="session")
def cut_walk(walk_parts: WalkParts, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library whose clips are pieces of the walk: one after the other they are the walk again.

    Hubs `one` and `two` begin at frames 0 and 40 of it; `one_to_two` and `two_to_one` lead from one to the
    other, and `detour` from `one` to `one`.
    """
    from biped_control.motion.clip_file import save_clip

    folder = tmp_path_factory.mktemp("cut_walk")
    walk, turn = walk_parts.clips["walk"], 40
    lap = walk.steps
    positions = np.concatenate([walk.positions[:lap], walk.advance.move(walk.positions)])
    pieces = {
        "one": ("one", "one", 0, lap),
        "two": ("two", "two", turn, lap + turn),
        "detour": ("one", "one", 0, lap),
        "one_to_two": ("one", "two", 0, lap + turn),
        "two_to_one": ("two", "one", turn, lap),
    }
    for name, (start_hub, end_hub, first, last) in pieces.items():
        steps = np.arange(first, last) % lap
        piece = replace(
            walk,
            name=name,
            positions=positions[first : last + 2],
            torques=walk.torques[steps],
            forces=walk.forces[steps],
            contacts=walk.contacts[steps],
            cyclic=name == start_hub == end_hub,
            start_hub=start_hub,
            end_hub=end_hub,
        )
        save_clip(piece, folder / f"{name}.clip.npz")
    return folder


@pytest.fixture(scope="session")
def mocap() -> Path:
    """Folder of the real captures; tests that need them skip where they are absent."""
    data = Path(os.environ.get("BIPED_DATA") or Path(__file__).resolve().parents[2] / "shared" / "data")
    if not (data / "mocap").is_dir():
        pytest.skip(f"no motion captures in {data}; set BIPED_DATA to the folder that holds mocap/")
    return data / "mocap"


@pytest.fixture
def copied_clips(
    cut_walk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Mapping[str, Mapping[str, object]]], Path]:
    """Writes a recipe file: names of clips, each with changes to the recipe that copies it from `cut_walk`.

    The library is an empty one.
    """
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    importlib.import_module("copied_clips")
    monkeypatch.setenv("BIPED_LIBRARY", str(tmp_path / "library"))

    def write(clips: Mapping[str, Mapping[str, object]]) -> Path:
        path = tmp_path / "my_clips.yaml"
        recipes = {
            name: {"source": "copied", "file": str(cut_walk / f"{name}.clip.npz"), **changes}
            for name, changes in clips.items()
        }
        path.write_text(yaml.safe_dump(recipes), encoding="utf-8")
        return path

    return write


@pytest.fixture
def plug_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Any]]:
    """Plugs in another virtual joystick; SDL must run, and run on until the end of the test."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    module = importlib.import_module("virtual_joystick")
    plugged: list[Any] = []

    def one_more() -> Any:
        plugged.append(module.VirtualJoystick())
        return plugged[-1]

    yield one_more
    for joystick in plugged:
        if joystick.plugged_in:
            joystick.unplug()
