import pytest

from biped_control.motion.steps.step_detours import foot_motions
from biped_control.motion.steps.step_soles import gaps_between, sole_outlines
from biped_control.robot.soles import sole_of


def _gaps(robot, plan, motions):
    frames = range(plan.clock.frames + 2)
    return gaps_between(
        *(
            sole_outlines(sole_of(robot, robot.limbs.side(foot).foot), [motion.pose(k) for k in frames])
            for foot, motion in motions.items()
        )
    )


def test_plain_steps_need_no_detour(robot, step_plan):
    motions = foot_motions(robot, step_plan())
    assert motions["right"].detours == motions["left"].detours == {}


@pytest.mark.parametrize("turn", [90.0, -90.0])
def test_in_a_turn_feet_go_around_each_other(robot, step_plan, turn):
    plan = step_plan(steps=6, turn_deg=turn, step_change_m=-0.1)
    motions = foot_motions(robot, plan)
    detours = [detour for motion in motions.values() for detour in motion.detours.values()]
    assert max(detours) < 0.15
    with_them = _gaps(robot, plan, motions).min()
    for motion in motions.values():
        motion.detours.clear()
    without = _gaps(robot, plan, motions).min()
    assert without < 0.02
    assert with_them > 0.035
