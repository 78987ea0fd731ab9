from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest

from biped_control.errors import MotionError
from biped_control.motion.captures.capture_cleaning import clean_landmarks
from biped_control.motion.captures.landmarks import find_landmarks
from biped_control.motion.kinematic_cycle import FEET
from biped_control.motion.proportions import proportions_of
from biped_control.motion.readers import read_capture
from biped_control.motion.retargeting.retargeting import joint_centre_errors, retarget
from biped_control.motion.retargeting.take_kind import judge_take
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.soles import sole_corners


@pytest.fixture(scope="module")
def walk(robot, stick_walker):
    """A stick walker, its cycle and the robot's."""
    walker = stick_walker()
    landmarks = walker.landmarks(heading=0.5)
    return (
        walker,
        judge_take(landmarks, "walk").cycle,
        retarget(judge_take(landmarks, "walk").cycle, robot, landmarks.leg_length),
    )


def test_speed_and_lengths_are_scaled_by_the_legs(walk):
    walker, _, retargeted = walk
    assert retargeted.scale == pytest.approx(0.82 / 0.9, rel=1e-6)
    assert retargeted.cycle.stride == pytest.approx(retargeted.scale * walker.stride, rel=1e-3)
    assert retargeted.cycle.speed_mps == pytest.approx(retargeted.scale * walker.speed, rel=1e-3)
    assert retargeted.half_width == pytest.approx(retargeted.scale * walker.half_width, rel=0.01)


def test_the_cycle_is_symmetric_and_starts_under_the_right_heel(robot, walk):
    cycle = walk[2].cycle
    assert cycle.mirror_error(robot) < 1e-12
    assert (cycle.right.heel_x, cycle.right.strike_frame, cycle.left.strike_frame) == (
        pytest.approx(0.0, abs=1e-9),
        0,
        66,
    )
    assert cycle.left.heel_y == -cycle.right.heel_y == pytest.approx(walk[2].half_width)


def test_contacts_are_where_the_walker_had_them(walk):
    walker, _, retargeted = walk
    heel, toe = retargeted.cycle.contacts[:, 0], retargeted.cycle.contacts[:, 1]
    heel_off = walker.heel_off + np.sqrt(0.06 / walker.lift_pitch) * (walker.toe_off - walker.heel_off)
    assert np.flatnonzero(~heel)[0] == pytest.approx(132 * heel_off, abs=3)
    assert np.flatnonzero(toe)[0] == pytest.approx(132 * walker.flat * (1 - 0.05 / np.radians(20)), abs=3)
    assert np.flatnonzero(toe)[-1] == pytest.approx(132 * walker.toe_off, abs=3)


def test_soles_stay_on_and_above_the_ground(robot, walk):
    cycle = walk[2].cycle
    points = sole_corners(robot)
    data = robot.pinocchio.createData()
    for frame, q in enumerate(cycle.positions):
        pin.forwardKinematics(robot.pinocchio, data, q)
        heights = np.array(
            [
                data.oMi[int(joint)].act(offset)[2]
                for joint, offset in zip(points.joints, points.offsets, strict=True)
            ]
        ).reshape(2, 2, 2)  # foot, heel or toe, left or right corner
        assert heights.min() > -0.004, frame
        standing = cycle.contacts[frame].reshape(2, 2)
        assert np.abs(heights[standing]).max() < 0.004, frame


def test_the_robot_stands_in_the_person(robot, walk):
    """Hips and ankles coincide up to the pelvis drop and the longer feet of the robot."""
    errors = joint_centre_errors(robot, walk[2].landmarks, walk[2].cycle.positions)
    names = list(proportions_of(robot).joints)
    hips = errors[:, [names.index(f"{foot}_hip") for foot in FEET]]
    ankles = errors[:, [names.index(f"{foot}_ankle") for foot in FEET]]
    assert hips.max() < 0.03
    assert np.median(ankles) < 0.02
    assert ankles.max() < 0.06
    assert walk[2].ik_error < 1e-6


def test_joint_centre_errors_measure_distance(robot, walk):
    positions = walk[2].cycle.positions.copy()
    before = joint_centre_errors(robot, walk[2].landmarks, positions)
    positions[:, 2] += 10.0
    np.testing.assert_allclose(joint_centre_errors(robot, walk[2].landmarks, positions), 10.0, atol=0.3)
    assert before.max() < 0.2


def test_no_name_of_our_urdf_is_needed(robot, walk):
    renamed_urdf = robot.urdf.replace('"r_', '"droite_').replace('"l_', '"gauche_').replace("torso", "buste")
    text = (
        robot.limbs.model_dump_json()
        .replace('"r_', '"droite_')
        .replace('"l_', '"gauche_')
        .replace('"torso', '"buste')
    )
    limbs = type(robot.limbs).model_validate_json(text.replace('"buste":', '"torso":'))
    other = RobotModel.from_urdf(renamed_urdf, limbs)
    retargeted = retarget(walk[1], other, 0.9)
    order = [other.joint_index[_renamed(name)] for name in robot.joint_names]
    np.testing.assert_allclose(
        retargeted.cycle.positions[:, 6:][:, order], walk[2].cycle.positions[:, 6:], atol=1e-6
    )


def _renamed(name: str) -> str:
    return (
        name.replace("torso", "buste").replace("r_", "droite_", 1)
        if name[:2] in ("r_", "to")
        else f"gauche_{name[2:]}"
    )


def test_steps_that_are_too_long_for_the_robot(robot, walk):
    cycle = walk[1]
    stretched = cycle.points.copy()
    stretched[..., 0] *= 1.5
    with pytest.raises(MotionError, match=r"even with the pelvis 0\.12 m lower a foot is .* m from its hip"):
        retarget(replace(cycle, points=stretched, advance=Placement(1.5 * cycle.stride)), robot, 0.9)


def test_a_joint_limit_in_the_way_names_frame_and_foot(robot, walk):
    knee = 'name="l_knee_pitch"'
    head, tail = robot.urdf.split(knee, 1)
    stiff = RobotModel.from_urdf(head + knee + tail.replace('upper="2.5"', 'upper="0.6"', 1), robot.limbs)
    with pytest.raises(
        MotionError, match=r"stick_walker: frame \d+ of the motion: the left foot misses its place by"
    ):
        retarget(walk[1], stiff, 0.9)


def test_a_real_walk(robot, mocap):
    landmarks = find_landmarks(read_capture(mocap / "cmu_amc" / "02_01.amc"))
    clean = clean_landmarks(landmarks, 120.0).landmarks
    retargeted = retarget(judge_take(clean, "walk").cycle, robot, clean.leg_length)
    assert retargeted.cycle.speed_mps == pytest.approx(1.164, abs=0.005)
    assert retargeted.captured_half_width == pytest.approx(0.026, abs=0.002)
    assert retargeted.half_width > 0.05 - 1e-9
    assert retargeted.pelvis_drop < 0.05
    errors = joint_centre_errors(robot, retargeted.landmarks, retargeted.uneven)
    assert np.median(errors) < 0.05
