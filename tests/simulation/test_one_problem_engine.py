"""What engines share that solve one complementarity problem a tick: their ticks are long."""

import numpy as np
import pytest

from biped_control.errors import EngineError
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import sole_corners
from biped_control.robot.state import State
from biped_control.simulation.engines import create_engine
from biped_control.simulation.lcp import LcpSimulator
from biped_control.simulation.settings import EngineSettings
from biped_control.simulation.simulator import Push
from biped_control.simulation.terrain import FLAT
from biped_control.simulation.terrain_shapes import with_patch

ENGINES = ("lcp", "modal")
LEVEL = 0.1  # [m] of the sled that stands on the ground, see conftest


@pytest.mark.parametrize("rate_hz", [60.0, 120.0, 240.0])
def test_what_comes_down_fast_is_stopped_by_the_ground(sled: RobotModel, rate_hz: float) -> None:
    engine = LcpSimulator(sled, EngineSettings(rate_hz, 10.0 * rate_hz))
    q, v = np.zeros(ROOT_DOF), np.zeros(ROOT_DOF)
    v[2] = -11.0
    q[2] = LEVEL - 0.9 * v[2] / rate_hz  # farther than that in a tick
    engine.reset(State(q, v))
    state = engine.step(np.zeros(0)).state
    np.testing.assert_allclose(state.q[2], LEVEL, atol=1e-9)


@pytest.mark.parametrize("name", ENGINES)
def test_soles_that_come_down_fast_are_stopped_by_the_ground(
    name: str, robot: RobotModel, standing: State
) -> None:
    engine = create_engine(name, robot)
    q, v = standing.q.copy(), np.zeros(robot.nv)
    v[2] = -11.0
    q[2] += 0.08
    engine.reset(State(q, v))
    state = engine.step(np.zeros(robot.nu)).state
    heights = DynamicsTerms(robot).positions_at(state.q, sole_corners(robot))[:, 2]
    assert -1e-3 < heights.min() < heights.max() < 1e-3


@pytest.mark.parametrize("name", ENGINES)
def test_slippery_patches_are_refused(name: str, robot: RobotModel) -> None:
    patched = EngineSettings(terrain=with_patch(FLAT, 1.0, 2.0, 0.1))
    with pytest.raises(EngineError, match=f"'{name}'.*slippery patches: choose engine 'dart'"):
        create_engine(name, robot, patched)


@pytest.mark.parametrize("name", ENGINES)
def test_numbers_that_are_no_longer_finite_end_a_run(name: str, robot: RobotModel, standing: State) -> None:
    engine = create_engine(name, robot)
    engine.reset(State(standing.q + 3.0 * np.eye(robot.nv)[2], np.zeros(robot.nv)))
    refused = pytest.raises(EngineError, match=f"'{name}': the state is no longer finite")
    with np.errstate(all="ignore"), refused:
        engine.step(np.full(robot.nu, 1.7e308))


@pytest.mark.parametrize("name", ENGINES)
def test_pushes_end_with_a_reset(name: str, robot: RobotModel, standing: State) -> None:
    engine, ends = create_engine(name, robot), []
    for _ in range(2):
        engine.reset(standing)
        ends.append(engine.step(np.zeros(robot.nu)).state.v)
        engine.push(Push("torso", np.array([100.0, 0.0, 0.0]), 1000))
    np.testing.assert_array_equal(ends[0], ends[1])
    assert np.abs(engine.step(np.zeros(robot.nu)).state.v - ends[1]).max() > 0.01
