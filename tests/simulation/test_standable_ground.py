"""Ground that is too steep to stand on."""

from math import degrees, nextafter, tan

import pytest

from biped_control.errors import EngineError
from biped_control.simulation.scenario import Scenario
from biped_control.simulation.standable_ground import require_standable


def scenario(**values: object) -> Scenario:
    return Scenario.model_validate(values)


def slope(angle: float) -> dict[str, object]:
    return {"kind": "slope", "degrees": angle}


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_block_rests_up_to_the_angle_of_friction(sign: float) -> None:
    """On a slope of angle a weight pulls with m g sin(a), and friction holds mu m g cos(a)."""
    steepest = degrees(0.3)
    require_standable("s", scenario(terrain=slope(sign * 0.999 * steepest)), tan(0.3))
    with pytest.raises(EngineError, match=r"'s': 17\.2 degrees at x = 2 m with friction 0\.3"):
        require_standable("s", scenario(terrain=slope(sign * 1.001 * steepest)), tan(0.3))


def test_friction_of_the_scenario_and_of_a_patch_count() -> None:
    require_standable("s", scenario(terrain=slope(20.0)), 0.8)
    with pytest.raises(EngineError, match=r"friction 0\.3.*at most 16\.7"):
        require_standable("s", scenario(terrain=slope(20.0), friction=0.3), 0.8)
    patch = {"start_m": 5.0, "end_m": 6.0, "friction": 0.2}
    with pytest.raises(EngineError, match=r"x = 5 m with friction 0\.2"):
        require_standable("s", scenario(terrain=slope(20.0), patches=(patch,)), 0.8)


def test_level_ground_without_friction_can_be_stood_on() -> None:
    require_standable("s", scenario(friction=0.0), nextafter(0.0, 1.0))


@pytest.mark.parametrize(("spacing", "steep"), [(0.25, False), (0.1, True), (0.02, True)])
def test_steps_shorter_than_a_foot_are_as_steep_as_their_edges(spacing: float, steep: bool) -> None:
    stairs = scenario(terrain={"kind": "ledges", "rises_m": [spacing], "spacing_m": spacing})
    if not steep:
        require_standable("s", stairs, 0.8)
        return
    with pytest.raises(EngineError, match=r"'s': 45\.0 degrees at x = 2 m with friction 0\.8"):
        require_standable("s", stairs, 0.8)
    require_standable("s", stairs, 1.1)
