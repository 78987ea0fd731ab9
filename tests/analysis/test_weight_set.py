"""Weights by name."""

from pathlib import Path

import numpy as np
import pytest
import yaml

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.rollout_request import RolloutRequest
from biped_control.analysis.weight_set import load_weights, nested, shipped_weights
from biped_control.errors import ConfigurationError
from biped_control.policies.gain_table import build_gain_table
from biped_control.policies.weights import load_regulator_table, look_ahead_weights
from biped_control.resources import share_path
from biped_control.settings import load_settings

CHANGES = {"gamma": 0.003, "look_ahead.hip.position": 13.0, "adjusting.heel.force": 2e-8}


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_names_are_places_in_the_file() -> None:
    content = yaml.safe_load(share_path("config/weights.yaml").read_text(encoding="utf-8"))
    names = shipped_weights().by_name()
    assert names.pop("gamma") == load_settings().gamma
    assert nested(names) == {name: content[name] for name in ("look_ahead", "adjusting", "adaptation")}
    assert names["look_ahead.knee.torque_deviation"] == content["look_ahead"]["knee"]["torque_deviation"]


def test_a_file_changes_what_it_names(tmp_path: Path) -> None:
    weights = load_weights(write(tmp_path / "w.yaml", yaml.safe_dump(nested(CHANGES))))
    assert weights.changes() == CHANGES
    assert weights.by_name() == shipped_weights().by_name() | CHANGES
    assert weights == load_weights(write(tmp_path / "all.yaml", yaml.safe_dump(weights.model_dump())))


def test_adjusted_steps_have_the_rows_of_their_section() -> None:
    for adjust in (False, True):
        assert shipped_weights().regulator(adjust) == load_regulator_table(adjust)
    changed = shipped_weights().replaced(CHANGES)
    assert changed.regulator(True).heel.force == 2e-8
    assert changed.regulator(False).heel.force == shipped_weights().look_ahead.heel.force
    assert changed.regulator(True).hip.position == changed.regulator(False).hip.position == 13.0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "look_ahead: {hipp: {position: 1.0}}",
            r"'look_ahead\.hipp\.position' .*'look_ahead\.hip\.position'",
        ),
        ("look_ahead: {hip: {torque: 0.0}}", r"at 'look_ahead\.hip\.torque': .* equal to 0.000000000000001"),
        ("adaptation: {knee: a lot}", r"at 'adaptation\.knee': .*'a lot'"),
        ("gamma: -0.1", r"at 'gamma': .* greater than or equal to 0"),
        ("gamma: .nan", r"at 'gamma'"),
        ("gamma: true", r"at 'gamma': expected a number, got true"),
        ("look_ahead: {hip: {position: 1.0e+300}}", r"at 'look_ahead\.hip\.position': .* equal to 1000000"),
        ("adaptation: {knee: 1.0e-300}", r"at 'adaptation\.knee': "),
        ("adjusting: 3.0", r"'adjusting' is no weight but has some.*'?adjusting\.location\.position"),
        ("look_ahead: {hip: ~}", r"'look_ahead\.hip' is no weight.*look_ahead\.hip\.position"),
        ("modal: {window: 10}", r"section 'modal' stays as it ships"),
        (
            "look_ahead.hip.position: 1.0\nlook_ahead: {hip: {position: 2.0}}",
            r"'look_ahead\.hip\.position' stands",
        ),
        ("look_ahead: {}", "holds no weights"),
        ("", "holds no weights"),
        ("[1.0]", "holds no weights"),
    ],
)
def test_wrong_files(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigurationError, match=rf"w\.yaml: .*{message}"):
        load_weights(write(tmp_path / "w.yaml", text))


def test_gains_are_made_with_them_and_the_library_keeps_its_own(
    walk_parts: WalkParts, library_folder: Path
) -> None:
    def kept() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in library_folder.rglob("*.gains.npz")}

    before, weights = kept(), shipped_weights().replaced(CHANGES)
    parts = RolloutRequest(weights=weights).prepare(lambda *_: None)
    assert kept() == before
    assert parts.settings.gamma == 0.003
    cycles, clip = walk_parts.settings.horizon_cycles, walk_parts.clips["walk"]
    fresh = build_gain_table(
        walk_parts.robot, clip, look_ahead_weights(walk_parts.robot, weights.look_ahead), cycles
    )
    np.testing.assert_array_equal(parts.tables["walk"].gains, fresh.gains)
    assert np.abs(fresh.gains - walk_parts.tables["walk"].gains).max() > 1.0
    np.testing.assert_array_equal(parts.look_ahead.state, walk_parts.look_ahead.state)  # of the cost


def test_adaptation_takes_them_too(walk_parts: WalkParts) -> None:
    parts = walk_parts.reweighted(shipped_weights().replaced({"adaptation.knee": 0.3}))
    knee = walk_parts.robot.joint_index["l_knee_pitch"]
    changed = np.flatnonzero(parts.adaptation.joints != walk_parts.adaptation.joints)
    assert knee in changed
    assert set(parts.adaptation.joints[changed]) == {0.3}


def test_gamma_of_a_request_comes_before_that_of_its_weights() -> None:
    weights = shipped_weights().replaced({"gamma": 0.003})
    assert RolloutRequest(weights=weights).options()["gamma"] == 0.003
    assert RolloutRequest(weights=weights, gamma=0.01).settings().gamma == 0.01
    assert RolloutRequest(weights=weights).options()["weights"] == {"gamma": 0.003}
    assert RolloutRequest().options()["weights"] == {}
