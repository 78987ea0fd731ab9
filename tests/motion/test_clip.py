"""Clips: shapes, references, the residual that everything is judged by."""

import numpy as np
import pinocchio as pin
import pytest

from biped_control.errors import ClipError
from biped_control.motion.clip import Clip, dynamics_residual
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.soles import anticipated_points
from biped_control.robot.state import FloatArray


def falling_clip(robot: RobotModel, **changes: object) -> Clip:
    """Three steps of free fall in a fixed pose: no torque, no force, exact by hand."""
    dt = 1.0 / 120.0
    positions = np.zeros((5, robot.nv))
    for k in range(1, 5):
        # v_{k+1} = v_k - g dt and q_{k+1} = q_k + dt v_k
        positions[k, 2] = positions[k - 1, 2] - (k - 1) * 9.81 * dt * dt
    values: dict[str, object] = {
        "name": "fall",
        "rate_hz": 120.0,
        "positions": positions,
        "torques": np.zeros((3, robot.nu)),
        "forces": np.zeros((3, 4, 3)),
        "contacts": np.zeros((3, 4), dtype=bool),
        "advance": Placement(),
        "cyclic": False,
        "start_hub": "cliff",
        "end_hub": "ground",
        "robot": robot.fingerprint,
        "source": "by hand",
    }
    return Clip(**{**values, **changes})  # type: ignore[arg-type]


def test_free_fall_has_no_residual(robot: RobotModel) -> None:
    assert dynamics_residual(robot, falling_clip(robot)) < 1e-8


def test_the_residual_is_the_missing_force(robot: RobotModel) -> None:
    """Hanging in the air without any force lacks the weight, in the row of the height."""
    hanging = falling_clip(robot, positions=np.zeros((5, robot.nv)))
    assert dynamics_residual(robot, hanging) == pytest.approx(robot.mass * 9.81, rel=1e-5)


def test_forces_enter_with_the_sign_and_place_of_the_sole(robot: RobotModel) -> None:
    """Weight is carried at the right heel; inverse dynamics says what is still missing."""
    forces = np.zeros((3, 4, 3))
    forces[:, 0, 2] = robot.mass * 9.81
    contacts = np.zeros((3, 4), dtype=bool)
    contacts[:, 0] = True
    standing = falling_clip(robot, positions=np.zeros((5, robot.nv)), forces=forces, contacts=contacts)
    model, data = robot.pinocchio, robot.pinocchio.createData()
    q = np.zeros(robot.nv)
    missing = pin.rnea(model, data, q, q, q)
    points = anticipated_points(robot)
    joint = int(points.joints[0])
    pin.computeJointJacobians(model, data, q)
    pin.updateFramePlacements(model, data)
    jacobian: FloatArray = pin.getJointJacobian(model, data, joint, pin.LOCAL_WORLD_ALIGNED)
    force = forces[0, 0]
    missing = missing - jacobian.T @ np.concatenate([force, np.cross(points.offsets[0], force)])
    assert dynamics_residual(robot, standing) == pytest.approx(float(np.abs(missing).max()), rel=1e-9)


def test_forces_of_points_without_contact_do_not_count(robot: RobotModel) -> None:
    ignored = falling_clip(robot, forces=np.full((3, 4, 3), 1e3))
    assert dynamics_residual(robot, ignored) < 1e-8


def test_references_are_what_a_sensor_would_measure(robot: RobotModel) -> None:
    clip = falling_clip(robot)
    placement = Placement(1.0, 2.0, 0.3)
    reference = clip.reference(1, placement)
    assert (reference.clip, reference.frame, reference.placement) == ("fall", 1, placement)
    np.testing.assert_array_equal(reference.state.q, clip.positions[2])
    np.testing.assert_array_equal(reference.state.v, clip.velocities[1])
    np.testing.assert_array_equal(reference.next_state.q, clip.positions[3])
    np.testing.assert_allclose(
        reference.next_state.q, reference.state.q + clip.dt * reference.next_state.v, atol=1e-15
    )


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("torques", np.zeros((2, 23)), r"positions has shape \(5, 29\), expected \(4, 29\)"),
        ("forces", np.zeros((3, 12)), r"forces has shape \(3, 12\), expected \(3, 4, 3\)"),
        ("rate_hz", 0.0, "above 0 Hz"),
        ("rate_hz", float("nan"), "above 0 Hz"),
    ],
)
def test_wrong_shapes_and_rates_are_refused(
    robot: RobotModel, field: str, value: object, message: str
) -> None:
    with pytest.raises(ClipError, match=message):
        falling_clip(robot, **{field: value})


def test_numbers_that_are_not_finite_are_refused(robot: RobotModel) -> None:
    torques = np.zeros((3, robot.nu))
    torques[1, 4] = np.nan
    with pytest.raises(ClipError, match=r"torques holds NaN or infinity at \[1 4\]"):
        falling_clip(robot, torques=torques)


def test_another_robot_is_refused(robot: RobotModel) -> None:
    foreign = Clip(**{**vars(falling_clip(robot)), "robot": "0123"})
    with pytest.raises(ClipError, match="was made for robot 0123, this robot is"):
        foreign.require_robot(robot)


def test_who_sways_or_steps_on_the_spot_does_not_travel(robot: RobotModel) -> None:
    on_the_spot = falling_clip(robot, advance=Placement(0.1, -0.1))
    assert on_the_spot.way_m == pytest.approx(0.1 * 2.0**0.5)
    assert not on_the_spot.travels
    assert falling_clip(robot, advance=Placement(0.3, -0.4)).travels
