import numpy as np
import pinocchio as pin
import pytest
from scipy.spatial.transform import Rotation

from biped_control.errors import MotionError
from biped_control.motion.joint_chain import joint_chain, zero_pose_axes
from biped_control.robot.model import RobotModel


@pytest.mark.parametrize("side", ["right", "left"])
def test_the_angles_turn_the_upper_arm_as_asked(robot, side):
    limb = getattr(robot.limbs, side)
    chain = joint_chain(robot, limb.arm[:3])
    random = np.random.default_rng(1)
    angles = random.uniform(0.5 * chain.lower, 0.5 * chain.upper, (20, 3))
    data = robot.pinocchio.createData()
    elbow = robot.pinocchio.getJointId(limb.arm[2])
    rotations = []
    for row in angles:
        q = np.zeros(robot.nv)
        q[chain.columns] = row
        pin.forwardKinematics(robot.pinocchio, data, q)
        rotations.append(data.oMi[elbow].rotation.copy())
    np.testing.assert_allclose(chain.angles(np.array(rotations)), angles, atol=1e-9)


def test_angles_stop_at_the_limits(robot):
    chain = joint_chain(robot, robot.limbs.groups["trunk"])
    far = Rotation.from_euler("y", [[3.0]]).as_matrix()
    assert chain.angles(far)[0].max() <= chain.upper.max()
    assert (chain.angles(far) >= chain.lower).all()


def test_turned_the_other_way_round(robot):
    """The same robot with the torso's yaw axis pointing down needs the opposite angle."""
    yaw = 'name="torso_yaw"'
    head, tail = robot.urdf.split(yaw, 1)
    upside_down = RobotModel.from_urdf(
        head + yaw + tail.replace('axis xyz="0 0 1"', 'axis xyz="0 0 -1"', 1), robot.limbs
    )
    turn = Rotation.from_euler("z", [[0.3]]).as_matrix()
    trunk = robot.limbs.groups["trunk"]
    assert joint_chain(robot, trunk).angles(turn)[0].tolist() == pytest.approx([0.3, 0.0, 0.0])
    assert joint_chain(upside_down, trunk).angles(turn)[0].tolist() == pytest.approx([-0.3, 0.0, 0.0])


def test_fewer_joints_give_what_they_can(robot):
    chain = joint_chain(robot, ["torso_yaw"])
    assert chain.angles(Rotation.from_euler("z", [[0.3]]).as_matrix())[0].tolist() == pytest.approx([0.3])


def test_axes_it_cannot_use(robot):
    with pytest.raises(MotionError, match=r"turn about \['Y', 'Y'\]"):
        joint_chain(robot, ["r_knee_pitch", "r_ankle_pitch"])
    yaw = 'name="torso_yaw"'
    head, tail = robot.urdf.split(yaw, 1)
    slanted = RobotModel.from_urdf(
        head + yaw + tail.replace('axis xyz="0 0 1"', 'axis xyz="0.6 0 0.8"', 1), robot.limbs
    )
    with pytest.raises(MotionError, match=r"joint 'torso_yaw' turns about .* needs a coordinate axis"):
        joint_chain(slanted, slanted.limbs.groups["trunk"])


def test_axes_are_unit_vectors(robot):
    np.testing.assert_allclose(np.linalg.norm(zero_pose_axes(robot), axis=1), 1.0)
