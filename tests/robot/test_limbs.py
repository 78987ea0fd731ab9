"""The limb map file."""

from pathlib import Path

import pytest

from biped_control.errors import ConfigurationError
from biped_control.resources import share_path
from biped_control.robot.limbs import load_limb_map


@pytest.fixture
def text() -> str:
    return share_path("config/robot.yaml").read_text(encoding="utf-8")


def written(folder: Path, text: str) -> Path:
    path = folder / "limbs.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_shipped_map_pairs_every_limb() -> None:
    pairs = load_limb_map(share_path("config/robot.yaml")).mirror_pairs()
    assert len(pairs) == 20
    assert all(pairs[partner] == name for name, partner in pairs.items())
    assert pairs["r_knee_pitch"] == "l_knee_pitch"
    assert "torso_yaw" not in pairs


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"nowhere\.yaml: no such file"):
        load_limb_map(tmp_path / "nowhere.yaml")


def test_no_yaml(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"limbs\.yaml: cannot be read as YAML"):
        load_limb_map(written(tmp_path, "torso: [unclosed"))


def test_empty_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"limbs\.yaml"):
        load_limb_map(written(tmp_path, ""))


def test_missing_limb(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigurationError, match=r"limbs\.yaml: at 'right\.foot': Field required"):
        load_limb_map(written(tmp_path, text.replace("  foot: r_foot\n", "")))


def test_misspelt_limb(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigurationError, match=r"limbs\.yaml: at 'left\.shouldr'"):
        load_limb_map(written(tmp_path, text.replace("  shoulder: l_", "  shouldr: x\n  shoulder: l_")))


def test_unknown_group(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigurationError, match=r"limbs\.yaml: at 'groups\.tail"):
        load_limb_map(written(tmp_path, text + "  tail: [tail_yaw]\n"))


def test_sides_of_different_length(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigurationError, match=r"limbs\.yaml.*right.*left"):
        load_limb_map(written(tmp_path, text.replace("l_ankle_pitch, l_ankle_roll]", "l_ankle_pitch]", 1)))
