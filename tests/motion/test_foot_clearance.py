"""Distances of the feet against footprints seen from above and against a general solver."""

import numpy as np
import pinocchio as pin
import pytest
from scipy.optimize import minimize

from biped_control.motion.foot_clearance import foot_gaps
from biped_control.motion.steps.step_soles import sole_gaps
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

# From the URDF: centre and size of the collision box of either foot.
CENTRE, SIZE = np.array([0.05, 0.0, -0.05]), np.array([0.24, 0.09, 0.05])


def posed(robot: RobotModel, **angles: float) -> FloatArray:
    q = np.zeros(robot.nv)
    for name, angle in angles.items():
        q[ROOT_DOF + robot.joint_names.index(name)] = angle
    return q


def leaning_inward(robot: RobotModel, angle: float) -> FloatArray:
    """Legs that lean, on feet that stay level."""
    return posed(robot, r_hip_roll=angle, r_ankle_roll=-angle, l_hip_roll=-angle, l_ankle_roll=angle)


def corners(robot: RobotModel, q: FloatArray) -> list[FloatArray]:
    data = robot.pinocchio.createData()
    pin.forwardKinematics(robot.pinocchio, data, q)
    signs = np.array(np.meshgrid(*[[-0.5, 0.5]] * 3)).reshape(3, -1).T
    feet = [
        pin.updateFramePlacement(robot.pinocchio, data, robot.frame_id(side.foot))
        for side in robot.limbs.sides
    ]
    return [(CENTRE + signs * SIZE) @ foot.rotation.T + foot.translation for foot in feet]


@pytest.mark.parametrize(("angle", "overlap"), [(0.0, False), (0.03, False), (0.06, True), (0.065, True)])
def test_level_feet_are_as_far_apart_as_their_footprints(
    robot: RobotModel, angle: float, overlap: bool
) -> None:
    q = leaning_inward(robot, angle)[None]
    gap = foot_gaps(robot, q)[0]
    assert (gap < 0.0) == overlap
    assert gap == pytest.approx(sole_gaps(robot, q)[0], abs=1e-6)


def test_any_feet_are_as_far_apart_as_their_convex_hulls(robot: RobotModel) -> None:
    random = np.random.default_rng(3)
    legs = [name for side in robot.limbs.sides for name in side.leg]
    poses = np.array(
        [
            posed(robot, **dict(zip(legs, random.uniform(-0.25, 0.25, len(legs)), strict=True)))
            for _ in range(8)
        ]
    )
    gaps = foot_gaps(robot, poses)
    assert gaps.min() < 0.0 < np.median(gaps)
    for q, gap in zip(poses, gaps, strict=True):
        right, left = corners(robot, q)

        def squared(weights: FloatArray, right: FloatArray = right, left: FloatArray = left) -> float:
            return float(np.sum((weights[:8] @ right - weights[8:] @ left) ** 2))

        shares = [{"type": "eq", "fun": lambda w, s=s: w[s].sum() - 1.0} for s in (slice(8), slice(8, 16))]
        found = minimize(
            squared,
            np.full(16, 0.125),
            bounds=[(0.0, 1.0)] * 16,
            constraints=shares,
            options={"ftol": 1e-14, "maxiter": 500},
        )
        assert max(gap, 0.0) == pytest.approx(np.sqrt(found.fun), abs=1e-4)


def test_meshes_and_other_links_do_not_count(robot: RobotModel) -> None:
    mesh = '<collision><geometry><mesh filename="package://nowhere/hand.stl" /></geometry></collision></link>'
    other = RobotModel.from_urdf(robot.urdf.replace("</link>", mesh), robot.limbs)
    q = leaning_inward(robot, 0.03)[None]
    assert foot_gaps(other, q) == pytest.approx(foot_gaps(robot, q))
