"""A walk from names."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from biped_control.analysis.assembly import WalkParts, assemble, engine_settings
from biped_control.errors import ClipError, PolicyError
from biped_control.motion.clip_file import save_clip
from biped_control.policies.gain_table import build_gain_table
from biped_control.policies.library_gains import gain_tables
from biped_control.policies.lqr import LinearQuadraticRegulator
from biped_control.policies.nqr import NonlinearQuadraticRegulator
from biped_control.settings import load_settings
from biped_control.simulation.terrain import LOW_LEDGES


def test_everything_belongs_together(walk_parts: WalkParts) -> None:
    assert walk_parts.first == "walk"
    assert walk_parts.clips.keys() == walk_parts.tables.keys() == {"walk"}
    clip, settings = walk_parts.clips["walk"], walk_parts.settings
    fresh = build_gain_table(walk_parts.robot, clip, walk_parts.look_ahead, settings.horizon_cycles)
    assert walk_parts.tables["walk"].key == fresh.key
    np.testing.assert_array_equal(walk_parts.tables["walk"].gains, fresh.gains)
    assert isinstance(walk_parts.policy("nqr"), NonlinearQuadraticRegulator)
    assert isinstance(walk_parts.policy("lqr"), LinearQuadraticRegulator)


def test_second_time_reads_what_the_first_has_built(walk_parts: WalkParts, library_folder: Path) -> None:
    def files() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in library_folder.glob("walk.*")}

    before = files()
    announced: list[str] = []
    again = assemble("walk", load_settings(), lambda what, _: announced.append(what))
    np.testing.assert_array_equal(again.clips["walk"].positions, walk_parts.clips["walk"].positions)
    assert announced == []
    assert files() == before
    assert len(before) == 3  # the clip, what its making took, its gains


def test_clip_by_name_or_by_path(walk_parts: WalkParts, tmp_path: Path) -> None:
    clip, path = walk_parts.clips["walk"], tmp_path / "walk.npz"
    save_clip(clip, path)
    for name in ("walk", str(path)):
        parts = assemble(name, walk_parts.settings)
        assert parts.first == "walk"
        np.testing.assert_array_equal(parts.clips["walk"].torques, clip.torques)


def test_a_clip_brings_what_is_played_around_it(cut_walk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIPED_LIBRARY", str(cut_walk))
    parts = assemble("one_to_two", load_settings())
    names = {"one", "one_to_two", "two", "two_to_one"}
    assert parts.clips.keys() == parts.tables.keys() == names
    assert parts.first == "one"
    assert {path.name for path in cut_walk.glob("*.gains.npz")} >= {f"{name}.gains.npz" for name in names}
    cycles = parts.settings.horizon_cycles
    hub = build_gain_table(parts.robot, parts.clips["two"], parts.look_ahead, cycles)
    fresh = build_gain_table(
        parts.robot, parts.clips["one_to_two"], parts.look_ahead, cycles, successor=hub.start
    )
    assert parts.tables["one_to_two"].key == fresh.key
    np.testing.assert_array_equal(parts.tables["one_to_two"].gains, fresh.gains)


def test_clip_file_with_its_hubs_beside_it(walk_parts: WalkParts, cut_walk: Path) -> None:
    parts = assemble(str(cut_walk / "one_to_two.clip.npz"), walk_parts.settings)
    assert parts.clips.keys() == parts.tables.keys() == {"one", "one_to_two", "two"}


def test_clip_of_another_rate(walk_parts: WalkParts, tmp_path: Path) -> None:
    path = tmp_path / "slow.npz"
    save_clip(replace(walk_parts.clips["walk"], rate_hz=60.0), path)
    with pytest.raises(ClipError, match=r"slow\.npz.*60 Hz.*120 Hz"):
        assemble(str(path), walk_parts.settings)


def test_gains_that_cannot_be_kept(
    walk_parts: WalkParts, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("BIPED_LIBRARY", str(tmp_path / "file"))
    with pytest.raises(PolicyError, match="BIPED_LIBRARY"):
        gain_tables(walk_parts.robot, walk_parts.clips, walk_parts.look_ahead, walk_parts.settings)


def test_engine_settings_follow_the_control_settings() -> None:
    settings = load_settings().at_rate(100.0).with_physics_rate("dart", 800.0).replaced(friction=0.7)
    made = engine_settings("dart", settings, LOW_LEDGES, report_contacts=True)
    assert (made.control_rate_hz, made.physics_rate_hz, made.friction) == (100.0, 800.0, 0.7)
    assert made.terrain is LOW_LEDGES
    assert made.report_contacts
