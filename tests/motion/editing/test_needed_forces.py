"""Needed forces against the clips' own, and against forward dynamics."""

import numpy as np
import pinocchio as pin
import pytest

from biped_control.motion.clip import Clip
from biped_control.motion.editing.needed_forces import NeededForces
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.soles import anticipated_points
from biped_control.robot.state import FloatArray


def motion(clip: Clip, frame: int) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Pose, velocity and acceleration of a tick."""
    now, after = clip.state(frame), clip.state(frame + 1)
    return now.q, now.v, (after.v - now.v) * clip.rate_hz


def wrench(robot: RobotModel, q: FloatArray, forces: FloatArray) -> FloatArray:
    """(6,) force and moment about the centre of mass, of forces at the anticipated points and weight."""
    model, points = robot.pinocchio, anticipated_points(robot)
    data = model.createData()
    centre = pin.centerOfMass(model, data, q).copy()
    pin.forwardKinematics(model, data, q)
    places = [
        data.oMi[int(joint)].act(offset) for joint, offset in zip(points.joints, points.offsets, strict=True)
    ]
    total = forces.sum(axis=0) - [0.0, 0.0, robot.mass * GRAVITY]
    return np.concatenate((total, np.cross(places - centre, forces).sum(axis=0)))


@pytest.mark.parametrize("frame", [3, 30, 50, 64, 100])
def test_a_clip_needs_its_own_forces(robot: RobotModel, walk: Clip, frame: int) -> None:
    """Also if they are looked for near others."""
    q, v, a = motion(walk, frame)
    contacts, needed = walk.contacts[frame], NeededForces(robot)
    found = needed.of(q, v, a, contacts, walk.forces[frame])
    np.testing.assert_allclose(found.forces, walk.forces[frame] * contacts[:, None], atol=2.0)
    np.testing.assert_allclose(found.torques, walk.torques[frame], atol=2.0)
    others = needed.of(q, v, a, contacts, np.zeros((4, 3)))
    np.testing.assert_allclose(others.forces.sum(axis=0), found.forces.sum(axis=0), atol=5.0)


def test_they_change_the_momentum_of_the_body_as_needed(robot: RobotModel, walk: Clip) -> None:
    """On both feet, heels and toes, nothing is out of reach: pelvis pushed to the side, trunk turned."""
    frame = int(np.flatnonzero(walk.contacts.reshape(-1, 2, 2).any(axis=2).all(axis=1))[4])
    q, v, a = motion(walk, frame)
    a = a + 3.0 * np.cos(np.arange(len(a)))
    found = NeededForces(robot).of(q, v, a, np.ones(4, dtype=np.bool_), walk.forces[frame])
    data = robot.pinocchio.createData()
    pin.computeCentroidalMomentumTimeVariation(robot.pinocchio, data, q, v, a)
    np.testing.assert_allclose(wrench(robot, q, found.forces), data.dhg.vector, atol=3.0)
    assert np.abs(wrench(robot, q, walk.forces[frame]) - data.dhg.vector).max() > 50.0


def test_what_points_cannot_give_is_left(robot: RobotModel, walk: Clip) -> None:
    """A heel and a toe turn nobody over the side of the foot; the weight is carried all the same."""
    frame = int(np.flatnonzero(walk.contacts[:, :2].all(axis=1) & ~walk.contacts[:, 2:].any(axis=1))[0])
    q, v, a = motion(walk, frame)
    a[5] += 20.0
    found = NeededForces(robot).of(q, v, a, walk.contacts[frame], walk.forces[frame])
    data = robot.pinocchio.createData()
    pin.centerOfMass(robot.pinocchio, data, q, v, a)
    wanted = robot.mass * (data.acom[0][2] + GRAVITY)
    assert found.forces[:, 2].sum() == pytest.approx(wanted, abs=30.0)
    assert np.abs(found.forces).max() < 1.5 * robot.mass * GRAVITY


@pytest.mark.parametrize(
    ("ahead", "up"),
    [
        pytest.param(0.0, -2.0, id="pulled to the ground"),
        pytest.param(1.5, 0.0, id="thrown ahead"),
    ],
)
def test_they_pull_and_slide_where_the_motion_asks_for_it(
    robot: RobotModel, walk: Clip, ahead: float, up: float
) -> None:
    """By accelerations of the whole body in units of gravity: nothing is cut off, whoever plans does that."""
    frame = int(np.flatnonzero(walk.contacts.reshape(-1, 2, 2).any(axis=2).all(axis=1))[4])
    q, v, _ = motion(walk, frame)
    a = np.zeros(len(v))
    a[[0, 2]] = ahead * GRAVITY, up * GRAVITY
    found = NeededForces(robot).of(q, v, a, np.ones(4, dtype=np.bool_), walk.forces[frame])
    data = robot.pinocchio.createData()
    pin.computeCentroidalMomentumTimeVariation(robot.pinocchio, data, q, v, a)
    np.testing.assert_allclose(wrench(robot, q, found.forces), data.dhg.vector, atol=3.0)
    along, vertical = found.forces[:, 0].sum(), found.forces[:, 2].sum()
    assert vertical < -0.8 * robot.mass * GRAVITY if up else along > 1.2 * vertical > 0.0


def test_in_flight_there_are_none(robot: RobotModel, walk: Clip) -> None:
    q, v, a = motion(walk, 10)
    found = NeededForces(robot).of(q, v, a, np.zeros(4, dtype=np.bool_), walk.forces[10])
    assert not found.forces.any()
    data = robot.pinocchio.createData()
    np.testing.assert_allclose(found.torques, pin.rnea(robot.pinocchio, data, q, v, a)[6:])
