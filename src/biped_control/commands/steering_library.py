"""The motion graph that the `biped steering` commands work with."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from biped_control.analysis.assembly import Announce
    from biped_control.settings import ControlSettings
    from biped_control.steering.library_graph import LibraryGraph


def use_recipes(recipes: Path | None) -> None:
    """The user's recipes, if any, are found from here on, in processes that are started, too."""
    if recipes is not None:
        os.environ["BIPED_RECIPES"] = str(recipes)


def steering_library(recipes: Path | None, settings: "ControlSettings") -> "LibraryGraph":
    """The graph of everything that is built; see `use_recipes`.

    Raises:
        ClipError: there is nothing to steer with.
    """
    from biped_control.motion.library.clip_library import ClipLibrary
    from biped_control.robot.model import RobotModel
    from biped_control.steering.library_graph import library_graph

    use_recipes(recipes)
    return library_graph(ClipLibrary(RobotModel.load(), settings.rate_hz))


def prepared_library(
    recipes: Path | None, settings: "ControlSettings", announce: "Announce"
) -> "LibraryGraph":
    """As `steering_library`, with gains and kernels: processes that are started find them and begin at once.

    Raises:
        ClipError: there is nothing to steer with.
        PolicyError: a clip has no finite gains.
    """
    from biped_control.analysis.steering.graph_assembly import prepare_graph

    use_recipes(recipes)
    return prepare_graph(settings, announce).library
