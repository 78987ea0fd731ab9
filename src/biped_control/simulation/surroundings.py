"""What a run happens in, by name: ground and pushes, or a whole scenario; for rollouts and the ROS graph."""

from dataclasses import dataclass, replace

import numpy as np

from biped_control.errors import ConfigurationError
from biped_control.robot.model import RobotModel
from biped_control.simulation.disturbances import Disturbances, PushPlan
from biped_control.simulation.engines import create_engine
from biped_control.simulation.scenario import Scenario, load_scenario
from biped_control.simulation.scenario_conditions import ScenarioConditions
from biped_control.simulation.scenario_engine import scenario_engine
from biped_control.simulation.settings import EngineSettings
from biped_control.simulation.simulator import Push, Simulator
from biped_control.simulation.standable_ground import require_standable
from biped_control.simulation.terrain import FLAT, terrain_named


@dataclass(frozen=True)
class Surroundings:
    """Ground, pushes, and whatever a scenario has. Of all that, the controller knows what the robot senses.

    Attributes:
        terrain: name of the ground.
        push: BODY,NEWTONS,SECONDS,PERIOD, or empty.
        scenario: name in `config/scenarios.yaml`, path of a YAML file, or empty. Instead of terrain and push.
        seed: of everything random.
    """

    terrain: str = FLAT.name
    push: str = ""
    scenario: str = ""
    seed: int = 0

    def __post_init__(self) -> None:
        """
        Raises:
            EngineError: no terrain of that name.
            ConfigurationError: a scenario, and terrain or push beside it.
        """
        terrain_named(self.terrain)
        if self.scenario and (self.push or self.terrain != FLAT.name):
            raise ConfigurationError(
                f"scenario '{self.scenario}' brings ground and pushes along; expected no terrain and no push"
            )

    def check(self, engine: str, robot: RobotModel, settings: EngineSettings) -> None:
        """Makes the engine once and drops it: it may be unknown, not installed, or unfit for what is asked.

        Args:
            engine: its name.
            robot: that which the controller believes in.
            settings: rates; ground and friction are those of the surroundings.

        Raises:
            EngineError: it is; a push makes no sense or its body is unknown; no foot can stand on the ground.
            ConfigurationError: no such scenario, or its file is broken.
        """
        scenario = self._scenario()
        if scenario is not None:
            require_standable(self.scenario, scenario, settings.friction)
        made = self.engine(engine, robot, settings)
        push = PushPlan.parse(self.push, settings.control_rate_hz) if scenario is None else scenario.push
        if push is not None:
            made.push(Push(push.body, np.zeros(3), ticks=1))
        made.close()

    def engine(self, name: str, robot: RobotModel, settings: EngineSettings) -> Simulator:
        """The engine of that name in these surroundings. Arguments and errors as for `check`."""
        scenario = self._scenario()
        if scenario is None:
            return create_engine(name, robot, replace(settings, terrain=terrain_named(self.terrain)))
        return scenario_engine(name, robot, settings, scenario, self.seed)

    def disturbances(self, rate_hz: float) -> Disturbances:
        """Start, pushes and sensors of one run.

        Args:
            rate_hz: control rate.

        Raises:
            EngineError, ConfigurationError: as for `check`.
        """
        scenario = self._scenario()
        if scenario is None:
            return Disturbances(self.seed, PushPlan.parse(self.push, rate_hz))
        return ScenarioConditions(self.seed, scenario, rate_hz)

    def __str__(self) -> str:
        """In words."""
        return f"in scenario '{self.scenario}'" if self.scenario else f"on terrain '{self.terrain}'"

    def _scenario(self) -> Scenario | None:
        return load_scenario(self.scenario) if self.scenario else None
