"""World files for Gazebo, read back as XML: what a server would make of them must be the terrain."""

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pinocchio as pin
import pytest

from biped_control.robot.state import FloatArray
from biped_control.simulation.sdf_world import CONTACT, PHYSICS, RENDERED_SENSORS, step_nanoseconds, world_sdf
from biped_control.simulation.terrain import FLAT, LOW_LEDGES, SLOPE, Terrain
from biped_control.simulation.terrain_shapes import with_patch


def _numbers(element: ElementTree.Element, path: str) -> FloatArray:
    return np.array([float(number) for number in element.findtext(path, "").split()])


@pytest.mark.parametrize("terrain", [FLAT, LOW_LEDGES, SLOPE], ids=lambda terrain: terrain.name)
@pytest.mark.parametrize("shape", ["collision", "visual"])
def test_the_boxes_lie_with_their_upper_faces_on_the_ground(terrain: Terrain, shape: str) -> None:
    world = ElementTree.fromstring(world_sdf(terrain, 1200.0, friction=1.0))
    boxes = world.findall(f"world/model/link/{shape}")
    assert len(boxes) == len(terrain.stretches)
    assert len({box.get("name") for box in boxes}) == len(boxes)
    for box in boxes:
        x, y, z, roll, pitch, yaw = _numbers(box, "pose")
        turned = pin.rpy.rpyToMatrix(roll, pitch, yaw)  # SDF and pinocchio: fixed axes x, y, z
        face = np.array([x, y, z]) + turned @ (_numbers(box, "geometry/box/size") * (0.4, 0.0, 0.5))
        assert face[2] == pytest.approx(terrain.height(face[:1], face[1:2])[0], abs=1e-9)


def test_each_stretch_has_its_friction() -> None:
    terrain = with_patch(FLAT, start=3.0, end=4.0, friction=0.2)
    world = ElementTree.fromstring(world_sdf(terrain, 1200.0, friction=0.7))
    for coefficient in ("mu", "mu2"):
        values = [float(e.text or "") for e in world.iter(coefficient)]
        assert values == [0.7, 0.2, 0.7]


@pytest.mark.parametrize(
    ("rate_hz", "nanoseconds"),
    [(1000.0, 1_000_000), (1200.0, 833_333), (900.0, 1_111_111), (480.0, 2_083_333)],
)
def test_a_physics_step_is_a_whole_number_of_nanoseconds(rate_hz: float, nanoseconds: int) -> None:
    assert step_nanoseconds(rate_hz) == nanoseconds
    world = ElementTree.fromstring(world_sdf(FLAT, rate_hz, friction=1.0))
    assert float(world.findtext("world/physics/max_step_size", "")) == pytest.approx(
        nanoseconds * 1e-9, rel=1e-15
    )


def test_all_in_one_thread() -> None:
    policy = "world/{http://gazebosim.org/schema}policies/parallel_postupdates"
    assert ElementTree.fromstring(world_sdf(FLAT, 1200.0, 1.0)).find(policy) is None
    asked = ElementTree.fromstring(world_sdf(FLAT, 1200.0, 1.0, one_thread=True))
    assert asked.findtext(policy) == "false"


def test_systems_and_robot_are_those_asked_for() -> None:
    text = world_sdf(FLAT, 1200.0, 1.0, (PHYSICS, CONTACT, RENDERED_SENSORS), Path("robot.urdf"), 1.0)
    world = ElementTree.fromstring(text).find("world")
    assert world is not None
    plugins = world.findall("plugin")
    assert [plugin.get("filename") for plugin in plugins] == [
        "gz-sim-physics-system",
        "gz-sim-contact-system",
        "gz-sim-sensors-system",
    ]
    assert plugins[2].findtext("render_engine") == "ogre2"
    assert world.findtext("include/uri") == "robot.urdf"
    assert world.findtext("physics/real_time_factor") == "1"
    assert world.findtext("gravity") == "0 0 -9.81"
    alone = ElementTree.fromstring(world_sdf(FLAT, 1200.0, 1.0))
    assert alone.find("world/include") is None
    assert alone.findtext("world/physics/real_time_factor") == "0"
