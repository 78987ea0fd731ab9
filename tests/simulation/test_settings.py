"""Engine settings refuse what no engine could do."""

import numpy as np
import pytest

from biped_control.errors import EngineError
from biped_control.simulation.settings import EngineSettings


def test_substeps() -> None:
    assert EngineSettings().substeps == 10
    assert EngineSettings(120.0, 480.0).substeps == 4
    assert EngineSettings(300.0, 300.0).substeps == 1


@pytest.mark.parametrize(
    ("control", "physics", "message"),
    [
        (120.0, 1000.0, "no whole multiple"),
        (120.0, 60.0, "no whole multiple"),
        (0.0, 1200.0, "positive"),
        (120.0, -1200.0, "positive"),
        (np.nan, 1200.0, "positive"),
        (120.0, np.inf, "positive"),
    ],
)
def test_impossible_rates(control: float, physics: float, message: str) -> None:
    with pytest.raises(EngineError, match=message):
        EngineSettings(control, physics)


@pytest.mark.parametrize("friction", [-0.1, np.nan, np.inf])
def test_impossible_friction(friction: float) -> None:
    with pytest.raises(EngineError, match="friction"):
        EngineSettings(friction=friction)
