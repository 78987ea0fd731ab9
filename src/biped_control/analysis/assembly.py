"""Puts together what a walk needs, by the names that users give: robot, settings, weights, clips, gains."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from biped_control.analysis.rollout import ControlLoop
from biped_control.analysis.weight_set import WeightSet
from biped_control.contact.weights import AdaptationWeights, adaptation_weights
from biped_control.contact.weights import load_table as load_adaptation_table
from biped_control.motion.clip import Clip
from biped_control.motion.spacetime import Iteration
from biped_control.policies.factory import create_policy
from biped_control.policies.gain_table import GainTable
from biped_control.policies.library_gains import gain_tables, gains_in_memory
from biped_control.policies.look_ahead import LookAheadPolicy
from biped_control.policies.weights import LookAheadWeights, load_regulator_table, look_ahead_weights
from biped_control.policies.weights import load_table as load_look_ahead_table
from biped_control.robot.model import RobotModel
from biped_control.settings import ControlSettings
from biped_control.simulation.engines import create_engine
from biped_control.simulation.settings import EngineSettings
from biped_control.simulation.simulator import Simulator
from biped_control.simulation.terrain import FLAT, Terrain
from biped_control.steering.itinerary import Itinerary
from biped_control.steering.repertoire import load_clips, other_clips

Announce = Callable[[str, str], None]
"""Hears what is going on, in words, and how far it is, whenever one of them changes."""


@dataclass(frozen=True)
class WalkParts:
    """Everything that the control loop is made of, except the engine.

    Attributes:
        robot: the humanoid.
        settings: rate, gamma and the like.
        look_ahead, adaptation: Tables 2 and 3, spread over the robot.
        regulator: what the gains are made with: Table 2, or that for adjusted steps.
        clips: by name.
        tables: gains of every clip, by the same names.
        itinerary: their order.
        others: clips besides that an edit may go over to, by name.
    """

    robot: RobotModel
    settings: ControlSettings
    look_ahead: LookAheadWeights
    adaptation: AdaptationWeights
    regulator: LookAheadWeights
    clips: Mapping[str, Clip]
    tables: Mapping[str, GainTable]
    itinerary: Itinerary
    others: Mapping[str, Clip] = field(default_factory=dict)

    @property
    def first(self) -> str:
        """Name of the clip to start with."""
        return self.itinerary.first

    def policy(self, name: str) -> LookAheadPolicy:
        """The look-ahead policy called `name`.

        Raises:
            PolicyError: unknown name.
        """
        return create_policy(name, self.robot, self.clips, self.tables, self.regulator, self.settings)

    def loop(self, policy: str, engine: Simulator) -> ControlLoop:
        """The whole control loop in this process, on `engine`."""
        return ControlLoop(
            self.robot,
            self.clips,
            self.policy(policy),
            engine,
            self.settings,
            look_ahead=self.look_ahead,
            adaptation=self.adaptation,
            others=self.others,
        )

    def with_others(self) -> "WalkParts":
        """The same with all clips of the library that are built."""
        return replace(self, others=other_clips(self.clips, self.robot, self.settings.rate_hz))

    def reweighted(self, weights: WeightSet) -> "WalkParts":
        """The same with other weights, but for the cost; gamma stays that of the settings.

        Raises:
            PolicyError: a clip has no finite gains with these.
        """
        regulator = look_ahead_weights(self.robot, weights.regulator(self.settings.adjust_steps))
        return replace(
            self,
            adaptation=adaptation_weights(self.robot, weights.adaptation),
            regulator=regulator,
            tables=gains_in_memory(self.robot, self.clips, regulator, self.settings.horizon_cycles),
        )

    def engine(self, name: str, terrain: Terrain = FLAT, report_contacts: bool = False) -> Simulator:
        """An engine for this loop.

        Args:
            name: see `create_engine`.
            terrain: the ground.
            report_contacts: whether observations have the contacts, also where the loop does not feel them.

        Raises:
            EngineError: see `create_engine`.
        """
        return create_engine(name, self.robot, engine_settings(name, self.settings, terrain, report_contacts))


def assemble(
    clip: str, settings: ControlSettings, announce: Announce | None = None, steer: bool = False
) -> WalkParts:
    """Loads everything; clips or gains that are not there yet are built and kept.

    Args:
        clip: name in the library, or path of a clip file; one that is not cyclic brings its hubs along.
        settings: of the loop; its rate must be the clip's.
        announce: hears of what takes time.
        steer: load all clips of the library that are built; `clip` is the hub to begin in.

    Raises:
        ClipError: no such clip, or it is for another robot or rate.
        MotionError: the clip's recipe cannot be built.
        ConfigurationError: a configuration file is broken.
    """
    robot = RobotModel.load()
    look_ahead = look_ahead_weights(robot, load_look_ahead_table())
    adaptation = adaptation_weights(robot, load_adaptation_table())
    progress_of = partial(spacetime_progress, announce=announce) if announce else None
    programme = load_clips(clip, steer, robot, settings.rate_hz, progress_of)
    regulator = look_ahead_weights(robot, load_regulator_table(settings.adjust_steps))
    tables = gain_tables(robot, programme.clips, regulator, settings, announce)
    return WalkParts(
        robot, settings, look_ahead, adaptation, regulator, programme.clips, tables, programme.itinerary
    )


def spacetime_progress(name: str, announce: Announce) -> Callable[[Iteration], None]:
    """Announces the iterations of the spacetime optimization of a clip."""

    def tell(iteration: Iteration) -> None:
        residual = iteration.violations.dynamics
        announce(f"building clip '{name}'", f"iteration {iteration.number}, residual {residual:.1e} N")

    return tell


def engine_settings(
    engine: str, settings: ControlSettings, terrain: Terrain = FLAT, report_contacts: bool = False
) -> EngineSettings:
    """What the engine of that name needs to know of the control settings.

    Raises:
        EngineError: the physics rate is no whole multiple of the control rate.
    """
    return EngineSettings(
        settings.rate_hz,
        settings.physics_rate_of(engine),
        settings.friction,
        terrain,
        report_contacts or settings.feel_ground,
    )
