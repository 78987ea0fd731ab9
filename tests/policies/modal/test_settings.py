"""Settings of the modal policy: what is refused."""

from pathlib import Path

import pytest
import yaml

from biped_control.errors import ConfigurationError
from biped_control.policies.modal.settings import ABOUT_POSE, load_modal_settings, modal_settings_for
from biped_control.resources import share_path


@pytest.mark.parametrize(
    ("key", "value"),
    [("window", 2), ("window", 60), ("low_modes", 3), ("low_modes", 20), ("force", 0.0), ("windw", 12)],
)
def test_what_does_not_work_is_refused(tmp_path: Path, key: str, value: float) -> None:
    content = yaml.safe_load(share_path("config/weights.yaml").read_text())
    content["modal"][key] = value
    file = tmp_path / "weights.yaml"
    file.write_text(yaml.safe_dump(content))
    with pytest.raises(ConfigurationError, match=rf"weights.yaml \(modal\): at '{key}'"):
        load_modal_settings(file)


def test_state_weights_are_in_order() -> None:
    settings = load_modal_settings()
    state = settings.plan_weights(0.7).state
    assert list(state) == 3 * [settings.root_position] + 3 * [settings.root_rotation] + 6 * [
        settings.root_velocity
    ]
    assert settings.plan_weights(0.7).friction == 0.7
    planted = settings.plan_weights(0.7, planted=True).state
    assert list(planted[:3]) == 3 * [settings.planted_position]
    assert list(planted[3:]) == list(state[3:])


def test_the_published_form_has_numbers_of_its_own() -> None:
    assert load_modal_settings().about == "reference"
    assert load_modal_settings(section=ABOUT_POSE).about == "pose"
    assert [modal_settings_for(adjusts).about for adjusts in (False, True)] == ["reference", "pose"]
