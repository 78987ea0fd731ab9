"""The fixed data of a problem."""

from dataclasses import replace

import numpy as np
import pytest

from biped_control.motion.kinematic_cycle import KinematicCycle
from biped_control.motion.spacetime.ends import periodic_ends
from biped_control.motion.spacetime.problem import FORCE_UNIT, SpacetimeProblem
from biped_control.motion.spacetime.settings import load_spacetime_settings
from biped_control.robot.model import GRAVITY, RobotModel


def test_forces_act_where_the_foot_stands_one_frame_later(problem: SpacetimeProblem) -> None:
    motion = problem.motion
    for step in range(problem.frames):
        following = motion.contacts[(step + 1) % motion.frames]
        np.testing.assert_array_equal(problem.step_contacts[step], following)


def test_the_first_guess_carries_the_weight(problem: SpacetimeProblem) -> None:
    vertical = FORCE_UNIT * problem.initial()[:, problem.robot.nv + 2 :: 3]
    guessed = ~problem.ends.known[:, -1]
    np.testing.assert_allclose(vertical.sum(axis=1)[guessed], problem.robot.mass * GRAVITY)
    assert not vertical[~problem.step_contacts & guessed[:, None]].any()


def test_in_flight_nothing_carries_and_before_and_after_all_the_more(
    robot: RobotModel, cycle: KinematicCycle
) -> None:
    contacts = cycle.contacts.copy()
    contacts[10:30] = contacts[10 + cycle.frames // 2 : 30 + cycle.frames // 2] = False
    motion = replace(cycle.motion(), contacts=contacts)
    flying = SpacetimeProblem(
        robot, motion, load_spacetime_settings(), periodic_ends(robot, cycle.frames, cycle.advance)
    )
    vertical = FORCE_UNIT * flying.initial()[:, robot.nv + 2 :: 3].sum(axis=1)
    assert not vertical[~flying.step_contacts.any(axis=1)].any()
    assert vertical.mean() == pytest.approx(robot.mass * GRAVITY)


def test_clearance_grows_with_the_frames_to_the_next_contact(problem: SpacetimeProblem) -> None:
    clearances, contacts = problem.clearances, problem.contacts
    assert not clearances[contacts].any()
    full = problem.settings.clearance_m
    assert clearances.max() == full
    lifting = np.flatnonzero(contacts[:-1, 0] & ~contacts[1:, 0])[0] + 1  # of the right heel
    rise = clearances[lifting : lifting + int(problem.settings.clearance_frames), 0]
    assert (np.diff(rise) > 0.0).all()
    assert rise[0] < 0.05 * full  # gently


def test_between_hubs_a_foot_in_the_air_is_asked_for_no_more_than_in_the_hub(
    robot: RobotModel, cycle: KinematicCycle, between: SpacetimeProblem
) -> None:
    """Contacts before the first frame and after the last one count: else a heel just off would leap."""
    hub = SpacetimeProblem.of_cycle(robot, replace(cycle, symmetric=False), load_spacetime_settings())
    frames = np.arange(-1, between.frames - 1) % cycle.frames  # the first frame is the last one of the hub
    np.testing.assert_allclose(between.clearances, hub.clearances[frames], atol=1e-15)


def test_feet_stand_where_the_cycle_says(periodic: SpacetimeProblem, cycle: KinematicCycle) -> None:
    for frame in range(periodic.frames):
        for place, hold in enumerate((cycle.right, cycle.left)):
            behind = 0.0 if frame >= hold.strike_frame else cycle.stride
            expected = [hold.heel_x - behind, hold.heel_y, hold.yaw]
            np.testing.assert_allclose(periodic.motion.footholds[frame, place], expected)


def test_a_clip_may_use_its_share_of_the_efforts(problem: SpacetimeProblem) -> None:
    settings = problem.settings.model_copy(update={"effort_share": 0.4})
    limits = replace(problem, settings=settings).effort_limits
    np.testing.assert_allclose(limits, 0.4 * problem.robot.effort_limits)
