"""config/joystick.yaml."""

from pathlib import Path

import pytest

from biped_control.errors import ConfigurationError
from biped_control.resources import share_path
from biped_control.steering.operator.joy_mapping import load_joy_mapping

SHIPPED = share_path("config/joystick.yaml").read_text(encoding="utf-8")


def written(path: Path, old: str, new: str) -> Path:
    assert old in SHIPPED
    path.write_text(SHIPPED.replace(old, new), encoding="utf-8")
    return path


def test_what_ships_has_a_dead_man_and_a_stop_button() -> None:
    mapping = load_joy_mapping()
    assert mapping.buttons.dead_man is not None
    assert mapping.buttons.stop is not None
    assert (mapping.ahead, mapping.fastest_turn) == pytest.approx((0.0, 1.0471976))


def test_a_button_may_be_left_out(tmp_path: Path) -> None:
    path = written(tmp_path / "joystick.yaml", "run: 5", "run: null")
    assert load_joy_mapping(path).buttons.run is None


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("mode: heading", "mode: yaw", "at 'mode'"),
        ("index: 1", "index: -1", r"at 'forward\.index'"),
        ("index: 1", "index: 0", "different axes"),
        ("sign: 1 } # positive when pushed away", "sign: 2 } #", r"at 'forward\.sign'"),
        ("dead_zone: 0.15", "dead_zone: 1.0", "at 'dead_zone'"),
        ("dead_zone: 0.15", "dead_zone: .nan", "at 'dead_zone'"),
        ("stop: 1", "stop: 4", r"at 'buttons'.*button of its own"),
        ("dead_man: 4", "deadman: 4", r"at 'buttons\.deadman'.*mean 'dead_man'"),
        ("run_mps: 2.75", "run_mps: 1.0", "run_mps to be at least walk_mps"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    with pytest.raises(ConfigurationError, match=rf"joystick\.yaml: .*{complaint}"):
        load_joy_mapping(written(tmp_path / "joystick.yaml", old, new))
