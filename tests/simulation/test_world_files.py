"""The worlds that ship are the ground of their scenarios."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from biped_control.errors import EngineError
from biped_control.resources import share_path
from biped_control.simulation.scenario import FieldGround, LedgesGround, Scenario, load_scenario
from biped_control.simulation.world_files import WORLDS, scenario_world, shipped_world


def ground_of(sdf: str) -> list[tuple[float, float]]:
    """x and z of a place on the upper face of each box, a thousandth of its length after its start."""
    places = []
    for box in ElementTree.fromstring(sdf).findall("world/model/link/collision"):
        x, _, z, _, pitch, _ = (float(number) for number in box.findtext("pose", "").split())
        length, _, thickness = (float(number) for number in box.findtext("geometry/box/size", "").split())
        along, up = -0.499 * length, 0.5 * thickness
        places.append(
            (x + along * np.cos(pitch) + up * np.sin(pitch), z - along * np.sin(pitch) + up * np.cos(pitch))
        )
    return places


def test_the_files_are_what_the_generator_writes(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "biped_control.simulation.world_files", str(tmp_path)]
    subprocess.run(command, check=True, timeout=120)
    shipped = share_path("worlds")
    assert {path.name for path in shipped.iterdir()} == {f"{name}.sdf" for name in WORLDS}
    for path in sorted(shipped.iterdir()):
        assert path.read_text(encoding="utf-8") == (tmp_path / path.name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", WORLDS)
def test_the_ground_is_that_of_the_scenario(name: str) -> None:
    terrain = (load_scenario(WORLDS[name]) if WORLDS[name] else Scenario()).ground()
    boxes = ground_of(shipped_world(name))
    ahead = [stretch for stretch in terrain.stretches if stretch.start < 30.0]
    assert len(boxes) == len(ahead) + (ahead[-1].grade != 0.0)
    for x, z in boxes[: len(ahead)]:
        assert z == pytest.approx(terrain.height(np.array([x]), np.zeros(1))[0], abs=1e-9)


def test_the_world_is_named_as_its_file_and_keeps_the_pace_of_the_clock() -> None:
    for name in WORLDS:
        world = ElementTree.fromstring(shipped_world(name)).find("world")
        assert world is not None
        assert world.get("name") == name
        assert world.findtext("physics/real_time_factor") == "1"
        assert float(world.findtext("physics/max_step_size", "")) == pytest.approx(1e-3)


def test_beyond_its_length_the_ground_is_level_and_without_a_step() -> None:
    hills = Scenario(terrain=FieldGround(kind="field", height_m=0.05, wavelength_m=1.0))
    beyond = ground_of(scenario_world("hills", hills, length=5.2))[-1]
    assert beyond[1] == pytest.approx(hills.ground().height(np.array([5.2]), np.zeros(1))[0])
    stairs = Scenario(terrain=LedgesGround(kind="ledges", rises_m=(0.1,), spacing_m=1.0))
    assert len(ground_of(scenario_world("stairs", stairs, length=4.5))) == 4


def test_slippery_scenarios_make_slippery_worlds() -> None:
    world = ElementTree.fromstring(scenario_world("ice", Scenario(friction=0.1)))
    assert {element.text for element in world.iter("mu")} == {"0.1"}


@pytest.mark.parametrize("name", ["my world", "a/b", "", "caf\u00e9"])
def test_names_that_gazebo_has_no_topics_for_are_refused(name: str) -> None:
    with pytest.raises(EngineError, match="letters, digits"):
        scenario_world(name, Scenario())
