"""Settings of steering."""

from pathlib import Path

import pytest
import yaml

from biped_control.errors import ConfigurationError
from biped_control.resources import share_path
from biped_control.simulation.engines import engine_names
from biped_control.steering.steering_settings import load_steering_settings


def test_shipped_settings() -> None:
    settings = load_steering_settings()
    assert set(settings.sampling.engines) <= set(engine_names())


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("value_function", "horizon_s"), 0.0),
        (("value_function", "heading_bins"), 4),
        (("value_function", "cost_borders"), [0.2, 0.1]),
        (("disturbances", "push_gap_seconds"), [3.0, 1.0]),
        (("disturbances", "push_gap_seconds"), [0.05, 1.0]),
        (("disturbances", "ground_gap_meters"), [1.2, 0.4]),
        (("disturbances", "ground_height"), -0.001),
        (("sampling", "engines"), []),
        (("sampling", "patience"), 3),
    ],
)
def test_nonsense_is_refused(tmp_path: Path, place: tuple[str, str], value: object) -> None:
    content = yaml.safe_load(share_path("config/steering.yaml").read_text(encoding="utf-8"))
    content[place[0]][place[1]] = value
    path = tmp_path / "steering.yaml"
    path.write_text(yaml.safe_dump(content), encoding="utf-8")
    with pytest.raises(ConfigurationError, match=f"{place[0]}"):
        load_steering_settings(path)
