"""Endurance runs (Muico 2009, section 5.4): clips again and again, until time is over or the robot falls."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from biped_control.analysis.assembly import Announce, WalkParts, spacetime_progress
from biped_control.analysis.rollout import Tick
from biped_control.analysis.rollout_request import RolloutRequest
from biped_control.contact.weights import adaptation_weights
from biped_control.contact.weights import load_table as load_adaptation_table
from biped_control.controller_switches import ControllerSwitches
from biped_control.policies.library_gains import gains_in_memory
from biped_control.policies.weights import load_regulator_table, look_ahead_weights
from biped_control.policies.weights import load_table as load_look_ahead_table
from biped_control.robot.model import RobotModel
from biped_control.settings import ControlSettings
from biped_control.steering.itinerary import Itinerary
from biped_control.steering.programme import load_programme


@dataclass(frozen=True)
class EnduranceTask:
    """One run.

    Attributes:
        clips: what is played in turn; one that is not cyclic comes after a cycle of its hub.
        seconds: simulated time [s].
        gamma, policy, engine, scenario, seed: see `RolloutRequest`. In a scenario, and only there, all
            switches of the controller are on.
        rate_hz, horizon_cycles: see `ControlSettings`; those of `config/control.yaml` when None.
    """

    clips: tuple[str, ...]
    seconds: float
    gamma: float
    policy: str = "nqr"
    engine: str = "lcp"
    scenario: str = ""
    seed: int = 0
    rate_hz: float | None = None
    horizon_cycles: int | None = None

    @property
    def request(self) -> RolloutRequest:
        """The same for whoever runs it."""
        return RolloutRequest(
            clip=self.clips[0],
            policy=self.policy,
            engine=self.engine,
            seconds=self.seconds,
            gamma=self.gamma,
            scenario=self.scenario,
            seed=self.seed,
            switches=ControllerSwitches.all_on() if self.scenario else ControllerSwitches(),
        )

    def settings(self) -> ControlSettings:
        """Settings of the control loop.

        Raises:
            ConfigurationError: a value is out of range.
        """
        settings = self.request.settings()
        if self.rate_hz is not None:
            settings = settings.at_rate(self.rate_hz)
        if self.horizon_cycles is not None:
            settings = settings.replaced(horizon_cycles=self.horizon_cycles)
        return settings


@dataclass(frozen=True)
class Endured:
    """What became of a run.

    Attributes:
        task: the run.
        fell: before its time was over.
        seconds: survived [s].
        cost: mean of eq. 18 until then.
    """

    task: EnduranceTask
    fell: bool
    seconds: float
    cost: float


class EnduranceRuns:
    """Does endurance runs; what they are made of is put together once."""

    def __init__(self, announce: Announce | None = None) -> None:
        """
        Args:
            announce: hears of clips that are built.
        """
        self._announce = announce
        self._parts: dict[tuple[object, ...], WalkParts] = {}

    def parts(self, task: EnduranceTask) -> WalkParts:
        """Clips, gains and settings of a run; clips that are not there yet are built.

        Raises:
            BipedError: see `analysis.assembly.assemble`.
        """
        settings = task.settings()
        made_of = (task.clips, settings.rate_hz, settings.horizon_cycles, settings.adjust_steps)
        if made_of not in self._parts:
            self._parts[made_of] = _assemble(task.clips, settings, self._announce)
        return replace(self._parts[made_of], settings=settings)

    def run(self, task: EnduranceTask, observe: Callable[[Tick], None] | None = None) -> Endured:
        """Runs it.

        Args:
            task: the run.
            observe: called after every tick.
        """
        record = task.request.walk(self.parts(task), observe).record
        return Endured(task, record.fell, record.seconds, record.mean_cost)


def _assemble(clips: Sequence[str], settings: ControlSettings, announce: Announce | None) -> WalkParts:
    robot = RobotModel.load()
    look_ahead = look_ahead_weights(robot, load_look_ahead_table())
    adaptation = adaptation_weights(robot, load_adaptation_table())
    progress_of = partial(spacetime_progress, announce=announce) if announce else None
    programmes = [load_programme(name, robot, settings.rate_hz, progress_of) for name in clips]
    played = {name: clip for programme in programmes for name, clip in programme.clips.items()}
    regulator = look_ahead_weights(robot, load_regulator_table(settings.adjust_steps))
    tables = gains_in_memory(robot, played, regulator, settings.horizon_cycles)
    itinerary = Itinerary(tuple(leg for programme in programmes for leg in programme.itinerary.legs))
    return WalkParts(robot, settings, look_ahead, adaptation, regulator, played, tables, itinerary)
