"""Inverse kinematics of the legs, against forward kinematics."""

from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest

from biped_control.errors import MotionError
from biped_control.motion.inverse_kinematics import LegInverseKinematics, solve_legs
from biped_control.motion.kinematic_cycle import FEET, Foot
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray


def foot_at(robot: RobotModel, foot: Foot, q: FloatArray) -> pin.SE3:
    data = robot.pinocchio.createData()
    pin.framesForwardKinematics(robot.pinocchio, data, q)
    side = robot.limbs.right if foot == "right" else robot.limbs.left
    return data.oMf[robot.frame_id(side.foot)].copy()


@pytest.mark.parametrize("foot", FEET)
def test_reaches_every_pose_that_the_leg_can_take(robot: RobotModel, foot: Foot) -> None:
    leg = LegInverseKinematics(robot, foot)
    random = np.random.default_rng(7)
    for _ in range(40):
        q = 0.2 * random.standard_normal(robot.nv)
        inside = random.uniform(0.1, 0.9, 6)
        lower, upper = np.maximum(leg.lower, -1.0), np.minimum(leg.upper, 1.5)
        q[leg.columns] = lower + inside * (upper - lower)
        target = foot_at(robot, foot, q)
        start = q.copy()
        start[leg.columns] = 0.0
        solution = leg.solve(start, target)
        reached = q.copy()
        reached[leg.columns] = solution.angles
        assert np.linalg.norm(pin.log6(foot_at(robot, foot, reached).actInv(target)).vector) < 1e-6
        assert max(solution.position_error, solution.rotation_error) < 1e-6
        assert (solution.angles >= leg.lower).all()
        assert (solution.angles <= leg.upper).all()


def test_a_pose_out_of_reach_gives_the_straight_leg_and_its_error(robot: RobotModel) -> None:
    leg = LegInverseKinematics(robot, "left", smallest_knee=0.08)
    q = np.zeros(robot.nv)
    target = foot_at(robot, "left", q)
    target.translation = target.translation - np.array([0.0, 0.0, 0.1])
    solution = leg.solve(q, target)
    knee = robot.limbs.left.leg.index("l_knee_pitch")
    assert solution.angles[knee] == pytest.approx(0.08)
    assert solution.position_error == pytest.approx(0.1, abs=5e-3)


def test_a_track_follows_both_feet_and_leaves_the_rest_alone(robot: RobotModel) -> None:
    frames = 12
    wave = np.sin(2 * np.pi * np.arange(frames) / frames)
    positions = np.zeros((frames, robot.nv))
    poses: dict[Foot, list[pin.SE3]] = {"right": [], "left": []}
    for frame in range(frames):
        q = np.zeros(robot.nv)
        for sign, side in ((1.0, "r"), (-1.0, "l")):
            for name, angle in (("hip_pitch", 0.3 * sign * wave[frame] - 0.2), ("knee_pitch", 0.5)):
                q[6 + robot.joint_index[f"{side}_{name}"]] = angle
        for foot in FEET:
            poses[foot].append(foot_at(robot, foot, q))
    positions[:, 6 + robot.joint_index["torso_yaw"]] = 0.1
    track = solve_legs(robot, positions, poses["right"], poses["left"])
    assert track.position_errors.shape == (frames, 2)
    assert track.position_errors.max() < 1e-6
    legs = [6 + robot.joint_index[name] for name in robot.limbs.right.leg + robot.limbs.left.leg]
    others = np.setdiff1d(np.arange(robot.nv), legs)
    np.testing.assert_array_equal(track.positions[:, others], positions[:, others])
    for foot in FEET:
        for q, pose in zip(track.positions, poses[foot], strict=True):
            np.testing.assert_allclose(foot_at(robot, foot, q).homogeneous, pose.homogeneous, atol=1e-6)


def test_a_leg_without_six_joints_is_refused(robot: RobotModel) -> None:
    right = robot.limbs.right.model_copy(update={"leg": robot.limbs.right.leg[:5]})
    short = replace(robot, limbs=robot.limbs.model_copy(update={"right": right}))
    with pytest.raises(MotionError, match="right leg: 5 joints"):
        LegInverseKinematics(short, "right")
