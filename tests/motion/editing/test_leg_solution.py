"""Compiled inverse kinematics of a leg against the one that the planner uses."""

import numpy as np
import pinocchio as pin
import pytest

from biped_control.motion.clip import Clip
from biped_control.motion.editing.leg_chain import foot_pose, leg_chain
from biped_control.motion.editing.leg_solution import LEG, solve_leg, solve_leg_rates
from biped_control.motion.inverse_kinematics import LegInverseKinematics
from biped_control.robot.model import RobotModel

SHIFTS = ((0.0, 0.0, 0.03), (0.1, 0.02, 0.05), (-0.15, -0.03, 0.02))


@pytest.mark.parametrize("shift", SHIFTS)
def test_both_find_the_same_angles(robot: RobotModel, walk: Clip, shift: tuple[float, float, float]) -> None:
    chain, leg = leg_chain(robot, robot.limbs.sides[0].foot), LegInverseKinematics(robot, "right", 0.02)
    for frame in range(0, walk.steps, 17):
        q = walk.positions[frame].copy()
        planned = foot_pose(chain, q)
        place = planned.place + shift
        expected = leg.solve(q, pin.SE3(planned.rotation, place))
        miss = solve_leg(chain, q, planned.rotation, place, leg.lower, leg.upper)
        if expected.position_error > 1e-4:  # out of reach: what is nearest depends on how errors are weighed
            assert miss == pytest.approx(expected.position_error, rel=0.1)
        else:
            assert miss < 1e-6
            np.testing.assert_allclose(q[leg.columns], expected.angles, atol=1e-5)


def test_a_joint_stops_at_its_limit_and_the_others_go_on(robot: RobotModel, walk: Clip) -> None:
    chain, leg = leg_chain(robot, robot.limbs.sides[0].foot), LegInverseKinematics(robot, "right", 0.02)
    q = walk.positions[0].copy()
    planned, upper = foot_pose(chain, q), leg.upper.copy()
    knee = int(np.argmax(leg.lower == 0.02))
    upper[knee] = q[leg.columns[knee]] + 0.1
    place = planned.place + np.array([0.0, 0.0, 0.12])
    free = q.copy()
    assert solve_leg(chain, free, planned.rotation, place, leg.lower, leg.upper) < 1e-6
    assert free[leg.columns[knee]] > upper[knee]
    miss = solve_leg(chain, q, planned.rotation, place, leg.lower, upper)
    assert q[leg.columns[knee]] == upper[knee]
    assert 0.01 < miss < 0.12


def test_rates_move_the_foot_as_asked(robot: RobotModel, walk: Clip) -> None:
    random, state = np.random.default_rng(7), walk.state(20)
    chain = leg_chain(robot, robot.limbs.sides[1].foot)
    v, twist = state.v.copy(), random.normal(size=6)
    jacobian = foot_pose(chain, state.q).jacobian
    solve_leg_rates(chain, jacobian, v, twist)
    np.testing.assert_allclose(jacobian @ v[chain.columns], twist, atol=1e-3)
    others = np.setdiff1d(range(robot.nv), chain.columns[-LEG:])
    np.testing.assert_array_equal(v[others], state.v[others])
