"""A spacetime problem at a motion that is not a solution, so that no term vanishes by accident."""

from dataclasses import replace

import numpy as np
import pytest

from biped_control.motion.clip import Clip
from biped_control.motion.gaits.gait_norms import load_gait_norms
from biped_control.motion.gaits.gait_synthesis import synthesize_walk
from biped_control.motion.kinematic_cycle import FEET, KinematicCycle
from biped_control.motion.kinematic_motion import KinematicMotion
from biped_control.motion.library.recipes import load_recipes
from biped_control.motion.spacetime.hub_ends import between_hubs
from biped_control.motion.spacetime.optimize import optimize_cycle
from biped_control.motion.spacetime.problem import SpacetimeProblem
from biped_control.motion.spacetime.settings import load_spacetime_settings
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray


@pytest.fixture(scope="session")
def cycle(robot: RobotModel) -> KinematicCycle:
    """The default walk before optimization."""
    return synthesize_walk(robot, load_recipes()["walk"], load_gait_norms(), 120.0)


@pytest.fixture(scope="session")
def walk(robot: RobotModel, cycle: KinematicCycle) -> Clip:
    """The default walk as a clip."""
    return optimize_cycle(robot, cycle, "walk")


@pytest.fixture(scope="session")
def one_more_cycle(cycle: KinematicCycle) -> KinematicMotion:
    """A cycle of the walk as a motion that begins and ends in it."""
    frames = range(cycle.frames + 2)
    footholds = [
        [cycle.foothold(foot).at(frame, cycle.frames, cycle.advance) for foot in FEET] for frame in frames
    ]
    return KinematicMotion(
        rate_hz=cycle.rate_hz,
        positions=np.array([cycle.at(frame) for frame in frames]),
        contacts=np.array([cycle.contacts[frame % cycle.frames] for frame in frames]),
        footholds=np.array(footholds),
        headings=np.zeros(len(frames)),
        source="a walk between walks",
    )


@pytest.fixture(scope="session")
def between(robot: RobotModel, one_more_cycle: KinematicMotion, walk: Clip) -> SpacetimeProblem:
    """The same as a problem whose ends are frames of the walk."""
    padded, ends = between_hubs(one_more_cycle, walk, walk, walk.advance)
    return SpacetimeProblem(robot, padded, load_spacetime_settings(), ends)


@pytest.fixture(scope="session", params=["mirrored half cycle", "full cycle"])
def periodic(request: pytest.FixtureRequest, robot: RobotModel, cycle: KinematicCycle) -> SpacetimeProblem:
    """The walk as a symmetric and as a general periodic problem."""
    symmetric = request.param == "mirrored half cycle"
    return SpacetimeProblem.of_cycle(robot, replace(cycle, symmetric=symmetric), load_spacetime_settings())


@pytest.fixture(params=["mirrored half cycle", "full cycle", "turning cycle", "between hubs"])
def problem(
    request: pytest.FixtureRequest, robot: RobotModel, cycle: KinematicCycle, between: SpacetimeProblem
) -> SpacetimeProblem:
    """A problem of every kind."""
    if request.param == "between hubs":
        return between
    cycle = replace(cycle, symmetric=request.param == "mirrored half cycle")
    if request.param == "turning cycle":
        cycle = replace(cycle, advance=Placement(cycle.advance.x, 0.1, 0.2))
    return SpacetimeProblem.of_cycle(robot, cycle, load_spacetime_settings())


@pytest.fixture
def unknowns(problem: SpacetimeProblem) -> FloatArray:
    """(F, nv + 12) the initial motion, disturbed."""
    return disturbed(problem)


@pytest.fixture
def periodic_unknowns(periodic: SpacetimeProblem) -> FloatArray:
    """(F, nv + 12) the initial motion, disturbed."""
    return disturbed(periodic)


def disturbed(problem: SpacetimeProblem) -> FloatArray:
    """(F, nv + 12) the initial motion with every unknown changed."""
    random = np.random.default_rng(1)
    frames, nv = problem.initial(), problem.robot.nv
    change = random.standard_normal(frames.shape)
    change[:, :nv] *= 1e-3
    change[:, nv:] *= 0.5
    return frames + change * problem.free
