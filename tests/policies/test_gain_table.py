"""Gain tables on disk."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from biped_control.errors import PolicyError
from biped_control.motion.clip import Clip
from biped_control.policies.gain_table import (
    build_gain_table,
    load_gain_table,
    load_or_build,
    save_gain_table,
)
from biped_control.policies.weights import LookAheadWeights
from biped_control.robot.model import RobotModel
from biped_control.robot.state import State


def test_a_table_survives_the_disk(
    tmp_path: Path, robot: RobotModel, clip: Clip, weights: LookAheadWeights
) -> None:
    table = build_gain_table(robot, clip, weights, 2)
    save_gain_table(table, tmp_path / "t.npz")
    loaded = load_gain_table(tmp_path / "t.npz")
    assert loaded.key == table.key
    np.testing.assert_array_equal(loaded.velocity_rows, table.velocity_rows)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["t.npz"]


def test_it_is_built_once_and_again_when_anything_changes(
    tmp_path: Path, robot: RobotModel, clip: Clip, weights: LookAheadWeights
) -> None:
    first = load_or_build(robot, clip, weights, 2, tmp_path)
    stamp = (tmp_path / "waving.gains.npz").stat().st_mtime_ns
    assert load_or_build(robot, clip, weights, 2, tmp_path).key == first.key
    assert (tmp_path / "waving.gains.npz").stat().st_mtime_ns == stamp
    heavier = LookAheadWeights(weights.state * 2.0, weights.deviation, weights.magnitude)
    changed = load_or_build(robot, clip, heavier, 2, tmp_path)
    assert changed.key != first.key
    assert load_or_build(robot, clip, heavier, 3, tmp_path).key != changed.key
    for other in (
        LookAheadWeights(weights.state, 2.0 * weights.deviation, weights.magnitude),
        LookAheadWeights(weights.state, weights.deviation, 2.0 * weights.magnitude),
    ):
        assert load_or_build(robot, clip, other, 2, tmp_path).key != first.key


@pytest.mark.parametrize("kept", [0, 10, 5000])
def test_a_truncated_file_is_refused_and_rebuilt(
    tmp_path: Path, kept: int, robot: RobotModel, clip: Clip, weights: LookAheadWeights
) -> None:
    good = load_or_build(robot, clip, weights, 2, tmp_path)
    path = tmp_path / "waving.gains.npz"
    content = path.read_bytes()[:kept]
    path.unlink()  # `good` still looks into it
    path.write_bytes(content)
    with pytest.raises(PolicyError, match=r"waving\.gains\.npz: not a readable gain table"):
        load_gain_table(path)
    np.testing.assert_array_equal(load_or_build(robot, clip, weights, 2, tmp_path).gains, good.gains)


def from_hub_to_hub(clip: Clip, name: str = "once") -> Clip:
    """The same motion, but not cyclic: it has the cyclic clip as its hub."""
    return replace(clip, name=name, cyclic=False)


def test_a_clip_looks_beyond_its_end_into_its_hub(
    robot: RobotModel, clip: Clip, weights: LookAheadWeights
) -> None:
    """A cycle that is followed by three others has the gains of a look-ahead of four; the clip turns, too."""
    hub = build_gain_table(robot, clip, weights, 3)
    table = build_gain_table(robot, from_hub_to_hub(clip), weights, 3, hub.start)
    expected = build_gain_table(robot, clip, weights, 4)
    np.testing.assert_array_equal(table.gains, expected.gains)
    np.testing.assert_array_equal(table.offsets, expected.offsets)
    np.testing.assert_array_equal(table.velocity_rows, expected.velocity_rows)
    assert not np.allclose(table.gains, hub.gains, rtol=1e-6)


def test_cost_beyond_the_end_is_that_of_the_hub_seen_from_the_clip(
    robot: RobotModel, clip: Clip, weights: LookAheadWeights
) -> None:
    """What a deviation costs does not depend on the frame in which it is measured."""
    hub = build_gain_table(robot, clip, weights, 2)
    one_step = replace(
        from_hub_to_hub(clip),
        positions=clip.positions[-3:],
        torques=clip.torques[-1:],
        forces=clip.forces[-1:],
        contacts=clip.contacts[-1:],
    )
    table = build_gain_table(robot, one_step, weights, 2, hub.start)
    deviation = State(*np.random.default_rng(1).normal(scale=0.1, size=(2, robot.nv)))
    seen = clip.advance.to_clip(deviation, near_yaw=0.0)
    origin = clip.advance.to_clip(State(np.zeros(robot.nv), np.zeros(robot.nv)), near_yaw=0.0)
    in_hub = np.concatenate([seen.q - origin.q, seen.v - origin.v])
    in_clip = np.concatenate([deviation.q, deviation.v])
    velocity_slopes = table.velocity_rows[0] @ in_clip + table.velocity_linear[0]
    expected = hub.start_quadratic @ in_hub + hub.start_linear
    turned_back = clip.advance.to_world(State(np.zeros(robot.nv), expected[robot.nv :])).v
    np.testing.assert_allclose(velocity_slopes, turned_back, rtol=1e-9, atol=1e-9)


def test_another_hub_builds_the_table_anew(
    tmp_path: Path, robot: RobotModel, clip: Clip, weights: LookAheadWeights
) -> None:
    once = from_hub_to_hub(clip)
    near, far = (build_gain_table(robot, clip, weights, cycles).start for cycles in (2, 3))
    first = load_or_build(robot, once, weights, 2, tmp_path, near)
    stamp = (tmp_path / "once.gains.npz").stat().st_mtime_ns
    again = load_or_build(robot, once, weights, 2, tmp_path, near)
    np.testing.assert_array_equal(again.gains, first.gains)
    assert (tmp_path / "once.gains.npz").stat().st_mtime_ns == stamp
    other = load_or_build(robot, once, weights, 2, tmp_path, far)
    assert other.key != first.key
    assert not np.array_equal(other.gains, first.gains)


def test_a_clip_between_hubs_needs_the_gains_of_its_end_hub(
    robot: RobotModel, clip: Clip, weights: LookAheadWeights
) -> None:
    with pytest.raises(PolicyError, match=r"'once' is not cyclic.*'waving'"):
        build_gain_table(robot, from_hub_to_hub(clip), weights, 2)
