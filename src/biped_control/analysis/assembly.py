"""Puts together what a walk needs: robot, settings, weights, clips and their gains, by the names that users give."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from biped_control.analysis.rollout import ControlLoop
from biped_control.contact.weights import AdaptationWeights, adaptation_weights
from biped_control.contact.weights import load_table as load_adaptation_table
from biped_control.errors import ClipError, PolicyError
from biped_control.motion.clip import Clip
from biped_control.motion.clip_file import load_clip
from biped_control.motion.library import ClipLibrary, library_folder
from biped_control.motion.spacetime import Iteration
from biped_control.policies.factory import create_policy
from biped_control.policies.gain_table import GainTable, load_or_build
from biped_control.policies.look_ahead import LookAheadPolicy
from biped_control.policies.weights import LookAheadWeights, look_ahead_weights
from biped_control.policies.weights import load_table as load_look_ahead_table
from biped_control.robot.model import RobotModel
from biped_control.settings import ControlSettings
from biped_control.simulation.settings import EngineSettings
from biped_control.simulation.simulator import Simulator
from biped_control.simulation.terrain import FLAT, Terrain

Announce = Callable[[str], None]
"""Takes one line for people about what is going on, whenever that changes."""


@dataclass(frozen=True)
class WalkParts:
    """Everything that the control loop is made of, except the engine.

    Attributes:
        robot: the humanoid.
        settings: rate, gamma and the like.
        look_ahead, adaptation: Tables 2 and 3.
        clips: by name.
        tables: gains of every clip, by the same names.
        first: name of the clip to start with.
    """

    robot: RobotModel
    settings: ControlSettings
    look_ahead: LookAheadWeights
    adaptation: AdaptationWeights
    clips: Mapping[str, Clip]
    tables: Mapping[str, GainTable]
    first: str

    def policy(self, name: str) -> LookAheadPolicy:
        """The look-ahead policy called `name`.

        Raises:
            PolicyError: unknown name.
        """
        return create_policy(name, self.robot, self.tables, self.look_ahead, self.settings.dt)

    def loop(self, policy: str, engine: Simulator) -> ControlLoop:
        """The whole control loop in this process, on `engine`."""
        weights = (self.look_ahead, self.adaptation)
        return ControlLoop(self.robot, self.clips, self.policy(policy), weights, self.settings, engine)

    def engine_settings(self, terrain: Terrain = FLAT, report_contacts: bool = False) -> EngineSettings:
        """Settings of an engine for this loop."""
        settings = self.settings
        return EngineSettings(
            settings.rate_hz, settings.physics_rate_hz, settings.friction, terrain, report_contacts
        )


def assemble(clip: str, settings: ControlSettings, announce: Announce | None = None) -> WalkParts:
    """Loads everything; a clip or gains that are not there yet are built and kept.

    Args:
        clip: name in the library, or path of a clip file.
        settings: of the loop; its rate must be the clip's.
        announce: hears of what takes time.

    Raises:
        ClipError: no such clip, or it is for another robot or rate.
        MotionError: the clip's recipe cannot be built.
        ConfigurationError: a configuration file is broken.
    """
    robot = RobotModel.load()
    look_ahead = look_ahead_weights(robot, load_look_ahead_table())
    adaptation = adaptation_weights(robot, load_adaptation_table())
    loaded = named_clip(clip, robot, settings.rate_hz, announce)
    table = gain_table(robot, loaded, look_ahead, settings)
    return WalkParts(
        robot, settings, look_ahead, adaptation, {loaded.name: loaded}, {loaded.name: table}, loaded.name
    )


def named_clip(name: str, robot: RobotModel, rate_hz: float, announce: Announce | None = None) -> Clip:
    """The clip called `name` in the library, or the clip in the file of that name.

    Raises:
        ClipError: there is none, or it is for another robot or rate.
        MotionError: its recipe cannot be built.
    """
    if not _is_path(name):
        library = ClipLibrary(robot, rate_hz)
        return library.load(name, spacetime_progress(name, announce) if announce else None)
    clip = load_clip(Path(name), robot)
    if clip.rate_hz != rate_hz:
        raise ClipError(
            f"{name}: the clip runs at {clip.rate_hz:g} Hz, the control loop at {rate_hz:g} Hz; "
            "import it again at that rate"
        )
    return clip


def gain_table(
    robot: RobotModel, clip: Clip, weights: LookAheadWeights, settings: ControlSettings
) -> GainTable:
    """Gains of a clip, kept in the library's folder between runs.

    Raises:
        PolicyError: the clip has no finite gains, or the folder cannot be written to.
    """
    folder = library_folder()
    try:
        return load_or_build(robot, clip, weights, settings.horizon_cycles, folder)
    except OSError as error:
        raise PolicyError(
            f"{folder}: cannot be written ({error}); set BIPED_LIBRARY to a folder that can"
        ) from error


def spacetime_progress(name: str, announce: Announce) -> Callable[[Iteration], None]:
    """Turns iterations of the spacetime optimization into lines for people."""

    def tell(iteration: Iteration) -> None:
        residual = iteration.violations.dynamics
        announce(f"building clip '{name}': iteration {iteration.number}, dynamics residual {residual:.1e} N")

    return tell


def _is_path(name: str) -> bool:
    return "/" in name or name.endswith(".npz")
