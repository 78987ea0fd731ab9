"""Fixtures that the whole suite shares."""

import os

# Before numpy is imported: many threads on small matrices only make noise.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

from collections.abc import Iterator
from pathlib import Path

import pytest

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
def mocap() -> Path:
    """Folder of the real captures; tests that need them skip where they are absent."""
    data = Path(os.environ.get("BIPED_DATA") or Path(__file__).resolve().parents[2] / "shared" / "data")
    if not (data / "mocap").is_dir():
        pytest.skip(f"no motion captures in {data}; set BIPED_DATA to the folder that holds mocap/")
    return data / "mocap"
