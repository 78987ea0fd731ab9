"""A person as sticks between the landmarks of a capture."""

from collections.abc import Mapping

import numpy as np
from viser import SceneApi

from biped_control.motion.captures.landmarks import SIDES
from biped_control.robot.state import FloatArray

STICK_RADIUS = 0.022  # [m]
STICK_COLOUR = (0.93, 0.5, 0.15)
_LIMBS = (
    ("hip", "knee"),
    ("knee", "ankle"),
    ("ankle", "ball"),
    ("shoulder", "elbow"),
    ("elbow", "wrist"),
)


def stick_names(seen: Mapping[str, object]) -> list[tuple[str, str]]:
    """Which landmarks a stick joins, of those that were seen."""
    across = [(f"right_{joint}", f"left_{joint}") for joint in ("hip", "shoulder")]
    trunk = [("lower_back", f"{side}_{joint}") for side in SIDES for joint in ("hip", "shoulder")]
    limbs = [(f"{side}_{upper}", f"{side}_{lower}") for side in SIDES for upper, lower in _LIMBS]
    return [pair for pair in across + trunk + limbs if all(name in seen for name in pair)]


def sticks_at(landmarks: Mapping[str, FloatArray], frame: int) -> FloatArray:
    """(n, 2, 3) ends of all sticks [m], from (F, 3) landmarks by name."""
    pairs = stick_names(landmarks)
    return np.array([[landmarks[name][frame] for name in pair] for pair in pairs])


class StickFigure:
    """Sticks in the scene of the page. They keep their mean lengths: only poses change (see `parked`)."""

    def __init__(self, scene: SceneApi, root: str, landmarks: Mapping[str, FloatArray]) -> None:
        """Adds the sticks below the node `root` for (F, 3) landmarks by name."""
        self._landmarks = landmarks
        colour = STICK_COLOUR
        self._nodes = []
        for upper, lower in stick_names(landmarks):
            length = float(np.linalg.norm(landmarks[upper] - landmarks[lower], axis=1).mean())
            self._nodes.append(
                scene.add_cylinder(
                    f"{root}/{upper}-{lower}", STICK_RADIUS, length, colour, radial_segments=16
                )
            )
        self._joints = [
            (name, scene.add_icosphere(f"{root}/{name}", 1.5 * STICK_RADIUS, colour)) for name in landmarks
        ]

    def show(self, frame: int, aside: FloatArray) -> None:
        """Takes the pose of a frame, moved by `aside` (3,) [m]."""
        for node, (start, end) in zip(self._nodes, sticks_at(self._landmarks, frame), strict=True):
            x, y, z = (end - start) / np.linalg.norm(end - start)
            turn = np.array([1.0 + z, -y, x, 0.0]) if z > -0.999 else np.array([0.0, 1.0, 0.0, 0.0])
            node.position = 0.5 * (start + end) + aside
            node.wxyz = turn / np.linalg.norm(turn)
        for name, joint in self._joints:
            joint.position = self._landmarks[name][frame] + aside
