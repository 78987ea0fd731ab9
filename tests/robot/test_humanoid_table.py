"""The humanoid against the printed table of the paper."""

import numpy as np
import pinocchio as pin
import pytest

from biped_control.robot.humanoid_table import humanoid_table
from biped_control.robot.model import RobotModel

# Muico et al. 2009, Table 1: rows and how often the body has them.
PRINTED_MASSES = {
    "pelvis": (12.8, 1),
    "thigh": (9.01, 2),
    "shank": (3.91, 2),
    "foot": (0.757, 2),
    "torso": (17.0, 1),
    "clavicle": (2.51, 2),
    "arm": (1.42, 2),
    "forearm": (0.570, 2),
    "hand": (0.451, 2),
    "neck": (0.230, 1),
    "head": (4.07, 1),
}


def test_total_mass(robot: RobotModel) -> None:
    printed = sum(mass * count for mass, count in PRINTED_MASSES.values())
    assert printed == pytest.approx(71.356)
    assert robot.mass == pytest.approx(printed, abs=0.005)  # the massless links of the URDF weigh 0.1 g each


def test_degrees_of_freedom(robot: RobotModel) -> None:
    assert robot.nv == 29
    counts = {group: len(joints) for group, joints in robot.limbs.groups.items()}
    assert counts == {"trunk": 3, "hip": 6, "knee": 2, "ankle": 4, "shoulder": 6, "elbow": 2}


@pytest.mark.parametrize(
    ("joint", "mass", "lateral", "up", "forward"),
    [
        ("l_hip_pitch", 9.01, 0.208, 0.0356, 0.204),
        ("r_hip_pitch", 9.01, 0.208, 0.0356, 0.204),
        ("r_knee_pitch", 3.91, 0.0600, 8.70e-3, 0.0585),
        ("l_ankle_roll", 0.757, 1.99e-3, 1.99e-3, 1.16e-4),
        ("l_shoulder_yaw", 1.42, 0.0133, 1.40e-3, 0.0132),
    ],
)
def test_limb_carries_its_row(
    robot: RobotModel, joint: str, mass: float, lateral: float, up: float, forward: float
) -> None:
    inertia: pin.Inertia = robot.pinocchio.inertias[robot.pinocchio.getJointId(joint)]
    assert inertia.mass == pytest.approx(mass, abs=1e-3)
    # The sole's carrier, 0.1 g below the foot, adds a little to the foot.
    np.testing.assert_allclose(np.diag(inertia.inertia), [forward, lateral, up], atol=1e-6)


def test_left_and_right_links_mirror_each_other() -> None:
    links = {link.name: link for link in humanoid_table().links}
    for name, left in links.items():
        if not name.startswith("l_"):
            continue
        right = links["r_" + name[2:]]
        assert [body for body, _ in left.bodies] == [body for body, _ in right.bodies]
        for (_, (lx, ly, lz)), (_, (rx, ry, rz)) in zip(left.bodies, right.bodies, strict=True):
            assert (lx, ly, lz) == (rx, -ry, rz)
        assert [shape.size for shape in left.collision] == [shape.size for shape in right.collision]


def test_joint_ranges_mirror_each_other(robot: RobotModel) -> None:
    for name, left in robot.joint_index.items():
        if not name.startswith("l_"):
            continue
        right = robot.joint_index["r_" + name[2:]]
        ranges = robot.lower_limits[left], robot.upper_limits[left]
        mirrored = robot.lower_limits[right], robot.upper_limits[right]
        flips = name.endswith(("_roll", "_yaw"))
        assert ranges == ((-mirrored[1], -mirrored[0]) if flips else mirrored)
        assert robot.effort_limits[left] == robot.effort_limits[right] > 0.0
