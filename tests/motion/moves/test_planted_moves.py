"""A stand, and a squat from it, made dynamic."""

from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest

from biped_control.errors import MotionError
from biped_control.motion.clip import Clip
from biped_control.motion.clip_checks import check_clip
from biped_control.motion.gaits.gait_norms import sagittal_leg
from biped_control.motion.ingredients import Ingredients
from biped_control.motion.library.recipes import load_recipes
from biped_control.motion.moves.planted_moves import PlantedMoves, make_planted_moves
from biped_control.motion.moves.stand import StandRecipe, footholds_of, make_stand
from biped_control.robot.mirror import mirror_matrix
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.soles import sole_corners


@pytest.fixture(scope="module")
def stand(robot: RobotModel) -> Clip:
    recipe = load_recipes()["stand"]
    assert isinstance(recipe, StandRecipe)
    return make_stand(Ingredients(robot, 60.0, {}), "stand", recipe)


@pytest.fixture(scope="module")
def squat(robot: RobotModel, stand: Clip) -> Clip:
    recipe = load_recipes()["squat"]
    assert isinstance(recipe, PlantedMoves)
    assert recipe.needs() == ("stand",)
    return make_planted_moves(Ingredients(robot, 60.0, {"stand": stand}), "squat", recipe)


def test_the_stand_stands_still_in_balance(robot: RobotModel, stand: Clip) -> None:
    """Statics: nothing moves, the ground carries the weight, its centre of pressure below the mass."""
    assert check_clip(robot, stand, {}).passed
    assert np.abs(stand.velocities).max() < 1e-6
    total = stand.forces.sum(axis=1)
    np.testing.assert_allclose(total, np.tile([0.0, 0.0, robot.mass * GRAVITY], (stand.steps, 1)), atol=0.01)
    heels_and_toes = _points(robot, stand.positions[1])
    pressure = (stand.forces[0, :, 2] @ heels_and_toes[:, :2]) / stand.forces[0, :, 2].sum()
    centre = pin.centerOfMass(robot.pinocchio, robot.pinocchio.createData(), stand.positions[1])
    np.testing.assert_allclose(pressure, centre[:2], atol=1e-6)


def test_the_stand_is_its_own_mirror_image(robot: RobotModel, stand: Clip) -> None:
    np.testing.assert_allclose(mirror_matrix(robot) @ stand.positions[0], stand.positions[0], atol=1e-6)


def test_footholds_are_measured(robot: RobotModel, stand: Clip) -> None:
    yaw = np.deg2rad(5.0)
    np.testing.assert_allclose(footholds_of(robot, stand), [[0.0, -0.1, -yaw], [0.0, 0.1, yaw]], atol=1e-7)
    lifted = replace(stand, contacts=np.zeros_like(stand.contacts))
    with pytest.raises(MotionError, match="expected a stand as start and end"):
        footholds_of(robot, lifted)


def test_the_squat_passes_all_rules(robot: RobotModel, stand: Clip, squat: Clip) -> None:
    assert check_clip(robot, squat, {"stand": stand}).failures == []
    assert (squat.start_hub, squat.end_hub, squat.cyclic) == ("stand", "stand", False)


def test_the_squat_is_as_published(robot: RobotModel, squat: Clip) -> None:
    """Knee 91-99, hip 102-108, ankle 24-26 degrees (with one degree of freedom), 2.6-2.8 s."""
    deepest = squat.positions[np.argmin(squat.positions[:, 2])]
    flexion = {
        joint: np.rad2deg(found.sign * deepest[found.column])
        for joint, found in sagittal_leg(robot, "right").items()
    }
    assert 91.0 <= flexion["knee"] <= 99.0
    assert 102.0 <= flexion["hip"] <= 108.0
    assert 23.0 <= flexion["ankle"] <= 27.0
    assert 2.6 <= squat.steps * squat.dt <= 2.8
    assert squat.positions[0, 2] - deepest[2] > 0.3


def test_feet_stay_planted_in_the_squat(robot: RobotModel, squat: Clip) -> None:
    places = np.array([_corners(robot, q) for q in squat.positions[1:-1:6]])
    np.testing.assert_allclose(places, np.broadcast_to(places[0], places.shape), atol=2e-8)
    np.testing.assert_allclose(places[:, :, 2], 0.0, atol=2e-8)


def test_the_ground_gives_the_squat_s_momentum(robot: RobotModel, squat: Clip) -> None:
    """From rest to rest, the mean vertical force is the weight and the mean horizontal force nothing."""
    mean = squat.forces.sum(axis=1).mean(axis=0)
    np.testing.assert_allclose(mean, [0.0, 0.0, robot.mass * GRAVITY], atol=0.2)


def _points(robot: RobotModel, q: np.ndarray) -> np.ndarray:
    corners = _corners(robot, q).reshape(4, 2, 3)
    return corners.mean(axis=1)


def _corners(robot: RobotModel, q: np.ndarray) -> np.ndarray:
    points, data = sole_corners(robot), robot.pinocchio.createData()
    pin.forwardKinematics(robot.pinocchio, data, q)
    return np.array(
        [
            data.oMi[int(joint)].act(offset)
            for joint, offset in zip(points.joints, points.offsets, strict=True)
        ]
    )
