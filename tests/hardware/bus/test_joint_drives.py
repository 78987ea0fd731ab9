"""Actuator settings and the way between joints and drives."""

from typing import Any

import numpy as np
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from biped_control.errors import ConfigurationError
from biped_control.hardware.bus.actuator_settings import ActuatorSettings, load_actuators
from biped_control.hardware.bus.drive_signals import DriveReading
from biped_control.hardware.bus.joint_drives import JointDrives, load_fitting_actuators
from biped_control.hardware.bus.joint_signals import JointCommands
from biped_control.robot.model import RobotModel

KNEE = "l_knee_pitch"
ROBOT = RobotModel.load()  # hypothesis does not take the fixture


def test_the_shipped_file_fits_the_shipped_robot(robot: RobotModel) -> None:
    drives = JointDrives(robot, load_actuators())
    np.testing.assert_array_equal(drives.torque_limits, robot.effort_limits)
    assert len(set(drives.places)) == robot.nu


@pytest.mark.parametrize(
    ("joint", "key", "value", "message"),
    [
        (KNEE, "bus", "middle", f"joint {KNEE}: bus 'middle' is none of right, left"),
        (KNEE, "drive", "huge", f"joint {KNEE}: drive 'huge' is none of"),
        (KNEE, "node", 1, "both are node 1 of bus 'left'"),
        (KNEE, "torque", 330.0, f"joint {KNEE}: its torque limit is 330 N m"),
        (KNEE, "ratio", 3.0, f"joint {KNEE}: its position limit is 7.5 rad at the drive"),
        (KNEE, "position", [1.0, 1.0], "lower limit 1 rad is not below"),
        (KNEE, "direction", 2, "direction"),
        (KNEE, "node", 0, "node"),
        (KNEE, "zero", float("nan"), "zero"),
        (KNEE, "gear", 6.0, "unknown key; expected one of bus, node"),
    ],
)
def test_what_does_not_fit_together_is_refused(
    shipped: dict[str, Any], tmp_path: Any, joint: str, key: str, value: object, message: str
) -> None:
    shipped["joints"][joint][key] = value
    path = tmp_path / "mine.yaml"
    path.write_text(yaml.safe_dump(shipped, sort_keys=False), encoding="utf-8")
    with pytest.raises(ConfigurationError, match=message) as caught:
        load_actuators(path)
    assert str(path) in str(caught.value)
    assert "found {" not in str(caught.value), "names say it; the whole file does not help"


def test_a_file_that_does_not_fit_the_robot_is_named(
    robot: RobotModel, shipped: dict[str, Any], tmp_path: Any
) -> None:
    del shipped["joints"][KNEE]
    path = tmp_path / "mine.yaml"
    path.write_text(yaml.safe_dump(shipped, sort_keys=False), encoding="utf-8")
    with pytest.raises(ConfigurationError, match=rf"mine\.yaml: actuators: .* missing: {KNEE}"):
        load_fitting_actuators(robot, path)
    assert load_fitting_actuators(robot) == load_actuators()


def test_two_buses_cannot_share_an_adapter(shipped: dict[str, Any]) -> None:
    shipped["buses"]["left"] = shipped["buses"]["right"]
    with pytest.raises(ValueError, match="same channel"):
        ActuatorSettings.model_validate(shipped)


def test_other_joints_than_the_robots_are_refused(robot: RobotModel, shipped: dict[str, Any]) -> None:
    shipped["joints"]["tail"] = shipped["joints"].pop(KNEE)
    with pytest.raises(ConfigurationError, match=f"missing: {KNEE}; not in the robot: tail"):
        JointDrives(robot, ActuatorSettings.model_validate(shipped))


@pytest.mark.parametrize(
    ("key", "value"),
    [("position", [-0.1, 2.5]), ("position", [0.0, 2.6]), ("velocity", 20.1), ("torque", 301.0)],
)
def test_limits_beyond_the_robots_are_refused(
    robot: RobotModel, shipped: dict[str, Any], key: str, value: object
) -> None:
    shipped["joints"][KNEE][key] = value
    with pytest.raises(ConfigurationError, match=f"the {key} limits of {KNEE} exceed"):
        JointDrives(robot, ActuatorSettings.model_validate(shipped))


@given(
    st.sampled_from([-1, 1]),
    st.floats(0.2, 1.2),
    st.floats(-0.3, 0.3),
    st.floats(0.0, 2.5),
    st.floats(-15, 15),
)
def test_power_and_the_law_of_the_spring_are_the_same_on_both_sides(
    direction: int, ratio: float, zero: float, q: float, v: float
) -> None:
    content = load_actuators().model_dump()
    content["joints"][KNEE] |= {"direction": direction, "ratio": ratio, "zero": zero, "torque": 60.0}
    drives = JointDrives(ROBOT, ActuatorSettings.model_validate(content))
    knee, n = ROBOT.joint_index[KNEE], ROBOT.nu
    commands = JointCommands(*(np.full(n, x) for x in (0.7, -2.0, 25.0, 3.0, 11.0)))
    command = drives.to_drive(knee, commands)
    positions, velocities = drives.seen_by_drives(np.full(n, q), np.full(n, v))
    at_drive = (
        command.torque
        + command.stiffness * (command.position - positions[knee])
        + command.damping * (command.velocity - velocities[knee])
    )
    at_joint = 11.0 + 25.0 * (0.7 - q) + 3.0 * (-2.0 - v)
    assert at_drive * velocities[knee] == pytest.approx(at_joint * v, abs=1e-9)
    reading = DriveReading(positions[knee], velocities[knee], at_drive)
    assert drives.from_drive(knee, reading) == pytest.approx((q, v, at_joint))
    torques = np.zeros(n)
    torques[knee] = at_drive
    assert drives.joint_torques(torques)[knee] == pytest.approx(at_joint)
