"""What `biped walk`, `biped hil` and `biped soak` do before the first node starts."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from biped_control.commands.progress import announcements
from biped_control.commands.task_display import TaskDisplay

if TYPE_CHECKING:
    from biped_control.analysis.assembly import Announce
    from biped_control.nodes.graph import Value


def prepare_graph_walk(values: "Mapping[str, Value]") -> None:
    """Checks the arguments of a graph, and builds what it needs and is not there yet; tells what takes time.

    Raises:
        BipedError: an argument is wrong, or something that cannot be left out cannot be built.
    """
    if values["steer"]:
        _build_library(values)
    with announcements() as announce:
        _prepare(values, announce)


def _build_library(values: "Mapping[str, Value]") -> None:
    """What steering can use and is not there yet; what fails to be built is left out of the walk."""
    from biped_control.analysis.library.build import BuildRequest, build_library
    from biped_control.robot.model import RobotModel
    from biped_control.settings import load_settings
    from biped_control.steering.repertoire import unbuilt_clips

    settings = load_settings().at_rate(float(values["rate"]))
    names = unbuilt_clips(str(values["clip"]), RobotModel.load(), settings.rate_hz)
    if names:
        with TaskDisplay("building the library", "ready") as display:
            build_library(BuildRequest(names), settings, display)


def _prepare(values: "Mapping[str, Value]", announce: "Announce") -> None:
    """Whatever is wrong with the arguments, or slow the first time, comes before the first node."""
    from biped_control.analysis.assembly import engine_settings
    from biped_control.analysis.preparation import prepare
    from biped_control.nodes.graph import load_graph
    from biped_control.robot.model import RobotModel
    from biped_control.simulation.surroundings import Surroundings

    settings = load_graph().settings(values)
    terrain, push, scenario = (str(values[name]) for name in ("terrain", "push", "scenario"))
    surroundings = Surroundings(terrain, push, scenario, int(values["seed"]))
    engine, physics_rate = str(values["engine"]), float(values["physics_rate"])
    if physics_rate:
        settings = settings.with_physics_rate(engine, physics_rate)
    surroundings.check(engine, RobotModel.load(), engine_settings(engine, settings))
    prepare(str(values["clip"]), settings, announce, bool(values["steer"]))
