from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from biped_control.errors import MotionError
from biped_control.motion.captures.landmarks import LANDMARKS
from biped_control.motion.gaits.arm_swing import GaitPhase
from biped_control.motion.proportions import joint_centre_tracks, proportions_of
from biped_control.motion.retargeting.take_kind import judge_take
from biped_control.motion.retargeting.upper_body import base_track, body_rotations, set_upper_body
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel

_FRAMES = np.arange(132)
_GAIT = GaitPhase(_FRAMES / 132, np.zeros(132))


@pytest.fixture(scope="module")
def tilting(stick_walker):
    """A cycle whose pelvis, torso and arms turn in all directions, and the pelvis' angles."""
    cycle = judge_take(stick_walker().landmarks(), "walk").cycle
    phase = 2.0 * np.pi * np.arange(cycle.frames) / cycle.frames
    pelvis = np.stack([0.1 * np.sin(phase), 0.05 * np.cos(2 * phase), 0.08 * np.cos(phase)], axis=1)
    torso = np.stack([-0.15 * np.sin(phase), 0.1 + 0.02 * np.cos(2 * phase), 0.05 * np.sin(phase)], axis=1)
    points = cycle.points.copy()
    middle = 0.5 * (cycle["right_hip"] + cycle["left_hip"])
    for angles, names in ((pelvis, ("hip",)), (torso, ("shoulder", "elbow", "wrist"))):
        rotation = Rotation.from_euler("ZYX", angles)
        for name in (f"{side}_{joint}" for side in ("right", "left") for joint in names):
            points[:, LANDMARKS.index(name)] = middle + rotation.apply(cycle[name] - middle)
    points[:, 0] = middle + Rotation.from_euler("ZYX", pelvis).apply(cycle["lower_back"] - middle)
    return replace(cycle, points=points), pelvis, torso


def test_pelvis_angles_are_recovered_without_their_mean(tilting):
    cycle, pelvis, _ = tilting
    angles = base_track(cycle, _FRAMES, straight=True).angles
    np.testing.assert_allclose(angles[:, :2], pelvis[:, :2] - pelvis[:, :2].mean(axis=0), atol=0.01)
    np.testing.assert_allclose(angles[:, 2], pelvis[:, 2], atol=0.01)


def test_torso_and_arms_point_where_they_did(robot, tilting):
    cycle = tilting[0]
    proportions, base = proportions_of(robot), base_track(cycle, _FRAMES, straight=True)
    q = np.zeros((cycle.frames, robot.nv))
    q[:, 3:ROOT_DOF] = base.angles
    set_upper_body(robot, proportions, cycle, _FRAMES, base, _GAIT, q)
    tracks = joint_centre_tracks(robot, proportions, q)

    def apart(robot_vector, captured_vector):
        cosine = np.sum(robot_vector * captured_vector, axis=1)
        lengths = np.linalg.norm(robot_vector, axis=1) * np.linalg.norm(captured_vector, axis=1)
        return np.degrees(np.arccos(np.clip(cosine / lengths, -1.0, 1.0))).max()

    across = [track["left_shoulder"] - track["right_shoulder"] for track in (tracks, cycle)]
    assert apart(*across) < 1e-3
    for side in ("right", "left"):
        upper_arm = [track[f"{side}_elbow"] - track[f"{side}_shoulder"] for track in (tracks, cycle)]
        assert apart(*upper_arm) < 1e-3
        forearm = cycle[f"{side}_wrist"] - cycle[f"{side}_elbow"]
        elbow = np.pi - np.arccos(np.sum(-forearm * upper_arm[1], axis=1) / (0.3 * 0.25))
        limb = getattr(robot.limbs, side)
        np.testing.assert_allclose(q[:, ROOT_DOF + robot.joint_index[limb.arm[3]]], -elbow, atol=0.02)


def test_forearms_bend_in_the_captured_plane(robot, tilting):
    cycle = tilting[0]
    elbow, wrist = LANDMARKS.index("right_elbow"), LANDMARKS.index("right_wrist")
    points = cycle.points.copy()
    points[:, wrist] = points[:, elbow] + [0.15, 0.2, 0.0]  # forward and inward
    cycle = replace(cycle, points=points)
    proportions, base = proportions_of(robot), base_track(cycle, _FRAMES, straight=True)
    q = np.zeros((cycle.frames, robot.nv))
    q[:, 3:ROOT_DOF] = base.angles
    set_upper_body(robot, proportions, cycle, _FRAMES, base, _GAIT, q)
    forearm = _forearm_directions(robot, q)
    wanted = np.array([0.15, 0.2, 0.0]) / 0.25
    # The plane of the arm is blended with that at rest by 5 degrees.
    assert np.degrees(np.arccos(np.clip(forearm @ wanted, -1.0, 1.0))).max() < 5.0


def _forearm_directions(robot, q):
    import pinocchio as pin

    data, frame = robot.pinocchio.createData(), robot.frame_id("r_gripper")
    directions = []
    for row in q:
        pin.framesForwardKinematics(robot.pinocchio, data, row)
        elbow = data.oMi[robot.pinocchio.getJointId("r_elbow_pitch")].translation
        directions.append(data.oMf[frame].translation - elbow)
    return np.array(directions) / np.linalg.norm(directions, axis=1)[:, None]


def test_body_rotations_are_rotations():
    random = np.random.default_rng(3)
    rotations = body_rotations(random.normal(size=(9, 3)), random.normal(size=(9, 3)))
    np.testing.assert_allclose(
        rotations @ rotations.transpose(0, 2, 1), np.broadcast_to(np.eye(3), (9, 3, 3)), atol=1e-12
    )
    np.testing.assert_allclose(np.linalg.det(rotations), 1.0)


def test_an_arm_of_another_make(robot, tilting):
    arms = {
        side: getattr(robot.limbs, side).model_copy(update={"arm": getattr(robot.limbs, side).arm[1:]})
        for side in ("right", "left")
    }
    other = RobotModel.from_urdf(robot.urdf, robot.limbs.model_copy(update=arms))
    base, q = base_track(tilting[0], _FRAMES, straight=True), np.zeros((132, robot.nv))
    with pytest.raises(MotionError, match="needs three joints at the shoulder, then an elbow"):
        set_upper_body(other, proportions_of(other), tilting[0], _FRAMES, base, _GAIT, q)


def test_an_armless_robot_keeps_its_trunk(robot, tilting):
    cycle = tilting[0]
    arms = {side: getattr(robot.limbs, side).model_copy(update={"arm": ()}) for side in ("right", "left")}
    armless = RobotModel.from_urdf(robot.urdf, robot.limbs.model_copy(update=arms))
    q = np.zeros((cycle.frames, robot.nv))
    base = base_track(cycle, _FRAMES, straight=True)
    set_upper_body(armless, proportions_of(armless), cycle, _FRAMES, base, _GAIT, q)
    used = {name for name, index in robot.joint_index.items() if np.abs(q[:, ROOT_DOF + index]).max() > 0.01}
    assert used == set(robot.limbs.groups["trunk"])
