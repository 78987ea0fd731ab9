"""The synthesized cycle before optimization."""

import numpy as np
import pytest
from pydantic import ValidationError

from biped_control.motion.gaits.gait_norms import load_gait_norms, sagittal_leg
from biped_control.motion.gaits.gait_synthesis import SynthesizedWalk, synthesize_walk
from biped_control.motion.kinematic_cycle import FEET, KinematicCycle
from biped_control.motion.library.recipes import load_recipes
from biped_control.robot.model import RobotModel


@pytest.fixture(params=["walk", "walk_slow", "walk_fast"])
def recipe(request: pytest.FixtureRequest) -> SynthesizedWalk:
    found = load_recipes()[request.param]
    assert isinstance(found, SynthesizedWalk)
    return found


@pytest.fixture
def cycle(robot: RobotModel, recipe: SynthesizedWalk) -> KinematicCycle:
    return synthesize_walk(robot, recipe, load_gait_norms(), 120.0)


def test_pace_and_footholds_are_the_recipe_s(cycle: KinematicCycle, recipe: SynthesizedWalk) -> None:
    assert cycle.speed_mps == pytest.approx(recipe.speed_mps)
    steps_per_minute = 2 * 60.0 * cycle.rate_hz / cycle.frames
    assert steps_per_minute == pytest.approx(recipe.steps_per_minute, rel=0.01)
    assert cycle.left.heel_y - cycle.right.heel_y == pytest.approx(recipe.step_width_m)
    assert cycle.left.yaw == pytest.approx(np.deg2rad(recipe.toe_out_deg))
    assert cycle.right.yaw == -cycle.left.yaw


def test_leg_angles_are_the_norms_(robot: RobotModel, cycle: KinematicCycle) -> None:
    norms, phase = load_gait_norms(), np.arange(cycle.frames) / cycle.frames
    for foot, strike in zip(FEET, (0.0, 0.5), strict=True):
        for joint, found in sagittal_leg(robot, foot).items():
            np.testing.assert_allclose(
                found.sign * cycle.positions[:, found.column],
                norms.flexion(joint, phase - strike),
                atol=1e-12,
            )


def test_the_cycle_is_symmetric(robot: RobotModel, cycle: KinematicCycle) -> None:
    assert cycle.symmetric
    assert cycle.mirror_error(robot) < 1e-12


def test_arms_swing_against_the_legs(robot: RobotModel, cycle: KinematicCycle) -> None:
    q = cycle.positions[0]  # right heel strike: right leg in front, so right arm behind (positive pitch)
    assert q[6 + robot.joint_index["r_shoulder_pitch"]] > 0.15
    assert q[6 + robot.joint_index["l_shoulder_pitch"]] < -0.15
    assert q[6 + robot.joint_index["r_hip_pitch"]] < 0.0 < q[6 + robot.joint_index["l_hip_pitch"]]


def test_the_pelvis_is_over_the_standing_foot(robot: RobotModel, cycle: KinematicCycle) -> None:
    middle_of_right_stance = int(0.3 * cycle.frames)
    assert cycle.positions[middle_of_right_stance, 1] < 0.0
    standing_height = 0.41 + 0.41 + 0.075  # straight legs of the humanoid table
    assert 0.93 * standing_height < cycle.positions[:, 2].min()
    assert cycle.positions[:, 2].max() < 1.01 * standing_height  # the norms are of other legs


def test_events_out_of_order_are_refused(recipe: SynthesizedWalk) -> None:
    with pytest.raises(ValidationError, match="expected in this order"):
        SynthesizedWalk.model_validate({**recipe.model_dump(), "heel_off": 0.7})
