"""Value functions on disk."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from biped_control.errors import PolicyError
from biped_control.motion.clip import Clip
from biped_control.steering.motion_graph import motion_graph
from biped_control.steering.steering_settings import load_steering_settings
from biped_control.steering.transition_model import ClipModel, Seen, TransitionModel
from biped_control.steering.value_file import (
    BuildRecord,
    load_build_record,
    load_value_function,
    require_same_clips,
    save_value_function,
)
from biped_control.steering.value_function import ValueFunction, solve_value_function


@pytest.fixture(scope="module")
def function(steering_clips: dict[str, Clip]) -> ValueFunction:
    graph = motion_graph(steering_clips.values(), "walk")
    random = np.random.default_rng(2)
    clips = {
        name: ClipModel(
            name=name,
            start_hub=clip.start_hub,
            end_hub=clip.end_hub,
            seconds=graph.seconds(name),
            turn=graph.turn(name),
            risk=0.1 * random.random(3),
            cost=float(random.random()),
            following=random.dirichlet(np.ones(3), 3),
            seen={"lcp": Seen(5, 4, 0.25, 0.1)},
        )
        for name, clip in graph.clips.items()
    }
    rules = load_steering_settings().value_function.model_copy(
        update={"heading_bins": 24, "cost_borders": (0.1, 0.4)}
    )
    return solve_value_function(TransitionModel(dict(graph.hubs), clips, np.array([0.1, 0.4])), rules)


@pytest.fixture(scope="module")
def digests(function: ValueFunction) -> dict[str, str]:
    return {name: f"digest of {name}" for name in function.model.clips}


def test_comes_back(function: ValueFunction, digests: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "folder" / "function.npz"
    save_value_function(function, {**digests, "unused": "x"}, path)
    loaded, known = load_value_function(path)
    assert known == digests
    assert loaded.settings == function.settings
    assert loaded.sweeps == function.sweeps
    assert loaded.model.hubs == function.model.hubs
    np.testing.assert_allclose(loaded.values, function.values, rtol=1e-6)
    for name, clip in function.model.clips.items():
        found = loaded.model.clips[name]
        for array in ("risk", "following"):
            np.testing.assert_array_equal(getattr(found, array), getattr(clip, array))
        assert replace(found, risk=clip.risk, following=clip.following) == clip
    for error in (-3.0, 0.2, 1.5):
        names, costs = loaded.costs("walk", "run", error, 0.2)
        assert names == function.costs("walk", "run", error, 0.2)[0]
        np.testing.assert_allclose(costs, function.costs("walk", "run", error, 0.2)[1], rtol=1e-5)
    assert path.stat().st_size < 100_000


def test_remembers_how_it_was_made(function: ValueFunction, digests: dict[str, str], tmp_path: Path) -> None:
    path, built = tmp_path / "function.npz", BuildRecord(12.5, 2000, 1500, 2)
    save_value_function(function, digests, path, built)
    assert load_build_record(path) == built
    assert load_value_function(path)[1] == digests
    save_value_function(function, digests, path)
    assert load_build_record(path) is None
    with pytest.raises(PolicyError, match="no such file"):
        load_build_record(tmp_path / "nothing.npz")


def test_damage(function: ValueFunction, digests: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "function.npz"
    save_value_function(function, digests, path)
    whole = path.read_bytes()
    for content in (b"", b"no archive", whole[: len(whole) // 2], whole[:-30]):
        path.write_bytes(content)
        with pytest.raises(PolicyError, match=r"function\.npz") as refused:
            load_value_function(path)
        assert "pickle" not in str(refused.value)
    with pytest.raises(PolicyError, match="no such file"):
        load_value_function(tmp_path / "nothing.npz")


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        ("format", 99, "format 99"),
        ("format", 0, "format 0"),
        ("hubs", ["walk"], "hubs or clips are missing"),
        ("settings", {"heading": -1.0}, "not a readable value function"),
        ("digests", 3, "not a readable value function"),
        ("digests", {"walk": "1"}, "digests and clips are not the same ones"),
        ("hubs", {"walk": 1.2, "run": 2.5, "stop": 0.0}, "a hub that is not there"),
        ("hubs", {"walk": 1.2, "run": "fast", "stand": 0.0}, "not a finite number"),
    ],
)
def test_other_contents(
    function: ValueFunction, digests: dict[str, str], tmp_path: Path, key: str, value: object, complaint: str
) -> None:
    path = tmp_path / "function.npz"
    save_value_function(function, digests, path)
    with np.load(path) as archive:
        arrays = dict(archive)
    header = json.loads(str(arrays["header"])) | {key: value}
    np.savez(path, **(arrays | {"header": np.array(json.dumps(header))}))
    with pytest.raises(PolicyError, match=complaint):
        load_value_function(path)


@pytest.mark.parametrize("array", ["values", "risk", "following", "borders"])
def test_arrays_that_do_not_fit(
    function: ValueFunction, digests: dict[str, str], tmp_path: Path, array: str
) -> None:
    path = tmp_path / "function.npz"
    save_value_function(function, digests, path)
    with np.load(path) as archive:
        arrays = dict(archive)
    for changed in (arrays[array][..., :-1], np.full_like(arrays[array], np.nan)):
        np.savez(path, **(arrays | {array: changed}))
        with pytest.raises(PolicyError, match="not a readable value function"):
            load_value_function(path)


@pytest.mark.parametrize(
    ("array", "factor", "complaint"),
    [
        ("risk", 20.0, "probability outside 0 to 1"),
        ("following", -1.0, "probability outside 0 to 1"),
        ("borders", -1.0, "do not ascend"),
    ],
)
def test_numbers_that_make_no_sense(
    function: ValueFunction,
    digests: dict[str, str],
    tmp_path: Path,
    array: str,
    factor: float,
    complaint: str,
) -> None:
    path = tmp_path / "function.npz"
    save_value_function(function, digests, path)
    with np.load(path) as archive:
        arrays = dict(archive)
    np.savez(path, **(arrays | {array: factor * arrays[array]}))
    with pytest.raises(PolicyError, match=complaint):
        load_value_function(path)


def test_only_for_its_own_clips() -> None:
    table, path = {"walk": "1", "left": "2"}, Path("here.npz")
    require_same_clips(table, {"walk": "1", "left": "2", "right": "3"}, path)
    with pytest.raises(PolicyError, match=r"here.npz.*\(missing: left\).*library build") as missing:
        require_same_clips(table, {"walk": "1"}, path)
    assert "steering build" not in str(missing.value)
    with pytest.raises(PolicyError, match=r"\(changed: walk\); `biped steering build`"):
        require_same_clips(table, {"walk": "9", "left": "2"}, path)
    with pytest.raises(PolicyError, match=r"left; changed: walk.*library build.*, then .*steering build"):
        require_same_clips(table, {"walk": "9"}, path)


def test_cannot_be_written(function: ValueFunction, digests: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(PolicyError, match="cannot be written"):
        save_value_function(function, digests, tmp_path / "file" / "function.npz")
