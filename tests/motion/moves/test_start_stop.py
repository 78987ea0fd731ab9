"""Starts and stops, before optimization and after."""

from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest

from biped_control.errors import MotionError
from biped_control.motion.clip import Clip
from biped_control.motion.clip_checks import check_clip
from biped_control.motion.gaits.gait_synthesis import SynthesizedWalk, make_synthesized_walk
from biped_control.motion.ingredients import Ingredients
from biped_control.motion.library.recipes import load_recipes
from biped_control.motion.moves.stand import StandRecipe, footholds_of, make_stand
from biped_control.motion.moves.start_stop import start_stop_motion
from biped_control.motion.moves.start_stop_balance import centre_of_mass_path
from biped_control.motion.moves.start_stop_plan import StartStopPlan, plan_start, plan_stop
from biped_control.motion.moves.start_stop_recipe import StartRecipe, StopRecipe, make_start, make_stop
from biped_control.motion.steps.step_template import GaitTemplate, gait_template
from biped_control.robot.model import GRAVITY, RobotModel

RATE = 60.0  # half of what users have: it takes a third of the time


@pytest.fixture(scope="module")
def stand(robot: RobotModel) -> Clip:
    recipe = load_recipes()["stand"]
    assert isinstance(recipe, StandRecipe)
    return make_stand(Ingredients(robot, RATE, {}), "stand", recipe)


@pytest.fixture(scope="module")
def walk(robot: RobotModel) -> Clip:
    recipe = load_recipes()["walk"]
    assert isinstance(recipe, SynthesizedWalk)
    return make_synthesized_walk(Ingredients(robot, RATE, {}), "walk", recipe)


@pytest.fixture(scope="module")
def gait(robot: RobotModel, walk: Clip) -> GaitTemplate:
    return gait_template(robot, walk)


@pytest.fixture(scope="module", params=["start", "stop"])
def plan(request: pytest.FixtureRequest, robot: RobotModel, gait: GaitTemplate, stand: Clip) -> StartStopPlan:
    holds = footholds_of(robot, stand)
    return plan_start(gait, holds, 30, 0.4) if request.param == "start" else plan_stop(gait, holds, 42, 0.6)


def test_contacts_at_both_ends_are_the_hubs_(plan: StartStopPlan, walk: Clip, stand: Clip) -> None:
    of_walk, of_stand = (np.roll(clip.contacts, 1, axis=0)[:2] for clip in (walk, stand))
    first, last = (of_stand, of_walk) if plan.way == "start" else (of_walk, of_stand)
    contacts = plan.contacts()
    np.testing.assert_array_equal(contacts[:2], first)
    np.testing.assert_array_equal(contacts[-2:], last)
    assert contacts.any(axis=1).all()  # a walk never flies


def test_each_foot_steps_once_between_where_the_hubs_have_it(
    robot: RobotModel, plan: StartStopPlan, walk: Clip, stand: Clip
) -> None:
    first, last = (stand, walk) if plan.way == "start" else (walk, stand)
    holds = plan.footholds()
    assert [len(np.unique(holds[:, foot], axis=0)) for foot in (0, 1)] == [2, 2]
    motion = start_stop_motion(robot, plan, (first, last))
    wanted_first, wanted_last = first.positions[0], plan.advance.move(last.positions[0])
    np.testing.assert_allclose(motion.positions[0], wanted_first, atol=0.08)
    np.testing.assert_allclose(motion.positions[-2], wanted_last, atol=0.08)


def test_the_pendulum_meets_its_ends_and_leans_on_the_feet(plan: StartStopPlan) -> None:
    ends = np.array([plan.footholds()[frame, :, :2].mean(axis=0) for frame in (0, -2)])
    ends[:, 0] += 0.1
    speeds = np.array([[0.0, 0.0], [1.2, 0.0]])[:: 1 if plan.way == "start" else -1]
    path = centre_of_mass_path(plan, ends, speeds, 0.24, RATE)
    np.testing.assert_allclose(path[[0, -2]], ends, atol=1e-4)
    np.testing.assert_allclose((path[[1, -1]] - path[[0, -2]]) * RATE, speeds, atol=1e-3)
    support = path[1:-1] - plan.gait.height / GRAVITY * np.diff(path, n=2, axis=0) * RATE**2
    holds = plan.footholds()[1:-1, :, :2]
    assert (support > holds.min(axis=(0, 1)) - 0.2).all()
    assert (support < holds.max(axis=(0, 1)) + 0.24 + 0.2).all()


def test_a_step_out_of_balance_is_refused(
    robot: RobotModel, gait: GaitTemplate, stand: Clip, walk: Clip
) -> None:
    far = plan_start(gait, footholds_of(robot, stand), 30, 1.4)
    with pytest.raises(MotionError, match=r"away from the feet, .* another length of the step"):
        start_stop_motion(robot, far, (stand, walk))


def test_the_start_begins_in_the_stand_and_ends_in_the_walk(
    robot: RobotModel, stand: Clip, walk: Clip
) -> None:
    recipe = load_recipes()["stand_to_walk"]
    assert isinstance(recipe, StartRecipe)
    assert recipe.needs() == ("stand", "walk")
    clip = make_start(Ingredients(robot, RATE, {"stand": stand, "walk": walk}), "stand_to_walk", recipe)
    assert check_clip(robot, clip, {"stand": stand, "walk": walk}).failures == []
    assert (clip.start_hub, clip.end_hub) == ("stand", "walk")
    left_lifts = int(np.argmin(clip.contacts[:, 3]))
    assert left_lifts == pytest.approx(recipe.shift_s * RATE, abs=2)
    right, left = (clip.forces[:, feet, 2].sum(axis=1) for feet in ([0, 1], [2, 3]))
    assert left[:left_lifts].max() > 1.1 * left[0]  # presses the foot down that will swing ...
    assert right[left_lifts] > 0.8 * robot.mass * GRAVITY  # ... and then stands on the other
    assert _momentum(robot, clip, -1)[0] > 1.0 * robot.mass


def test_the_stop_ends_in_the_stand(robot: RobotModel, stand: Clip, walk: Clip) -> None:
    recipe = load_recipes()["walk_to_stand"]
    assert isinstance(recipe, StopRecipe)
    clip = make_stop(Ingredients(robot, RATE, {"stand": stand, "walk": walk}), "walk_to_stand", recipe)
    assert check_clip(robot, clip, {"stand": stand, "walk": walk}).failures == []
    assert (clip.start_hub, clip.end_hub) == ("walk", "stand")
    np.testing.assert_allclose(_momentum(robot, clip, -1), 0.0, atol=1e-3)
    # What the ground gives altogether takes the momentum of the walk away.
    given = clip.forces.sum(axis=1).sum(axis=0)[:2] * clip.dt
    np.testing.assert_allclose(given, -_momentum(robot, clip, 0)[:2], atol=0.01 * robot.mass)


def test_a_walk_is_no_stand(robot: RobotModel, walk: Clip) -> None:
    recipe = load_recipes()["stand_to_walk"]
    pretended = replace(walk, name="stand", start_hub="stand", end_hub="stand")
    with pytest.raises(MotionError, match="expected a stand"):
        make_start(Ingredients(robot, RATE, {"stand": pretended, "walk": walk}), "stand_to_walk", recipe)


def _momentum(robot: RobotModel, clip: Clip, frame: int) -> np.ndarray:
    """(3,) of the state (q_{k+1}, v_k) [kg m/s]."""
    data = robot.pinocchio.createData()
    pin.centerOfMass(robot.pinocchio, data, clip.positions[1:][frame], clip.velocities[frame])
    return robot.mass * data.vcom[0]
