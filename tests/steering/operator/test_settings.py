"""config/operator.yaml."""

from pathlib import Path

import pytest

from biped_control.errors import ConfigurationError
from biped_control.resources import share_path
from biped_control.steering.operator.settings import load_operator_settings

SHIPPED = share_path("config/operator.yaml").read_text(encoding="utf-8")


def test_what_ships_is_what_the_conventions_say() -> None:
    settings = load_operator_settings()
    assert (settings.lost_after_s, settings.when_lost) == (0.5, "keep")
    assert settings.fastest_turn == pytest.approx(1.5707963)
    assert settings.turn_lead == pytest.approx(1.0471976)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("when_lost: keep", "when_lost: repeat", "at 'when_lost'"),
        ("lost_after_s: 0.5", "lost_after_s: .nan", "at 'lost_after_s'"),
        ("lost_after_s: 0.5", "lost_afer_s: 0.5", "at 'lost_afer_s'.*mean 'lost_after_s'"),
        ("turn_lead_deg: 60.0", "turn_lead_deg: 180.0", "at 'turn_lead_deg'"),
        ("run_from_mps: 2.0", "run_from_mps: 1.0", "still_mps < cruise_mps < run_from_mps"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    path = tmp_path / "operator.yaml"
    path.write_text(SHIPPED.replace(old, new), encoding="utf-8")
    with pytest.raises(ConfigurationError, match=complaint):
        load_operator_settings(path)
