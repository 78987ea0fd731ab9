"""From the clips of the library to its value function: samples, fits, solves, keeps."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from biped_control.analysis.steering.transition_sampling import (
    Progress,
    sample_transitions,
    worker_count,
)
from biped_control.errors import PolicyError
from biped_control.robot.model import RobotModel
from biped_control.settings import ControlSettings
from biped_control.steering.heel_strike import half_cycles
from biped_control.steering.library_graph import LibraryGraph
from biped_control.steering.motion_graph import MotionGraph
from biped_control.steering.planner_choice import value_function_path
from biped_control.steering.steering_settings import SteeringSettings, ValueFunctionSettings
from biped_control.steering.transition import Transition
from biped_control.steering.transition_model import TransitionModel, fit_model, least_survival
from biped_control.steering.value_file import BuildRecord, save_value_function
from biped_control.steering.value_function import ValueFunction, solve_value_function


@dataclass(frozen=True)
class SteeringBuild:
    """What was built.

    Attributes:
        function: the value function.
        model: of all clips, also of those that are left out of the graph.
        left_out: clips that the robot survives too rarely, or that lead nowhere without them.
        samples: transitions that it is made from.
        fresh: of these, sampled now.
        refused: old transitions that were not used, by reason.
        short: clips and engines with fewer samples than wanted, in words.
        path: the file.
        seconds: how long everything took.
    """

    function: ValueFunction
    model: TransitionModel
    left_out: Sequence[str]
    samples: int
    fresh: int
    refused: Mapping[str, int]
    short: Sequence[str]
    path: Path
    seconds: float


def build_steering(
    library: LibraryGraph,
    settings: ControlSettings,
    steering: SteeringSettings,
    samples: int,
    jobs: int | None,
    progress: Progress,
    path: Path | None = None,
) -> SteeringBuild:
    """Samples what is missing, solves and keeps the value function.

    Args:
        library: the motion graph.
        settings: of the control loop.
        steering: of everything here.
        samples: wanted of each clip in each engine.
        jobs: number of processes; as many as there are cores when None.
        progress: hears how far the sampling is.
        path: where to keep it; in the library's folder when None.

    Raises:
        ConfigurationError: see `sample_transitions`.
        PolicyError: see `sample_transitions`; or the root of the graph is not survived.
    """
    started = perf_counter()
    sampled = sample_transitions(library, settings, steering, samples, jobs, progress)
    rules, halves = steering.value_function, half_cycles(library.graph.clips, RobotModel.load(), steering)
    model = fit_model(library.graph, sampled.transitions, rules, halves)
    graph = survived_graph(library.graph, model, rules)
    function = value_function_of(graph, sampled.transitions, rules, halves)
    path = path or value_function_path()
    seconds, processes = perf_counter() - started, worker_count(jobs)
    built = BuildRecord(seconds, len(sampled.transitions), sampled.fresh, processes)
    save_value_function(function, library.digests, path, built)
    return SteeringBuild(
        function=function,
        model=model,
        left_out=sorted(set(library.graph.clips) - set(graph.clips)),
        samples=len(sampled.transitions),
        fresh=sampled.fresh,
        refused=sampled.refused,
        short=sampled.short,
        path=path,
        seconds=seconds,
    )


def survived_graph(graph: MotionGraph, model: TransitionModel, rules: ValueFunctionSettings) -> MotionGraph:
    """The graph of the connections that simulation has survived.

    Raises:
        PolicyError: the root is not among them.
    """
    deadly = [name for name, clip in model.clips.items() if least_survival(clip) < rules.least_survival]
    if graph.root in deadly:
        share = least_survival(model.clips[graph.root])
        raise PolicyError(
            f"'{graph.root}' was survived in only {share:.0%} of its samples, expected at least "
            f"{rules.least_survival:.0%}; it cannot be steered (`biped library track {graph.root}` says more)"
        )
    return graph.without(deadly)


def value_function_of(
    graph: MotionGraph,
    transitions: Sequence[Transition],
    rules: ValueFunctionSettings,
    halves: Collection[str] = (),
) -> ValueFunction:
    """The value function of a graph."""
    return solve_value_function(fit_model(graph, transitions, rules, halves), rules)
