"""The synthesized run, before optimization and after."""

import numpy as np
import pinocchio as pin
import pytest
from pydantic import ValidationError

from biped_control.motion.clip import Clip
from biped_control.motion.gaits.gait_norms import (
    compare_with_norms,
    load_running_norms,
    norms_for,
    sagittal_leg,
)
from biped_control.motion.gaits.run_synthesis import SynthesizedRun, make_synthesized_run, synthesize_run
from biped_control.motion.ingredients import Ingredients
from biped_control.motion.kinematic_cycle import FEET, KinematicCycle
from biped_control.motion.library.recipes import load_recipes
from biped_control.robot.mirror import mirror_forces, mirror_matrix
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.state import FloatArray


@pytest.fixture(scope="module")
def recipe() -> SynthesizedRun:
    found = load_recipes()["run"]
    assert isinstance(found, SynthesizedRun)
    return found


@pytest.fixture(scope="module")
def cycle(robot: RobotModel, recipe: SynthesizedRun) -> KinematicCycle:
    return synthesize_run(robot, recipe, load_running_norms(), 120.0)


@pytest.fixture(scope="module")
def run(robot: RobotModel, recipe: SynthesizedRun) -> Clip:
    return make_synthesized_run(Ingredients(robot, 120.0, {}), "run", recipe)


def test_leg_angles_are_the_norms_(robot: RobotModel, cycle: KinematicCycle) -> None:
    norms, phase = load_running_norms(), np.arange(cycle.frames) / cycle.frames
    for foot, strike in zip(FEET, (0.0, 0.5), strict=True):
        for joint, found in sagittal_leg(robot, foot).items():
            flexion = found.sign * cycle.positions[:, found.column]
            np.testing.assert_allclose(flexion, norms.flexion(joint, phase - strike), atol=1e-12)


def test_the_pelvis_is_lowest_in_mid_stance_and_bounces_as_a_body_in_flight_would(
    cycle: KinematicCycle, recipe: SynthesizedRun
) -> None:
    height = cycle.positions[:, 2]
    assert np.argmin(height[: cycle.frames // 2]) == pytest.approx(0.5 * recipe.toe_off * cycle.frames, abs=1)
    downward = -np.diff(height, n=2) * cycle.rate_hz**2
    assert downward.max() == pytest.approx(1.2 * GRAVITY, rel=0.01)


def test_no_foot_touches_between_toe_off_and_the_other_heel_strike(
    cycle: KinematicCycle, recipe: SynthesizedRun
) -> None:
    in_the_air = ~cycle.contacts.any(axis=1)
    assert in_the_air.mean() == pytest.approx(1.0 - 2.0 * recipe.toe_off, abs=2.0 / cycle.frames)
    assert not (cycle.contacts[:, :2].any(axis=1) & cycle.contacts[:, 2:].any(axis=1)).any()


def test_momentum_changes_by_what_gravity_and_the_ground_give(robot: RobotModel, run: Clip) -> None:
    """m (v_end - v_start) = sum of (forces + weight) dt over a cycle, and nearly so in each step."""
    v = _velocity_of_the_centre_of_mass(robot, run)
    given = run.forces.sum(axis=1) * run.dt / robot.mass
    given[:, 2] -= GRAVITY * run.dt
    np.testing.assert_allclose(given.sum(axis=0), 0.0, atol=0.02)
    np.testing.assert_allclose(np.diff(v, axis=0)[:, 2], given[:, 2], atol=0.05)


def test_the_centre_of_mass_flies_a_parabola(robot: RobotModel, run: Clip) -> None:
    """From the real take-off to the landing: constant horizontal speed, free fall."""
    data = robot.pinocchio.createData()
    centre = np.array([pin.centerOfMass(robot.pinocchio, data, q).copy() for q in run.positions])
    in_the_air = np.flatnonzero(~run.contacts.any(axis=1)) + 1  # step k acts at q_{k+1}
    flights = np.split(in_the_air, np.flatnonzero(np.diff(in_the_air) > 1) + 1)
    assert len(flights) == 2
    for flight in flights:
        assert len(flight) >= 6
        path = centre[flight[0] - 1 : flight[-1] + 2]
        acceleration = np.diff(path, n=2, axis=0) * run.rate_hz**2
        np.testing.assert_allclose(acceleration, np.tile([0.0, 0.0, -GRAVITY], (len(flight), 1)), atol=0.35)


def test_the_second_step_is_the_mirror_image_of_the_first(robot: RobotModel, run: Clip) -> None:
    half = run.steps // 2
    mirrored = run.positions[:half] @ mirror_matrix(robot).T
    mirrored[:, 0] += 0.5 * run.advance.x
    np.testing.assert_allclose(run.positions[half : 2 * half], mirrored, atol=1e-12)
    np.testing.assert_allclose(run.forces[half:], mirror_forces(run.forces[:half]), atol=1e-9)


def test_it_runs_as_people_do(robot: RobotModel, run: Clip) -> None:
    """2.5 to 3 m/s, duty factor .36 to .45; stiff feet push off with less than the published 2.2 weights."""
    norms = norms_for(run)
    found = compare_with_norms(robot, run, norms)
    assert norms.source == load_running_norms().source
    assert 2.5 <= found.speed_mps <= 3.0
    assert 0.36 <= found.stance_fraction <= 0.45
    assert found.flight_fraction > 0.1
    assert 1.7 <= found.peak_bw <= 2.8
    assert max(found.angle_error_deg.values()) < norms.angle_tolerance_deg


@pytest.mark.parametrize("change", [{"toe_off": 0.55}, {"heel_off": 0.45}, {"speed_mps": 9.0}])
def test_a_run_that_is_none_is_refused(recipe: SynthesizedRun, change: dict[str, float]) -> None:
    with pytest.raises(ValidationError):
        SynthesizedRun.model_validate({**recipe.model_dump(), **change})


def _velocity_of_the_centre_of_mass(robot: RobotModel, clip: Clip) -> FloatArray:
    """(T + 1, 3) of the states (q_{k+1}, v_k)."""
    data = robot.pinocchio.createData()
    velocities = []
    for q, v in zip(clip.positions[1:], clip.velocities, strict=True):
        pin.centerOfMass(robot.pinocchio, data, q, v)
        velocities.append(data.vcom[0].copy())
    return np.array(velocities)
