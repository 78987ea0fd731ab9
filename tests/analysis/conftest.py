"""A motion graph whose clips cost nothing to build, and a cluster that is quick to start."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from distributed import Client
from thread_cluster import thread_cluster

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.steering.graph_assembly import SteeringParts, assemble_graph
from biped_control.motion.clip_file import load_clip, save_clip


@pytest.fixture(scope="session")
def steering_folder(
    walk_parts: WalkParts, cut_walk: Path, library_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A library of the walk, and of pieces of it: the hub `two` and the ways there and back."""
    folder = tmp_path_factory.mktemp("steering")
    for path in library_folder.glob("walk.*"):
        shutil.copy(path, folder)
    for name in ("two", "one_to_two", "two_to_one"):
        clip = load_clip(cut_walk / f"{name}.clip.npz")
        hubs = {"start_hub": clip.start_hub, "end_hub": clip.end_hub}
        renamed = {key: hub.replace("one", "walk") for key, hub in hubs.items()}
        clip = replace(clip, name=name.replace("one", "walk"), **renamed)
        save_clip(clip, folder / f"{clip.name}.clip.npz")
    return folder


@pytest.fixture
def steering_library(steering_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The library is `steering_folder`; nothing of what is sampled is left in it afterwards."""
    monkeypatch.setenv("BIPED_LIBRARY", str(steering_folder))
    shutil.rmtree(steering_folder / "steering", ignore_errors=True)
    return steering_folder


@pytest.fixture(scope="session")
def steering_parts(steering_folder: Path, walk_parts: WalkParts) -> Iterator[SteeringParts]:
    """Everything to steer that library with."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BIPED_LIBRARY", str(steering_folder))
        yield assemble_graph(walk_parts.settings)


@pytest.fixture(scope="session")
def thread_client() -> Iterator[Client]:
    """A client of a scheduler whose one worker is a thread of this process."""
    with thread_cluster() as cluster, Client(cluster) as client:
        yield client
