"""States to try the robot's mathematics on."""

from collections.abc import Callable

import numpy as np
import pytest
from modal_pose import Pose, pose_of

from biped_control.analysis.assembly import WalkParts
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import State


@pytest.fixture(scope="session")
def random_state(robot: RobotModel) -> Callable[[int], State]:
    """Any pose within the joint limits, turned and tilted by up to a radian, and moving, from a seed."""

    def draw(seed: int) -> State:
        rng = np.random.default_rng(seed)
        joints = rng.uniform(robot.lower_limits, robot.upper_limits)
        q = np.concatenate([rng.uniform(-1.0, 1.0, ROOT_DOF), joints])
        return State(q, rng.normal(size=robot.nv))

    return draw


@pytest.fixture(scope="session")
def pose(robot: RobotModel, walk_parts: WalkParts) -> Pose:
    """Of the walk, in mid-stride."""
    return pose_of(robot, walk_parts.clips["walk"].state(33))
