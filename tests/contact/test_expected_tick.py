"""One expected tick against the laws of free flight and against pinocchio's kinetic energy."""

import numpy as np
import pinocchio as pin
import pytest

from biped_control.contact.expected_tick import ExpectedTicks
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State
from biped_control.settings import load_settings

SETTINGS = load_settings()


def flying(robot: RobotModel) -> tuple[State, FloatArray]:
    random = np.random.default_rng(3)
    q, v = random.normal(scale=0.1, size=robot.nv), random.normal(scale=0.5, size=robot.nv)
    q[2] = 3.0
    q[6:] += 0.5 * (robot.lower_limits + robot.upper_limits)
    return State(q, v), random.normal(scale=20.0, size=robot.nu)


def test_only_gravity_changes_the_momentum_of_a_flying_robot(robot: RobotModel) -> None:
    state, torques = flying(robot)
    after = ExpectedTicks(robot, SETTINGS).beginning(state).after(torques)
    model, data = robot.pinocchio, robot.pinocchio.createData()
    acceleration = (after.v - state.v) / SETTINGS.dt
    rate = pin.computeCentroidalMomentumTimeVariation(model, data, state.q, state.v, acceleration)
    weight = pin.computeTotalMass(model) * model.gravity.linear
    # The carriages between world and base, 0.1 g each, run on rails.
    np.testing.assert_allclose(rate.linear, weight, atol=0.01)
    np.testing.assert_allclose(rate.angular, 0.0, atol=0.01)
    np.testing.assert_array_equal(after.q, state.q + SETTINGS.dt * after.v)
    assert np.abs(acceleration[6:]).max() > 1.0  # the torques did something


def test_torques_that_acted_explain_the_velocity_and_others_do_not(robot: RobotModel) -> None:
    state, torques = flying(robot)
    ticks = ExpectedTicks(robot, SETTINGS)
    tick = ticks.beginning(state)
    ticks.beginning(State(state.q + 0.1, -state.v))  # another leaves the first as it is
    candidates = np.array([torques, 0.5 * torques, np.zeros(robot.nu)])
    arrived = [tick.after(candidate).v for candidate in candidates]
    misfits = tick.misfits(candidates, arrived[0])
    model, data = robot.pinocchio, robot.pinocchio.createData()
    energies = [pin.computeKineticEnergy(model, data, state.q, arrived[0] - velocity) for velocity in arrived]
    np.testing.assert_allclose(misfits, energies, rtol=1e-9, atol=1e-15)
    assert misfits[0] < 1e-15 < misfits[1] < misfits[2]


@pytest.mark.parametrize("lost", [np.nan, np.inf, 1e10, 1e20, 1e80])
def test_states_without_a_mass_matrix_explain_nothing(robot: RobotModel, lost: float) -> None:
    state, torques = flying(robot)
    q = state.q.copy()
    q[:3] = lost
    with np.errstate(all="ignore"):
        misfits = ExpectedTicks(robot, SETTINGS).beginning(State(q, state.v)).misfits(torques[None], state.v)
    assert np.isnan(misfits).all()
