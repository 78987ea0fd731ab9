"""The fixed data of a problem."""

import numpy as np

from biped_control.motion.spacetime.problem import FORCE_UNIT, SpacetimeProblem
from biped_control.robot.model import GRAVITY


def test_forces_act_where_the_foot_stands_one_frame_later(problem: SpacetimeProblem) -> None:
    for step in range(problem.cycle.frames):
        following = (step + 1) % problem.cycle.frames
        np.testing.assert_array_equal(problem.step_contacts[step], problem.cycle.contacts[following])


def test_the_first_guess_carries_the_weight(problem: SpacetimeProblem) -> None:
    vertical = FORCE_UNIT * problem.initial()[:, problem.robot.nv + 2 :: 3]
    np.testing.assert_allclose(vertical.sum(axis=1), problem.robot.mass * GRAVITY)
    assert not vertical[~problem.step_contacts[: problem.frames]].any()


def test_clearance_grows_with_the_frames_to_the_next_contact(problem: SpacetimeProblem) -> None:
    clearances, contacts = problem.clearances, problem.contacts
    assert not clearances[contacts].any()
    full = problem.settings.clearance_m
    assert clearances.max() == full
    lifting = np.flatnonzero(contacts[:-1, 0] & ~contacts[1:, 0])[0] + 1
    rise = clearances[lifting : lifting + int(problem.settings.clearance_frames), 0]
    assert (np.diff(rise) > 0.0).all()
    assert rise[0] < 0.05 * full  # gently


def test_feet_stand_where_the_cycle_says(problem: SpacetimeProblem) -> None:
    cycle = problem.cycle
    for frame in range(problem.frames):
        for place, hold in enumerate((cycle.right, cycle.left)):
            behind = 0.0 if frame >= hold.strike_frame else cycle.stride
            expected = [hold.heel_x - behind, hold.heel_y, hold.yaw]
            np.testing.assert_allclose(problem.footholds[frame, place], expected)
