"""The engine of a scenario: its robot, its ground, and its line to the drives."""

from dataclasses import replace
from xml.etree import ElementTree

from biped_control.robot.model import RobotModel
from biped_control.simulation.engines import create_engine
from biped_control.simulation.late_torques import LateTorques
from biped_control.simulation.scenario import Scenario
from biped_control.simulation.settings import EngineSettings
from biped_control.simulation.simulator import Simulator


def scenario_engine(
    name: str, robot: RobotModel, settings: EngineSettings, scenario: Scenario, seed: int = 0
) -> Simulator:
    """The engine called `name`, as the scenario wants it.

    Args:
        name: of the engine.
        robot: that which the controller believes in.
        settings: rates; ground and friction are the scenario's.
        scenario: what there is to endure.
        seed: of the ticks that get lost.

    Raises:
        EngineError: unknown engine, or one that cannot do what the scenario asks.
    """
    friction = settings.friction if scenario.friction is None else scenario.friction
    engine = create_engine(
        name,
        scaled_mass(robot, scenario.mass_scale),
        replace(settings, terrain=scenario.ground(), friction=friction),
    )
    if scenario.torque_delay_ticks == 0 and scenario.lost_ticks == 0.0:
        return engine
    return LateTorques(engine, scenario.torque_delay_ticks, scenario.lost_ticks, seed)


def scaled_mass(robot: RobotModel, scale: float) -> RobotModel:
    """The same robot with masses and inertias of all links `scale` times as large."""
    if scale == 1.0:
        return robot
    urdf = ElementTree.fromstring(robot.urdf)
    for inertial in urdf.iter("inertial"):
        for element in (*inertial.iter("mass"), *inertial.iter("inertia")):
            for key, number in element.attrib.items():
                element.set(key, repr(scale * float(number)))
    return RobotModel.from_urdf(ElementTree.tostring(urdf, encoding="unicode"), robot.limbs)
