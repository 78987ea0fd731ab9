"""Broken URDFs: one clear error that names the place, before any parser prints its own."""

import re

import pytest

from biped_control.errors import RobotError
from biped_control.robot.model import RobotModel

FOOT_INERTIAL = re.compile(r'(<link name="l_foot">\s*)<inertial>.*?</inertial>', re.DOTALL)


def changed(robot: RobotModel, pattern: str | re.Pattern[str], replacement: str) -> str:
    urdf, count = re.subn(pattern, replacement, robot.urdf)
    assert count > 0
    return urdf


@pytest.mark.parametrize(
    ("pattern", "replacement", "message"),
    [
        (FOOT_INERTIAL, r"\1", "link 'l_foot', moved by 'l_ankle_roll', has no inertia"),
        ("<inertia ", "<inertiaX ", "inertia of link 'base_link' cannot be used: expected <inertia> with"),
        ('ixx="[^"]*"', 'ixx="much"', "link 'base_link' cannot be used: expected <inertia> with the numbers"),
        ('ixx="[^"]*"', 'ixx="-1"', "expected positive principal moments"),
        ('<mass value="[^"]*"', '<mass value="0"', "link 'torso_yaw_link' cannot be used: expected <mass"),
        ('<mass value="[^"]*"', '<mass value="nan"', "expected <mass value=...> above 0 kg"),
        ('type="revolute"', 'type="ball"', "joint 'torso_yaw' has type 'ball'; expected one of revolute"),
        ('<child link="head" ?/>', '<child link="hat"/>', "moves link 'hat', which does not exist"),
    ],
)
def test_what_is_wrong_is_named(
    robot: RobotModel,
    capfd: pytest.CaptureFixture[str],
    pattern: str | re.Pattern[str],
    replacement: str,
    message: str,
) -> None:
    with pytest.raises(RobotError, match=re.escape(message)):
        RobotModel.from_urdf(changed(robot, pattern, replacement), robot.limbs)
    assert capfd.readouterr() == ("", "")
