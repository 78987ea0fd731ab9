"""Where the visible bodies of a robot are at a pose."""

from dataclasses import dataclass, replace

import numpy as np
import pinocchio as pin

from biped_control.dashboard.urdf_shapes import VisualShape, visual_shapes
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray


@dataclass(frozen=True)
class Body:
    """Everything visible that one joint moves as a piece.

    Attributes:
        name: name of the joint.
        shapes: shapes, placed in the frame of that joint instead of their link's.
    """

    name: str
    shapes: tuple[VisualShape, ...]


class BodyPoses:
    """Forward kinematics of the visible bodies. Owns pinocchio's work space: one instance a thread."""

    def __init__(self, robot: RobotModel) -> None:
        self._model = robot.pinocchio
        self._data = self._model.createData()
        groups: dict[int, list[VisualShape]] = {}
        for shape in visual_shapes(robot.urdf):
            frame = self._model.frames[self._model.getFrameId(shape.link, pin.FrameType.BODY)]
            placed = replace(
                shape,
                position=frame.placement.act(shape.position),
                rotation=frame.placement.rotation @ shape.rotation,
            )
            groups.setdefault(frame.parentJoint, []).append(placed)
        self._joints = sorted(groups)
        self.bodies = tuple(Body(self._model.names[joint], tuple(groups[joint])) for joint in self._joints)

    def compute(self, q: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Poses of `bodies` at chain-root positions `q` (nv,).

        Returns:
            (n, 3) positions in the world [m] and (n, 4) quaternions w x y z.
        """
        pin.forwardKinematics(self._model, self._data, q)
        positions = np.empty((len(self._joints), 3))
        quaternions = np.empty((len(self._joints), 4))
        for row, joint in enumerate(self._joints):
            x, y, z, qx, qy, qz, qw = pin.SE3ToXYZQUAT(self._data.oMi[joint])
            positions[row] = x, y, z
            quaternions[row] = qw, qx, qy, qz
        return positions, quaternions

    def rotations(self) -> FloatArray:
        """(n, 3, 3) rotations of `bodies`, body axes to world axes, at the pose of the last `compute`."""
        return np.array([self._data.oMi[joint].rotation for joint in self._joints])
