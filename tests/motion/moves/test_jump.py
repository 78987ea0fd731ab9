"""A vertical jump, before optimization and after."""

import numpy as np
import pinocchio as pin
import pytest
from pydantic import ValidationError

from biped_control.motion.clip import Clip
from biped_control.motion.clip_checks import check_clip
from biped_control.motion.ingredients import Ingredients
from biped_control.motion.library.recipes import load_recipes
from biped_control.motion.moves.jump import JumpRecipe, JumpTimes, jump_motion, make_jump
from biped_control.motion.moves.stand import StandRecipe, make_stand
from biped_control.robot.mirror import mirror_matrix
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.state import FloatArray

RATE = 120.0


@pytest.fixture(scope="module")
def recipe() -> JumpRecipe:
    found = load_recipes()["jump"]
    assert isinstance(found, JumpRecipe)
    return found


@pytest.fixture(scope="module")
def stand(robot: RobotModel) -> Clip:
    recipe = load_recipes()["stand"]
    assert isinstance(recipe, StandRecipe)
    return make_stand(Ingredients(robot, RATE, {}), "stand", recipe)


@pytest.fixture(scope="module")
def jump(robot: RobotModel, stand: Clip, recipe: JumpRecipe) -> Clip:
    return make_jump(Ingredients(robot, RATE, {"stand": stand}), "jump", recipe)


def test_the_wanted_motion_flies_as_long_as_the_recipe_says(
    robot: RobotModel, stand: Clip, recipe: JumpRecipe
) -> None:
    motion, times = jump_motion(robot, stand, recipe), JumpTimes.of(recipe, RATE)
    in_the_air = ~motion.contacts.any(axis=1)
    assert in_the_air.sum() == round(recipe.flight_s * RATE)
    height = motion.positions[times.toes_off : times.toes_on + 1, 2]
    np.testing.assert_allclose(np.diff(height, n=2) * RATE**2, -GRAVITY, rtol=1e-9)
    speeds = np.diff(motion.positions[:, 2]) * RATE
    assert np.abs(np.diff(speeds)).max() < 0.2  # no jerks where the pieces meet


def test_the_jump_passes_all_rules(robot: RobotModel, stand: Clip, jump: Clip) -> None:
    assert check_clip(robot, jump, {"stand": stand}).failures == []


def test_the_centre_of_mass_flies_a_parabola(robot: RobotModel, jump: Clip) -> None:
    """From the real take-off to the landing: constant horizontal speed, free fall, h = g t^2 / 8."""
    centre = _centre_of_mass(robot, jump)
    flight = np.flatnonzero(~jump.contacts.any(axis=1)) + 1  # step k acts at q_{k+1}
    assert (np.diff(flight) == 1).all()
    path = centre[flight[0] - 1 : flight[-1] + 2]
    acceleration = np.diff(path, n=2, axis=0) * RATE**2
    np.testing.assert_allclose(acceleration, np.tile([0.0, 0.0, -GRAVITY], (len(flight), 1)), atol=0.3)
    seconds = (len(flight) + 1) * jump.dt
    rise = path[:, 2].max() - 0.5 * (path[0, 2] + path[-1, 2])
    assert rise == pytest.approx(GRAVITY * seconds**2 / 8.0, rel=0.05)
    assert centre[:, 2].max() - centre[0, 2] > 0.15


def test_the_ground_gives_the_momentum(robot: RobotModel, jump: Clip) -> None:
    """From rest to rest the mean force is the weight, although for a third of a second there is none."""
    mean = jump.forces.sum(axis=1).mean(axis=0)
    np.testing.assert_allclose(mean[:2], 0.0, atol=0.5)
    assert mean[2] == pytest.approx(robot.mass * GRAVITY, rel=1e-3)


def test_it_begins_and_ends_at_rest(robot: RobotModel, stand: Clip, recipe: JumpRecipe, jump: Clip) -> None:
    """Wanted: not a millimetre in the rests. Found: torques go over without a step."""
    wanted, rest = jump_motion(robot, stand, recipe).positions, round(recipe.rest_s * RATE)
    assert rest > 10
    for still in (wanted[: rest + 1], wanted[-rest - 2 :]):
        np.testing.assert_allclose(still, np.tile(stand.positions[0], (len(still), 1)), atol=1e-3)
    # Quintics leave rest without acceleration, and return to it so.
    accelerations = np.abs(np.diff(wanted, n=2, axis=0)).max(axis=1)
    assert accelerations[rest - 1] < 0.2 * accelerations[: rest + 20].max()
    assert accelerations[-rest - 1] < 0.2 * accelerations[-rest - 20 :].max()
    for step in (jump.torques[0] - stand.torques[-1], jump.torques[-1] - stand.torques[0]):
        assert np.max(np.abs(step) / robot.effort_limits) < 0.02


def test_both_sides_do_the_same(robot: RobotModel, jump: Clip) -> None:
    np.testing.assert_allclose(jump.positions @ mirror_matrix(robot).T, jump.positions, atol=1e-4)


def test_a_recipe_without_flight_is_refused(recipe: JumpRecipe) -> None:
    with pytest.raises(ValidationError, match="flight_s"):
        JumpRecipe.model_validate({**recipe.model_dump(), "flight_s": 0.0})


def _centre_of_mass(robot: RobotModel, clip: Clip) -> FloatArray:
    data = robot.pinocchio.createData()
    return np.array([pin.centerOfMass(robot.pinocchio, data, q).copy() for q in clip.positions])
