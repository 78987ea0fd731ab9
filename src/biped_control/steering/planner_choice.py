"""Finds the planner for a library: the value function if there is one for it, else the greedy one."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from biped_control.did_you_mean import did_you_mean
from biped_control.errors import ConfigurationError, PolicyError, ResourceError
from biped_control.motion.library.clip_folder import library_folder
from biped_control.resources import share_path
from biped_control.steering.greedy import GreedyPlanner
from biped_control.steering.library_graph import LibraryGraph
from biped_control.steering.planner import Planner
from biped_control.steering.value_file import load_value_function, require_same_clips
from biped_control.steering.value_function_planner import ValueFunctionPlanner

PLANNERS = ("value_function", "greedy")

_SHIPPED = "config/value_function.npz"


@dataclass(frozen=True)
class Chosen:
    """A planner and what there is to say about it.

    Attributes:
        planner: the planner.
        notes: why it is this one, and which clips it will not play, a line each.
        file: of the value function; None for the greedy planner.
    """

    planner: Planner
    notes: tuple[str, ...]
    file: Path | None = None


def value_function_path() -> Path:
    """Where `biped steering build` keeps the value function of the library in use."""
    return library_folder() / "steering" / "value_function.npz"


def planner_for(library: LibraryGraph, name: str = "value_function") -> Chosen:
    """The planner of that name.

    A value function in the library's folder that is damaged or for other clips is replaced by the one that
    ships; where that does not fit either, by the greedy planner. The notes say so.

    Raises:
        ConfigurationError: no planner of that name.
    """
    if name not in PLANNERS:
        meant = did_you_mean(name, PLANNERS)
        raise ConfigurationError(f"unknown planner '{name}'{meant}; expected one of {', '.join(PLANNERS)}")
    if name == "greedy":
        return Chosen(GreedyPlanner(library.graph), ())
    complaints = list[str]()
    for path in _places():
        try:
            function, digests = load_value_function(path)
            require_same_clips(digests, library.digests, path)
        except PolicyError as error:
            complaints.append(str(error))
            continue
        unknown = sorted(set(library.graph.clips) - set(digests))
        graph = library.graph.without(unknown)
        notes = [f"the value function does not know, and steering will not play: {', '.join(unknown)}"]
        instead = [f"the value function that ships steers instead: {path}"] if complaints else []
        notes = complaints + instead + (notes if unknown else [])
        return Chosen(ValueFunctionPlanner(function, graph), tuple(notes), path)
    return Chosen(GreedyPlanner(library.graph), (*complaints, "steering goes by the nearest heading instead"))


def _places() -> Sequence[Path]:
    own = [value_function_path()]
    try:
        shipped = [share_path(_SHIPPED)]
    except ResourceError:
        shipped = []
    return [path for path in own if path.is_file()] + shipped or own
