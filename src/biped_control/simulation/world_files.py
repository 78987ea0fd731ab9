"""World files of scenarios, for `gz sim` and `ros_gz_sim`: the ground that the other engines walk on.

`python -m biped_control.simulation.world_files worlds` writes those that ship; a test keeps the two equal.
"""

import re
import sys
from dataclasses import replace
from pathlib import Path

from biped_control.atomic_write import atomic_write
from biped_control.errors import EngineError
from biped_control.simulation.scenario import Scenario, load_scenario
from biped_control.simulation.sdf_world import (
    CONTACT,
    IMU,
    PHYSICS,
    RENDERED_SENSORS,
    SCENE_BROADCASTER,
    USER_COMMANDS,
    world_sdf,
)
from biped_control.simulation.settings import EngineSettings
from biped_control.simulation.terrain import Stretch, Terrain

WORLDS = {"flat": "", "stairs": "ascents_4cm", "slope": "uphill", "rough": "field"}
"""The worlds that ship, and the scenario of each (`config/scenarios.yaml`); empty for level ground."""
PHYSICS_RATE_HZ = 1000.0
"""A step is exactly a millisecond."""
LENGTH_M = 30.0
"""So far the ground of a world goes ahead of the origin; behind that it is level."""

# What a server of its own needs: `ros_gz_sim` spawns through the second, GUI and bridge see the others.
_SYSTEMS = (PHYSICS, USER_COMMANDS, SCENE_BROADCASTER, IMU, CONTACT, RENDERED_SENSORS)


def scenario_world(
    name: str, scenario: Scenario, rate_hz: float = PHYSICS_RATE_HZ, length: float = LENGTH_M
) -> str:
    """SDF text of a world with the ground and the friction of a scenario, at most at the pace of the clock.

    Pushes, sensor noise and the like are no part of a world.

    Args:
        name: of the world, as Gazebo's topics call it.
        scenario: whose ground it is.
        rate_hz: physics steps a second.
        length: ahead of the origin [m]; beyond it the ground is level.

    Raises:
        EngineError: the name holds more than letters, digits, `_` and `-`.
    """
    if re.fullmatch(r"[\w-]+", name, re.ASCII) is None:
        raise EngineError(
            f"world '{name}': expected a name of letters, digits, _ and -, which topics of Gazebo begin with"
        )
    friction = EngineSettings.friction if scenario.friction is None else scenario.friction
    terrain = replace(_level_beyond(scenario.ground(), length), name=name)
    return world_sdf(terrain, rate_hz, friction, _SYSTEMS, real_time_factor=1.0)


def shipped_world(name: str) -> str:
    """SDF text of one of `WORLDS`."""
    scenario = load_scenario(WORLDS[name]) if WORLDS[name] else Scenario()
    return scenario_world(name, scenario)


def _level_beyond(terrain: Terrain, x: float) -> Terrain:
    kept = [stretch for stretch in terrain.stretches if stretch.start < x]
    last = kept[-1]
    if last.grade == 0.0:
        return replace(terrain, stretches=tuple(kept))
    height = last.height + last.grade * (x - last.start)
    return Terrain(terrain.name, (*kept, Stretch(x, height, friction=last.friction)))


if __name__ == "__main__":
    for world in WORLDS:
        with atomic_write(Path(sys.argv[1]) / f"{world}.sdf") as unfinished:
            unfinished.write_text(shipped_world(world), encoding="utf-8")
