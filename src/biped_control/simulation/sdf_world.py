"""Worlds for Gazebo (SDF 1.10) from the same terrains that the other engines take.

Rigid contacts between boxes go through DART with Bullet's detector, as in engine `dart`; plane and height map
shapes have other contact points, so none is used.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from biped_control.robot.model import GRAVITY
from biped_control.simulation.slabs import Slab, slabs
from biped_control.simulation.terrain import Terrain

_SDF_VERSION = "1.10"
_GAZEBO = "http://gazebosim.org/schema"
_GROUND_COLOUR = "0.55 0.57 0.6 1"


@dataclass(frozen=True)
class System:
    """A plugin of the Gazebo server.

    Attributes:
        library: file name, without what the platform adds.
        name: class in it.
        settings: child elements, name to text.
    """

    library: str
    name: str
    settings: tuple[tuple[str, str], ...] = ()


PHYSICS = System("gz-sim-physics-system", "gz::sim::systems::Physics")
USER_COMMANDS = System("gz-sim-user-commands-system", "gz::sim::systems::UserCommands")
SCENE_BROADCASTER = System("gz-sim-scene-broadcaster-system", "gz::sim::systems::SceneBroadcaster")
IMU = System("gz-sim-imu-system", "gz::sim::systems::Imu")
CONTACT = System("gz-sim-contact-system", "gz::sim::systems::Contact")
RENDERED_SENSORS = System("gz-sim-sensors-system", "gz::sim::systems::Sensors", (("render_engine", "ogre2"),))


def step_nanoseconds(physics_rate_hz: float) -> int:
    """Length of a physics step [ns]: Gazebo counts time in whole nanoseconds.

    A tick is always `EngineSettings.substeps` such steps, so at 1200 Hz it is 3.3 ns short of 1/120 s: four
    parts in ten million, the same in every tick.
    """
    return round(1e9 / physics_rate_hz)


def world_sdf(
    terrain: Terrain,
    physics_rate_hz: float,
    friction: float,
    systems: Sequence[System] = (PHYSICS,),
    robot: Path | None = None,
    real_time_factor: float = 0.0,
    one_thread: bool = False,
) -> str:
    """Text of a world file.

    Args:
        terrain: the ground, which also gives the world its name.
        physics_rate_hz: physics steps a second.
        friction: Coulomb coefficient of ground without a patch.
        systems: plugins of the server, in order.
        robot: URDF file that the world includes at its origin; none when it is spawned later.
        real_time_factor: at most so many simulated seconds a second; 0 for no limit.
        one_thread: systems look at the end of a step one after another (since Gazebo Sim 8.14). By default
            each has a thread for that, and a step waits for all.
    """
    root = ElementTree.Element("sdf", version=_SDF_VERSION)
    world = ElementTree.SubElement(root, "world", name=terrain.name)
    _add_physics(world, physics_rate_hz, real_time_factor)
    for system in systems:
        plugin = ElementTree.SubElement(world, "plugin", filename=system.library, name=system.name)
        for key, value in system.settings:
            _text(plugin, key, value)
    if one_thread:
        root.set("xmlns:gz", _GAZEBO)
        _text(ElementTree.SubElement(world, "gz:policies"), "parallel_postupdates", "false")
    _text(world, "gravity", f"0 0 {-GRAVITY!r}")
    _add_sun(world)
    _add_ground(world, slabs(terrain, friction))
    if robot is not None:
        include = ElementTree.SubElement(world, "include")
        _text(include, "uri", str(robot))
        _text(include, "name", "biped")
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _add_physics(world: ElementTree.Element, rate_hz: float, real_time_factor: float) -> None:
    physics = ElementTree.SubElement(world, "physics", name="rigid_bodies", type="dart")
    _text(physics, "max_step_size", f"{step_nanoseconds(rate_hz)}e-9")
    _text(physics, "real_time_factor", f"{real_time_factor:g}")
    dart = ElementTree.SubElement(physics, "dart")
    _text(dart, "collision_detector", "bullet")
    _text(ElementTree.SubElement(dart, "solver"), "solver_type", "dantzig")


def _add_sun(world: ElementTree.Element) -> None:
    sun = ElementTree.SubElement(world, "light", name="sun", type="directional")
    for key, value in (
        ("cast_shadows", "true"),
        ("pose", "0 0 10 0 0 0"),
        ("diffuse", "0.9 0.9 0.9 1"),
        ("direction", "-0.4 0.2 -0.9"),
    ):
        _text(sun, key, value)


def _add_ground(world: ElementTree.Element, boxes: Sequence[Slab]) -> None:
    model = ElementTree.SubElement(world, "model", name="ground")
    _text(model, "static", "true")
    link = ElementTree.SubElement(model, "link", name="ground")
    for index, slab in enumerate(boxes):
        collision = _box(link, "collision", f"slab_{index}", slab)
        surface = ElementTree.SubElement(collision, "surface")
        ode = ElementTree.SubElement(ElementTree.SubElement(surface, "friction"), "ode")
        for coefficient in ("mu", "mu2"):
            _text(ode, coefficient, repr(float(slab.friction)))
        visual = _box(link, "visual", f"slab_{index}_visual", slab)
        material = ElementTree.SubElement(visual, "material")
        for light in ("ambient", "diffuse"):
            _text(material, light, _GROUND_COLOUR)


def _box(link: ElementTree.Element, kind: str, name: str, slab: Slab) -> ElementTree.Element:
    shape = ElementTree.SubElement(link, kind, name=name)
    pose = (*slab.centre, 0.0, -slab.angle, 0.0)  # a positive pitch turns the x axis down
    _text(shape, "pose", " ".join(repr(float(number)) for number in pose))
    box = ElementTree.SubElement(ElementTree.SubElement(shape, "geometry"), "box")
    _text(box, "size", " ".join(repr(float(number)) for number in slab.size))
    return shape


def _text(parent: ElementTree.Element, tag: str, text: str) -> None:
    ElementTree.SubElement(parent, tag).text = text
