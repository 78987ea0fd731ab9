"""A rollout as a user asks for it: names and numbers, checked before anything slow begins."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from math import isfinite

from biped_control.analysis.assembly import Announce, check_engine, engine_settings
from biped_control.analysis.preparation import prepare
from biped_control.analysis.rollout import RolloutResult, Tick
from biped_control.analysis.steady_process import steady_process
from biped_control.errors import ConfigurationError, PolicyError
from biped_control.policies.factory import POLICIES
from biped_control.robot.model import RobotModel
from biped_control.settings import ControlSettings, load_settings
from biped_control.simulation.disturbances import Disturbances, PushPlan
from biped_control.simulation.engines import create_engine
from biped_control.simulation.terrain import terrain_named


@dataclass(frozen=True)
class RolloutRequest:
    """What to run.

    Attributes:
        clip: name in the library, or path of a clip file.
        policy, engine, terrain: by name.
        seconds: simulated time [s].
        gamma: adaptation parameter (eq. 17); that of `config/control.yaml` when None.
        push: BODY,NEWTONS,SECONDS,PERIOD, or empty.
        seed: of start and pushes; 0 starts exactly on the reference.
    """

    clip: str = "walk"
    policy: str = "nqr"
    engine: str = "dart"
    seconds: float = 10.0
    gamma: float | None = None
    push: str = ""
    terrain: str = "flat"
    seed: int = 0

    def run(self, announce: Announce, observe: Callable[[Tick], None] | None = None) -> RolloutResult:
        """Checks everything, prepares what is missing and walks.

        Args:
            announce: hears of what is built or compiled before the walk.
            observe: called after every tick.

        Raises:
            BipedError: an option is wrong or something is missing; the message says what was expected.
        """
        settings = self.settings()
        ticks, plan, ground = self.ticks(settings), self.push_plan(settings), terrain_named(self.terrain)
        if self.policy not in POLICIES:
            raise PolicyError(f"unknown policy '{self.policy}'; expected one of {', '.join(POLICIES)}")
        if self.seed < 0:
            raise ConfigurationError(f"seed {self.seed}: expected 0 or more")
        check_engine(self.engine, RobotModel.load(), engine_settings(settings, ground), plan)
        parts = prepare(self.clip, settings, announce)
        engine = create_engine(self.engine, parts.robot, parts.engine_settings(ground))
        loop = parts.loop(self.policy, engine)
        try:
            loop.run(parts.first, 1)  # loads the compiled kernels into this process
            with steady_process():
                return loop.run(
                    parts.first, ticks, disturbances=Disturbances(self.seed, plan), observe=observe
                )
        finally:
            engine.close()

    def settings(self) -> ControlSettings:
        """Settings of the control loop.

        Raises:
            ConfigurationError: gamma is negative or no number.
        """
        settings = load_settings()
        return settings if self.gamma is None else settings.replaced(gamma=self.gamma)

    def ticks(self, settings: ControlSettings) -> int:
        """Number of control ticks.

        Raises:
            ConfigurationError: less than one tick, or no finite number.
        """
        if not isfinite(self.seconds) or round(self.seconds * settings.rate_hz) < 1:
            raise ConfigurationError(
                f"seconds {self.seconds:g}: expected a finite time of at least one tick ({settings.dt:.4f} s)"
            )
        return round(self.seconds * settings.rate_hz)

    def push_plan(self, settings: ControlSettings) -> PushPlan | None:
        """The pushes, if any.

        Raises:
            EngineError: not of the form BODY,NEWTONS,SECONDS,PERIOD.
        """
        return PushPlan.parse(self.push, settings.rate_hz)

    def options(self) -> dict[str, object]:
        """All options with their values, those taken from the configuration included."""
        return asdict(self) | {"gamma": self.settings().gamma}
