"""Features whose accelerations contact adaptation preserves (Muico 2009, section 4.1 and Table 3).

phi(q) stacks torso position, right and left shoulder position, and all joint angles.
"""

import numpy as np

from biped_control.robot.model import RobotModel
from biped_control.robot.soles import PointSet


def feature_points(robot: RobotModel) -> PointSet:
    """Torso centre of mass, right shoulder, left shoulder."""
    model = robot.pinocchio
    torso = model.frames[robot.frame_id(robot.limbs.torso)]
    joints, offsets = [torso.parentJoint], [np.array(model.inertias[torso.parentJoint].lever)]
    for side in robot.limbs.sides:
        shoulder = model.getJointId(side.shoulder)
        joints.append(model.parents[shoulder])
        offsets.append(np.array(model.jointPlacements[shoulder].translation))
    return PointSet(np.array(joints, dtype=np.int64), np.array(offsets))
