from dataclasses import replace

import numpy as np
import pytest

from biped_control.errors import MotionError
from biped_control.motion.steps.step_balance import WantedSteps
from biped_control.motion.steps.step_checks import require_friction, require_room
from biped_control.robot.model import GRAVITY

_RATE, _SECONDS, _LENGTH = 120.0, 0.5, 0.6


def _wanted(turn=0.0, lengths=(_LENGTH,) * 5):
    """Four steps of half a second; the second one turns."""
    speed = _LENGTH / (_SECONDS * _RATE)
    return WantedSteps(
        headings=np.array([0.0, 0.0, 0.0, turn, turn, turn]),
        lengths=np.array(lengths),
        beats=np.arange(5) * _SECONDS * _RATE,
        speeds=(speed, speed),
        pendulum=36.7,
        move=None,
        largest_crossing=0.04,
    )


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_turn_may_need_as_much_as_friction_gives_and_no_more(sign):
    speed, lateral = _LENGTH / _SECONDS, 0.35
    radius = speed**2 / (lateral * GRAVITY)
    largest = sign * _LENGTH / radius
    require_friction(_wanted(0.99 * largest), _RATE, 0.5, lateral)
    with pytest.raises(MotionError, match=r"step 2: at 1\.20 m/s it needs 3\.5 m/s\^2 .* gives 3\.4"):
        require_friction(_wanted(1.01 * largest), _RATE, 0.5, lateral)


def test_the_message_says_how_sharp_the_turn_is():
    with pytest.raises(MotionError, match="in a turn of 120 degrees"):
        require_friction(_wanted(np.deg2rad(120.0)), _RATE, 0.5, 0.35)


def test_braking_and_speeding_up_need_friction_too():
    # From 1.2 m/s to 3.6 m/s within half a second are 4.8 m/s^2; half of 9.81 is 4.9.
    require_friction(_wanted(lengths=(0.6, 0.6, 1.8, 1.8, 1.8)), _RATE, 0.5, 0.35)
    with pytest.raises(
        MotionError, match=r"step 2: .* 5\.2 m/s\^2 to brake or speed up.* of 0\.5 gives 4\.9"
    ):
        require_friction(_wanted(lengths=(0.6, 0.6, 1.9, 1.9, 1.9)), _RATE, 0.5, 0.35)
    with pytest.raises(MotionError, match=r"step 3: .* to brake"):
        require_friction(_wanted(lengths=(1.9, 0.6, 0.6, -0.7, -0.7)), _RATE, 0.5, 0.35)


def test_feet_that_get_in_each_others_way_are_named(robot, walk, step_plan):
    plan = step_plan()
    require_room(robot, plan, walk.positions)
    close = walk.positions.copy()
    roll = 6 + robot.joint_index["r_hip_roll"]
    close[100, roll] += 0.2  # the right leg swings far inward
    with pytest.raises(MotionError, match=r"step 2: at frame 100 the right foot passes the other at -\d+ mm"):
        require_room(robot, plan, close)


def test_no_more_room_is_asked_for_than_the_hubs_have(robot, walk, step_plan):
    plan = step_plan()
    tight = replace(plan, start=replace(plan.start, gap=-0.05))
    require_room(robot, tight, _nearer(robot, walk, 0.08))
    with pytest.raises(MotionError):
        require_room(robot, plan, _nearer(robot, walk, 0.08))


def _nearer(robot, walk, angle):
    positions = walk.positions.copy()
    positions[:, 6 + robot.joint_index["r_hip_roll"]] += angle
    return positions
