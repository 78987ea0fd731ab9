import numpy as np
import pytest

from biped_control.errors import MotionError
from biped_control.motion.kinematic_cycle import FEET, HEEL_COLUMN
from biped_control.motion.steps.step_motion import step_motion
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.soles import anticipated_points, sole_of


def _motion(robot, plan):
    return step_motion(robot, plan, 120.0, "test")


def test_plain_steps_are_the_walk(robot, walk, step_plan):
    motion = _motion(robot, step_plan())
    twice = np.vstack([walk.positions[:-2], walk.advance.move(walk.positions)])
    np.testing.assert_allclose(motion.positions, twice, atol=1e-4)
    laps = np.tile(np.roll(walk.contacts, 1, axis=0), (3, 1))
    np.testing.assert_array_equal(motion.contacts, laps[: motion.frames])
    np.testing.assert_allclose(motion.headings, 0.0, atol=1e-12)


@pytest.mark.parametrize(
    "fields",
    [{"turn_deg": 45.0}, {"turn_deg": -90.0, "steps": 6, "step_change_m": -0.1}, {"end": "slow"}],
    ids=str,
)
def test_both_ends_are_those_of_the_hubs(robot, walk, slow_walk, step_plan, fields):
    plan = step_plan(**fields)
    motion = _motion(robot, plan)
    end = {"walk": walk, "slow": slow_walk}[plan.end.name]
    contacts = np.roll(walk.contacts, 1, axis=0)[:2], np.roll(end.contacts, 1, axis=0)[:2]
    np.testing.assert_array_equal(motion.contacts[:2], contacts[0])
    np.testing.assert_array_equal(motion.contacts[-2:], contacts[1])
    np.testing.assert_allclose(motion.positions[0], walk.positions[0], atol=1e-6)
    np.testing.assert_allclose(motion.positions[1], walk.positions[1], atol=2e-3)
    np.testing.assert_allclose(motion.positions[-2:], plan.advance.move(end.positions[:2]), atol=5e-3)


@pytest.mark.parametrize("fields", [{"turn_deg": 45.0}, {"end": "slow", "lift_m": 0.03}], ids=str)
def test_the_robots_feet_stand_in_the_footholds(robot, step_plan, fields):
    motion = _motion(robot, step_plan(**fields))
    terms, points = DynamicsTerms(robot), anticipated_points(robot)
    lengths = [(sole := sole_of(robot, side.foot)).toe_x - sole.heel_x for side in robot.limbs.sides]
    for frame in range(0, motion.frames, 3):
        terms.compute(motion.positions[frame], np.zeros(robot.nv))
        at = terms.point_positions(points)
        for place, foot in enumerate(FEET):
            x, y, yaw = motion.footholds[frame, place]
            heel, toe = HEEL_COLUMN[foot], HEEL_COLUMN[foot] + 1
            if motion.contacts[frame, heel]:
                np.testing.assert_allclose(at[heel], [x, y, 0.0], atol=1e-6)
            if motion.contacts[frame, toe]:
                ahead = lengths[place] * np.array([np.cos(yaw), np.sin(yaw)])
                np.testing.assert_allclose(at[toe], [x + ahead[0], y + ahead[1], 0.0], atol=1e-6)


def test_the_body_turns_with_the_headings(robot, step_plan):
    plain, turned = (_motion(robot, step_plan(turn_deg=turn)) for turn in (0.0, 45.0))
    np.testing.assert_allclose(turned.headings[[0, -1]], [0.0, np.pi / 4], atol=1e-9)
    assert np.diff(turned.headings).min() > -1e-4
    np.testing.assert_allclose(turned.positions[:, 3] - turned.headings, plain.positions[:, 3], atol=1e-9)


def test_joint_limits_end_sharp_turns(robot, step_plan):
    with pytest.raises(
        MotionError, match=r"step 3: the left foot misses its place by \d+ mm .* joint limits"
    ):
        _motion(robot, step_plan(turn_deg=-60.0))
