"""A rollout as a user asks for it: names and numbers, checked before anything slow begins."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field

from biped_control.analysis.assembly import Announce, WalkParts, engine_settings
from biped_control.analysis.preparation import prepare
from biped_control.analysis.rollout import RolloutResult, Tick
from biped_control.analysis.steady_process import steady_process
from biped_control.analysis.weight_set import WeightSet
from biped_control.controller_switches import ControllerSwitches
from biped_control.did_you_mean import did_you_mean
from biped_control.errors import ConfigurationError, MotionError, PolicyError
from biped_control.motion.editing.edit import TimedEdit, parse_edit
from biped_control.policies.factory import POLICIES
from biped_control.robot.model import RobotModel
from biped_control.settings import ControlSettings, configured_switches, load_settings
from biped_control.simulation.surroundings import Surroundings

_CONFIGURED = ("gamma", "measured_share")
"""Options that are as in `config/control.yaml` when None."""
LARGEST_SEED = 2**31 - 1
"""As in the ROS graph."""
_LONGEST_S = 1e6  # [s], eleven days


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
        scenario: name in `config/scenarios.yaml`, path of a YAML file, or empty. Instead of push and terrain.
        switches: of the controller; as in `config/control.yaml` when left out.
        weights: other than those that ship, with their gamma unless one is given; the content and no file, so
            that it reaches every worker.
        measured_share: how much of what differs from the expected state is believed; that of
            `config/control.yaml` when None.
        edits: of the reference, see `parse_edit`.
        physics_rate_hz: physics steps a second; as in `config/control.yaml` when None.
    """

    clip: str = "walk"
    policy: str = "nqr"
    engine: str = "dart"
    seconds: float = 10.0
    gamma: float | None = None
    push: str = ""
    terrain: str = "flat"
    seed: int = 0
    scenario: str = ""
    switches: ControllerSwitches = field(default_factory=configured_switches)
    weights: WeightSet | None = None
    measured_share: float | None = None
    edits: tuple[str, ...] = ()
    physics_rate_hz: float | None = None

    def prepare(self, announce: Announce) -> WalkParts:
        """Checks every option, then builds and compiles what is missing.

        Args:
            announce: hears of what takes time.

        Raises:
            BipedError: an option is wrong or something is missing; the message says what was expected.
        """
        settings = self.settings()
        self.ticks(settings)
        if self.policy not in POLICIES:
            meant = did_you_mean(self.policy, POLICIES)
            raise PolicyError(f"unknown policy '{self.policy}'{meant}; expected one of {', '.join(POLICIES)}")
        if not 0 <= self.seed <= LARGEST_SEED:
            raise ConfigurationError(f"seed {self.seed}: expected 0 to {LARGEST_SEED}")
        goes_over = any(timed.edit.clip for timed in self.timed_edits())
        self.surroundings.check(self.engine, RobotModel.load(), engine_settings(self.engine, settings))
        parts = prepare(self.clip, settings, announce)
        if goes_over:
            parts = parts.with_others()
        return parts if self.weights is None else parts.reweighted(self.weights)

    def walk(self, parts: WalkParts, observe: Callable[[Tick], None] | None = None) -> RolloutResult:
        """Walks.

        Args:
            parts: what `prepare` has returned.
            observe: called after every tick.
        """
        surroundings = self.surroundings
        settings = engine_settings(self.engine, parts.settings)
        engine = surroundings.engine(self.engine, parts.robot, settings)
        loop = parts.loop(self.policy, engine)
        disturbances = surroundings.disturbances(parts.settings.rate_hz)
        try:
            loop.run(parts.itinerary, 1)  # loads the compiled kernels into this process
            with steady_process():
                return loop.run(
                    parts.itinerary,
                    self.ticks(parts.settings),
                    disturbances=disturbances,
                    observe=observe,
                    edits=self.timed_edits(),
                )
        finally:
            engine.close()

    def timed_edits(self) -> list[TimedEdit]:
        """The edits, read.

        Raises:
            MotionError: one has not the expected form, or would come after the end.
        """
        timed = [parse_edit(text) for text in self.edits]
        for text, edit in zip(self.edits, timed, strict=True):
            if edit.at_s >= self.seconds:
                raise MotionError(f"edit '{text}': expected a time before the end, {self.seconds:g} s")
        return timed

    def settings(self) -> ControlSettings:
        """Settings of the control loop.

        Raises:
            ConfigurationError: gamma is negative or no number, or the engine has no such physics rate.
        """
        chosen = {name: getattr(self, name) for name in _CONFIGURED}
        if self.gamma is None and self.weights is not None:
            chosen["gamma"] = self.weights.gamma
        given = {key: value for key, value in chosen.items() if value is not None}
        settings = load_settings().replaced(**given, **self.switches.model_dump())
        if self.physics_rate_hz is None:
            return settings
        return settings.with_physics_rate(self.engine, self.physics_rate_hz)

    def ticks(self, settings: ControlSettings) -> int:
        """Number of control ticks.

        Raises:
            ConfigurationError: less than one tick, no number, or more than anybody waits for.
        """
        ticks = self.seconds * settings.rate_hz
        if not 0.0 < self.seconds <= _LONGEST_S or round(ticks) < 1:
            raise ConfigurationError(
                f"seconds {self.seconds:g}: expected at least one tick ({settings.dt:.4f} s) and at most "
                f"{_LONGEST_S:g}"
            )
        return round(ticks)

    @property
    def surroundings(self) -> Surroundings:
        """What it happens in.

        Raises:
            EngineError: no terrain of that name.
            ConfigurationError: a scenario, and terrain or push beside it.
        """
        return Surroundings(self.terrain, self.push, self.scenario, self.seed)

    def options(self) -> dict[str, object]:
        """All options with their values, those taken from the configuration included."""
        settings, options = self.settings(), asdict(self)
        del options["switches"]
        configured = {name: getattr(settings, name) for name in _CONFIGURED}
        configured["physics_rate_hz"] = settings.physics_rate_of(self.engine)
        changes = {} if self.weights is None else self.weights.changes()
        return options | configured | self.switches.model_dump() | {"weights": changes}
