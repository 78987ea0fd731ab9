"""What is built when building is timed, with clips that cost nothing to build."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.bench.planning import (
    measure_library_building,
    measure_planning,
    sharpest_turn,
)
from biped_control.analysis.parallel.ordered_tasks import Outcome
from biped_control.errors import ClipError

FAMILY: dict[str, dict[str, object]] = {
    "one": {},
    "two": {},
    "one_to_two": {"start": "one", "end": "two", "turn_deg": 90.0},
    "detour": {"start": "one", "end": "one", "turn_deg": -180.0},
    "broken": {"torque_factor": 2.0},
}


class Watch:
    def __init__(self) -> None:
        self.names: set[str] = set()

    def planned(self, count: int) -> None:
        assert count == len(FAMILY)

    def begun(self, name: str) -> None: ...

    def told(self, name: str, how_far: str) -> None: ...

    def ended(self, name: str, outcome: Outcome) -> None:
        self.names.add(name)


@pytest.fixture(autouse=True)
def family(copied_clips: Callable[..., Path], cut_walk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ships instead of the real recipes."""
    path = copied_clips(FAMILY | {"broken": {**FAMILY["broken"], "file": str(cut_walk / "one.clip.npz")}})
    monkeypatch.setattr("biped_control.motion.library.recipe_book.share_path", lambda _: path)


def test_the_whole_library_is_built_elsewhere(walk_parts: WalkParts, tmp_path: Path) -> None:
    own = os.environ["BIPED_LIBRARY"]
    watch = Watch()
    report = measure_library_building(walk_parts, watch)
    assert watch.names == set(FAMILY)
    assert {clip["name"] for clip in report.clips} == set(FAMILY) - {"broken"}
    assert set(report.failures) == {"broken"}
    assert all(not clip["cached"] for clip in report.clips)
    assert report.seconds > 0.0
    assert os.environ["BIPED_LIBRARY"] == own
    assert not Path(own).exists()


def test_one_recipe(walk_parts: WalkParts) -> None:
    samples = measure_planning(walk_parts, "detour", rounds=2, what="detour").samples
    assert {name: len(found.wall) for name, found in samples.items()} == {
        "detour to clip": 2,
        "detour to policy": 2,
    }
    for whole, part in zip(samples["detour to policy"].wall, samples["detour to clip"].wall, strict=True):
        assert whole > part > 0.0
    with pytest.raises(ClipError, match="no recipe 'dance'; there are broken, detour"):
        measure_planning(walk_parts, "dance", rounds=1)


def test_the_sharpest_turn(copied_clips: Callable[..., Path]) -> None:
    assert sharpest_turn() == "detour"
    copied_clips({"one": {}})
    assert sharpest_turn() is None
