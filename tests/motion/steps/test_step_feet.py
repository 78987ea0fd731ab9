import numpy as np
import pytest

from biped_control.motion.steps.step_feet import FootMotion
from biped_control.robot.soles import sole_of

_RECIPES = [{}, {"turn_deg": 45.0}, {"turn_deg": -60.0, "steps": 6}, {"end": "slow"}, {"sideways_m": 0.15}]


@pytest.fixture(params=_RECIPES, ids=str)
def plan(step_plan, request):
    return step_plan(**request.param)


@pytest.fixture(params=["right", "left"])
def foot(request):
    return request.param


@pytest.fixture
def sole(robot, foot):
    return sole_of(robot, robot.limbs.side(foot).foot)


def _frames(plan):
    return range(plan.clock.frames + 2)


def test_standing_edges_stay_where_they_are(plan, foot, sole):
    motion = FootMotion(plan, foot, sole)
    length, edge = sole.toe_x - sole.heel_x, np.array([0.0, sole.half_width, 0.0])
    checked = 0
    for frame in _frames(plan):
        fall, _ = motion.around(frame)
        pose = motion.pose(frame)
        along = np.array([np.cos(fall.heel.yaw), np.sin(fall.heel.yaw)])
        heel = np.array([fall.heel.x, fall.heel.y])
        for touches, point, place in (
            (frame < fall.heel_off, sole.heel(), heel),
            (fall.toe_contact <= frame < fall.toe_off, sole.toe(), heel + length * along),
        ):
            if touches:
                checked += 1
                np.testing.assert_allclose(pose.act(point), [*place, 0.0], atol=1e-9)
                assert pose.act(point + edge)[2] == pytest.approx(
                    0.0, abs=1e-9
                )  # on its edge, not its corner
    assert checked > 0.8 * plan.clock.frames


def test_nothing_jumps(plan, foot, sole):
    motion = FootMotion(plan, foot, sole)
    poses = [motion.pose(frame) for frame in _frames(plan)]
    places = np.array([pose.translation for pose in poses])
    assert np.abs(np.diff(places, axis=0)).max() < 0.06  # seven metres a second would be no human foot
    assert np.abs(np.diff(places, 2, axis=0)).max() < 0.012


def test_plain_steps_move_the_feet_as_the_walk_does(robot, walk, step_plan, foot, sole):
    import pinocchio as pin

    motion = FootMotion(step_plan(), foot, sole)
    data, frame_id = robot.pinocchio.createData(), robot.frame_id(robot.limbs.side(foot).foot)
    for frame in range(0, walk.steps, 3):
        pin.forwardKinematics(robot.pinocchio, data, walk.positions[frame])
        expected = pin.updateFramePlacement(robot.pinocchio, data, frame_id)
        np.testing.assert_allclose(motion.pose(frame).homogeneous, expected.homogeneous, atol=1e-6)


def test_feet_are_lifted_higher_in_mid_swing_only(step_plan, foot, sole):
    plain, high = (FootMotion(step_plan(lift_m=lift), foot, sole) for lift in (0.0, 0.07))
    rises = [high.pose(frame).translation[2] - plain.pose(frame).translation[2] for frame in range(256)]
    bumps = [high.bump(frame) for frame in range(256)]
    np.testing.assert_allclose(rises, 0.07 * np.array(bumps), atol=1e-12)
    assert max(rises) == pytest.approx(0.07, abs=1e-3)
    standing = [frame for frame in range(256) if frame < plain.around(frame)[0].toe_off]
    assert not np.any(np.array(rises)[standing])


def test_a_detour_goes_to_the_outside_and_comes_back(step_plan, foot, sole):
    plain, around = (FootMotion(step_plan(), foot, sole) for _ in range(2))
    number = 0 if foot == "right" else 1
    around.detours[number] = 0.05
    shifts = np.array([around.pose(k).translation - plain.pose(k).translation for k in range(256)])
    outward = 1.0 if foot == "left" else -1.0
    assert (outward * shifts[:, 1]).max() == pytest.approx(0.05, abs=1e-3)
    np.testing.assert_allclose(shifts[:, [0, 2]], 0.0, atol=1e-12)
    moved = np.flatnonzero(np.abs(shifts[:, 1]) > 1e-12)
    swings = {plain.around(frame)[0].number for frame in moved}
    assert swings == {number}
