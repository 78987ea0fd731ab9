"""Settings of the control loop."""

from pathlib import Path

import pytest

from biped_control.errors import ConfigurationError
from biped_control.resources import share_path
from biped_control.settings import load_settings

SHIPPED = share_path("config/control.yaml").read_text(encoding="utf-8")


def test_control_period() -> None:
    settings = load_settings()
    assert settings.dt * settings.rate_hz == pytest.approx(1.0)


def test_replaced_values_are_checked() -> None:
    settings = load_settings()
    assert settings.replaced(gamma=0.02).model_dump() == settings.model_dump() | {"gamma": 0.02}
    with pytest.raises(ConfigurationError, match=r"control settings: at 'gamma'.*found -1\.0"):
        settings.replaced(gamma=-1.0)
    with pytest.raises(ConfigurationError, match=r"at 'gamma'.*finite number"):
        settings.replaced(gamma=float("nan"))
    with pytest.raises(ConfigurationError, match="at 'gama'"):
        settings.replaced(gama=1.0)


def test_another_rate_keeps_the_physics_steps_of_a_tick() -> None:
    settings = load_settings()
    other = settings.at_rate(300.0)
    assert other.rate_hz == 300.0
    for engine, rate_hz in settings.physics_rate_hz:
        assert other.physics_rate_of(engine) / 300.0 == pytest.approx(rate_hz / settings.rate_hz)
    assert other.replaced(rate_hz=settings.rate_hz, physics_rate_hz=settings.physics_rate_hz) == settings
    with pytest.raises(ConfigurationError, match="at 'rate_hz'"):
        settings.at_rate(1.0)


def test_physics_rates_of_engines() -> None:
    settings = load_settings()
    other = settings.with_physics_rate("gazebo", 960.0)
    assert other.physics_rate_of("gazebo") == 960.0
    assert other.physics_rate_of("dart") == settings.physics_rate_of("dart")
    assert other.with_physics_rate("gazebo", settings.physics_rate_of("gazebo")) == settings
    assert settings.at_rate(100.0).physics_rate_of("lcp") == 100.0
    with pytest.raises(ConfigurationError, match=r"engine 'lcp' takes one step a tick.*dart or gazebo"):
        settings.with_physics_rate("lcp", 1200.0)
    with pytest.raises(ConfigurationError, match=r"at 'physics_rate_hz\.dart'.*found 1\.0"):
        settings.with_physics_rate("dart", 1.0)


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "control.yaml"
    path.write_text(SHIPPED.replace("gamma: 0.007", "gamma: 0.05"), encoding="utf-8")
    assert load_settings(path) == load_settings().replaced(gamma=0.05)
    path.write_text(SHIPPED.replace("gamma: 0.007", "gamma: much"), encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"control\.yaml: at 'gamma'"):
        load_settings(path)
