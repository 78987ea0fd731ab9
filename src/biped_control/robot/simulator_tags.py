"""What a URDF tells simulators and ros2_control beside the body: friction, sensors, effort interfaces.

Nothing of it changes the robot: pinocchio and DART read past these tags, and clips do not depend on them. The
shipped URDF holds no plugin, so that nothing runs beside the physics where an engine steps in lock-step;
`for_gazebo` adds those that a server of its own needs.
"""

from pathlib import Path
from xml.etree import ElementTree

FEET = ("l_foot", "r_foot")
BASE = "base_link"
SIMULATOR_TAGS = ("gazebo", "ros2_control")
"""Children of <robot> that are for simulators and drivers alone."""

# Topics of Gazebo's own transport; config/ros_gz_bridge.yaml names the same.
IMU_TOPIC = "/biped/imu"
CAMERA_TOPIC = "/biped/camera/image"
GROUND_TRUTH_TOPIC = "/biped/ground_truth"

_FRICTION = 1.0  # as `EngineSettings.friction`; scenarios with another one set it in the engine
_IMU_RATE, _CAMERA_RATE, _GROUND_TRUTH_RATE = 120.0, 30.0, 60.0  # [Hz]


def contact_topic(foot: str) -> str:
    """Gazebo topic with the contacts of the sole of link `foot`."""
    return f"/biped/{foot.removesuffix('_foot')}_sole/contact"


def add_simulator_tags(robot: ElementTree.Element) -> None:
    """Adds friction of all links that collide, contact sensors of the soles, IMU and effort interfaces.

    Joint limits need no tag: Gazebo reads position, speed and effort from <limit>.
    """
    surfaces = add_surfaces(robot, f"{_FRICTION:g}")
    for foot in FEET:
        if foot in surfaces:
            _add_contact_sensor(surfaces[foot], foot)
    imu = _sensor(robot, BASE, "imu", "imu", IMU_TOPIC, _IMU_RATE)
    _text(imu, "gz_frame_id", BASE)
    _add_effort_interfaces(robot)


def add_surfaces(robot: ElementTree.Element, friction: str) -> dict[str, ElementTree.Element]:
    """Adds a tag with this coefficient for every link that collides.

    Returns:
        The tags, by link.
    """
    colliding = [link.get("name", "") for link in robot.findall("link") if link.find("collision") is not None]
    surfaces = {name: ElementTree.SubElement(robot, "gazebo", reference=name) for name in colliding}
    for surface in surfaces.values():
        for coefficient in ("mu1", "mu2"):
            _text(surface, coefficient, friction)
    return surfaces


def for_gazebo(urdf: str, camera: bool = False, controllers: Path | None = None) -> str:
    """URDF text with the plugins of a robot that is spawned into a Gazebo server.

    Args:
        urdf: URDF text with the tags of `add_simulator_tags`.
        camera: a camera at the frame `gaze`; only a server that renders publishes its images.
        controllers: YAML file of ros2_control controllers, which then run inside of the server.
    """
    robot = ElementTree.fromstring(urdf)
    if camera:
        _add_camera(robot)
    truth = _plugin(
        robot, "gz-sim-odometry-publisher-system", "gz::sim::systems::OdometryPublisher"
    )  # pose and twist of the base without any error
    for key, value in (
        ("odom_frame", "odom"),
        ("robot_base_frame", BASE),
        ("odom_topic", GROUND_TRUTH_TOPIC),
        ("odom_publish_frequency", f"{_GROUND_TRUTH_RATE:g}"),
        ("dimensions", "3"),
    ):
        _text(truth, key, value)
    if controllers is not None:
        control = _plugin(robot, "gz_ros2_control-system", "gz_ros2_control::GazeboSimROS2ControlPlugin")
        _text(control, "parameters", str(controllers))
    ElementTree.indent(robot)
    return ElementTree.tostring(robot, encoding="unicode")


def _add_contact_sensor(surface: ElementTree.Element, foot: str) -> None:
    sensor = ElementTree.SubElement(surface, "sensor", name=f"{foot}_contact", type="contact")
    _text(sensor, "always_on", "true")
    contact = ElementTree.SubElement(sensor, "contact")
    _text(contact, "collision", f"{foot}_collision")  # the name that Gazebo gives it
    _text(contact, "topic", contact_topic(foot))


def _add_camera(robot: ElementTree.Element) -> None:
    sensor = _sensor(robot, "gaze", "camera", "camera", CAMERA_TOPIC, _CAMERA_RATE)
    _text(sensor, "gz_frame_id", "gaze")
    camera = ElementTree.SubElement(sensor, "camera")
    _text(camera, "horizontal_fov", "1.2")
    image = ElementTree.SubElement(camera, "image")
    for key, value in (("width", "640"), ("height", "480"), ("format", "R8G8B8")):
        _text(image, key, value)
    clip = ElementTree.SubElement(camera, "clip")
    for key, value in (("near", "0.05"), ("far", "100")):
        _text(clip, key, value)


def _add_effort_interfaces(robot: ElementTree.Element) -> None:
    control = ElementTree.SubElement(robot, "ros2_control", name="biped", type="system")
    _text(ElementTree.SubElement(control, "hardware"), "plugin", "gz_ros2_control/GazeboSimSystem")
    for joint in robot.findall("joint"):
        limit = joint.find("limit")
        if limit is None:
            continue
        driven = ElementTree.SubElement(control, "joint", name=joint.get("name", ""))
        command = ElementTree.SubElement(driven, "command_interface", name="effort")
        effort = limit.get("effort", "")
        for key, value in (("min", f"-{effort}"), ("max", effort)):
            ElementTree.SubElement(command, "param", name=key).text = value
        for quantity in ("position", "velocity", "effort"):
            ElementTree.SubElement(driven, "state_interface", name=quantity)


def _sensor(
    robot: ElementTree.Element, link: str, name: str, kind: str, topic: str, rate_hz: float
) -> ElementTree.Element:
    place = ElementTree.SubElement(robot, "gazebo", reference=link)
    sensor = ElementTree.SubElement(place, "sensor", name=name, type=kind)
    for key, value in (("always_on", "true"), ("update_rate", f"{rate_hz:g}"), ("topic", topic)):
        _text(sensor, key, value)
    return sensor


def _plugin(robot: ElementTree.Element, library: str, name: str) -> ElementTree.Element:
    return ElementTree.SubElement(
        ElementTree.SubElement(robot, "gazebo"), "plugin", filename=library, name=name
    )


def _text(parent: ElementTree.Element, tag: str, text: str) -> None:
    ElementTree.SubElement(parent, tag).text = text
