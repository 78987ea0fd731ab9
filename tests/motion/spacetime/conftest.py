"""A spacetime problem at a motion that is not a solution, so that no term vanishes by accident."""

from dataclasses import replace

import numpy as np
import pytest

from biped_control.motion.gait_norms import load_gait_norms
from biped_control.motion.gait_synthesis import synthesize_walk
from biped_control.motion.kinematic_cycle import KinematicCycle
from biped_control.motion.recipes import load_recipes
from biped_control.motion.spacetime.problem import SpacetimeProblem
from biped_control.motion.spacetime.settings import load_spacetime_settings
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray


@pytest.fixture(scope="session")
def cycle(robot: RobotModel) -> KinematicCycle:
    """The default walk before optimization."""
    return synthesize_walk(robot, load_recipes()["walk"], load_gait_norms(), 120.0)


@pytest.fixture(scope="session", params=["mirrored half cycle", "full cycle"])
def problem(request: pytest.FixtureRequest, robot: RobotModel, cycle: KinematicCycle) -> SpacetimeProblem:
    """The walk as a symmetric and as a general periodic problem."""
    symmetric = request.param == "mirrored half cycle"
    return SpacetimeProblem.of_cycle(robot, replace(cycle, symmetric=symmetric), load_spacetime_settings())


@pytest.fixture
def unknowns(problem: SpacetimeProblem) -> FloatArray:
    """(N, nv + 12) the initial motion, disturbed."""
    random = np.random.default_rng(1)
    frames = problem.initial()
    frames[:, : problem.robot.nv] += 1e-3 * random.standard_normal((problem.frames, problem.robot.nv))
    frames[:, problem.robot.nv :] += 0.5 * random.standard_normal((problem.frames, 12))
    frames[:, problem.robot.nv :] *= problem.force_active
    return frames
