"""Puts together what steering needs: the whole motion graph of the library with its gains."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from biped_control.analysis.assembly import Announce, WalkParts
from biped_control.analysis.preparation import compile_kernels, kernels_ready
from biped_control.contact.weights import adaptation_weights
from biped_control.contact.weights import load_table as load_adaptation_table
from biped_control.motion.library.clip_library import ClipLibrary
from biped_control.policies.library_gains import gain_tables
from biped_control.policies.weights import load_regulator_table, look_ahead_weights
from biped_control.policies.weights import load_table as load_look_ahead_table
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.settings import ControlSettings
from biped_control.steering.heel_strike import half_cycles
from biped_control.steering.itinerary import repeating
from biped_control.steering.library_graph import LibraryGraph, library_graph


@dataclass(frozen=True)
class SteeringParts:
    """Everything that steered walking is made of, except engine and planner.

    Attributes:
        library: the motion graph and where it came from.
        walk: robot, weights, clips and gains; its itinerary is the root, again and again.
    """

    library: LibraryGraph
    walk: WalkParts

    @property
    def digests(self) -> Mapping[str, str]:
        """Of everything that each clip of the graph was made from, by name."""
        return self.library.digests

    @cached_property
    def halves(self) -> Mapping[str, Placement]:
        """Hubs that may be left at half their cycle."""
        return half_cycles(self.walk.clips, self.walk.robot)


def prepare_graph(settings: ControlSettings, announce: Announce) -> SteeringParts:
    """As `assemble_graph`, and the kernels of the control loop are compiled unless they are there.

    Raises:
        BipedError: see `assemble_graph`.
    """
    parts = assemble_graph(settings, announce)
    if not kernels_ready():
        announce("compiling the kernels (only once, about half a minute)", "")
        compile_kernels(parts.walk)
    return parts


def assemble_graph(settings: ControlSettings, announce: Announce | None = None) -> SteeringParts:
    """Loads all clips that are built and serve steering; gains that are not there yet are built and kept.

    Args:
        settings: of the control loop.
        announce: hears of what takes time.

    Raises:
        ClipError: the root of the graph is missing or broken.
        MotionError: it cannot be built.
        PolicyError: a clip has no finite gains.
        ConfigurationError: a configuration file is broken.
    """
    robot = RobotModel.load()
    look_ahead = look_ahead_weights(robot, load_look_ahead_table())
    adaptation = adaptation_weights(robot, load_adaptation_table())
    library = library_graph(ClipLibrary(robot, settings.rate_hz))
    clips = library.graph.clips
    regulator = look_ahead_weights(robot, load_regulator_table(settings.adjust_steps))
    tables = gain_tables(robot, clips, regulator, settings, announce)
    itinerary = repeating(library.graph.root)
    return SteeringParts(
        library, WalkParts(robot, settings, look_ahead, adaptation, regulator, clips, tables, itinerary)
    )
