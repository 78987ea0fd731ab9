"""The push that a person has just made, as an arrow at the robot."""

import numpy as np
import pinocchio as pin
import trimesh
from viser import SceneApi, SceneNodeHandle

from biped_control.dashboard.controls import PushRequest
from biped_control.dashboard.scene.parked import ParkedNodes
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

_COLOUR = (0.68, 0.24, 0.79)
_LENGTH_M, _HEAD_M, _BESIDE_M = 0.5, 0.14, 0.16
_LONGEST_SEEN_S = 0.6  # of simulated time, at least; shorter pushes would only flash


class PushArrow:
    """Points at the body that is pushed, for as long as the push lasts and a moment longer."""

    def __init__(self, scene: SceneApi, name: str, robot: RobotModel) -> None:
        self._robot, self._model = robot, robot.pinocchio
        self._data = self._model.createData()
        self._node = ParkedNodes(1, lambda index: _add(scene, name))
        self._push: PushRequest | None = None
        self._until = 0.0

    def show(self, push: PushRequest | None, q: FloatArray, time_s: float) -> None:
        """Draws a push.

        Args:
            push: the newest one; its time counts from when it is given for the first time.
            q: (nv,) chain-root positions.
            time_s: simulated time [s].
        """
        if push is not self._push:
            self._push = push
            self._until = time_s + max(push.seconds, _LONGEST_SEEN_S) if push else 0.0
        if push is None or not self._until - 10.0 < time_s < self._until:
            self._node.park_from(0)
            return
        pin.forwardKinematics(self._model, self._data, q)
        frame_id = self._robot.frame_id(push.body)
        frame = pin.updateFramePlacement(self._model, self._data, frame_id)
        x, y, z = push.force / np.linalg.norm(push.force)
        turn = np.array([1.0 + z, -y, x, 0.0])  # half way from the z axis to the force
        centre = frame.act(self._model.frames[frame_id].inertia.lever)
        beside = centre - _BESIDE_M * np.array([x, y, z])
        self._node.place(0, beside, turn / np.linalg.norm(turn))


def _add(scene: SceneApi, name: str) -> SceneNodeHandle:
    """An arrow along z with its tip at the origin."""
    head = trimesh.creation.cone(0.06, _HEAD_M, sections=20)
    head.apply_translation([0.0, 0.0, -_HEAD_M])
    shaft = trimesh.creation.cylinder(0.024, _LENGTH_M - _HEAD_M, sections=16)
    shaft.apply_translation([0.0, 0.0, -_HEAD_M - 0.5 * (_LENGTH_M - _HEAD_M)])
    vertices = np.concatenate([head.vertices, shaft.vertices])
    faces = np.concatenate([head.faces, shaft.faces + len(head.vertices)])
    return scene.add_mesh_simple(name, vertices, faces, color=_COLOUR, cast_shadow=False)
