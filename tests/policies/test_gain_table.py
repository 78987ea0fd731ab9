"""Gain tables on disk."""

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
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(PolicyError, match=r"waving\.gains\.npz: not a readable gain table"):
        load_gain_table(path)
    np.testing.assert_array_equal(load_or_build(robot, clip, weights, 2, tmp_path).gains, good.gains)
