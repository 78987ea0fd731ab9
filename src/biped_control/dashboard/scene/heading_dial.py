"""A dial on the ground around the robot: click on it, and the robot goes there."""

from collections.abc import Callable
from math import atan2, cos, pi, sin

import numpy as np
import trimesh
from viser import MeshHandle, SceneApi, SceneNodePointerEvent

from biped_control.robot.state import FloatArray

INNER_M, OUTER_M = 0.95, 1.12
_HEIGHT_M = 0.012
_RING, _WANTED, _PRESENT = (125, 152, 190), (28, 126, 214), (90, 100, 112)
_SECTIONS = 72


class HeadingDial:
    """A ring that follows the robot, with a needle for the heading it has and one for the heading wanted."""

    def __init__(self, scene: SceneApi, root: str, take: Callable[[float], None]) -> None:
        """
        Args:
            scene: gets the nodes `root`/...
            root: name of the dial; it must not be turned.
            take: gets the yaw in the world [rad] that somebody has clicked on.
        """
        self._frame = scene.add_frame(root, show_axes=False)
        self._take = take
        self._centre: FloatArray = np.zeros(2)
        ring = trimesh.creation.annulus(INNER_M, OUTER_M, 0.004, sections=_SECTIONS)
        self.ring: MeshHandle = scene.add_mesh_simple(
            f"{root}/ring", ring.vertices, ring.faces, color=_RING, cast_shadow=False
        )
        self.ring.on_click(self._on_click)
        self._wanted = _needle(scene, f"{root}/wanted", _WANTED, 0.13, 0.012)
        self._present = _needle(scene, f"{root}/present", _PRESENT, 0.06, 0.016)

    def show(self, position: FloatArray, shift: FloatArray, present: float, wanted: float | None) -> None:
        """Draws the dial.

        Args:
            position: (2,) of the robot [m].
            shift: (2,) by which the world is shifted under the camera [m].
            present: yaw that the robot has [rad].
            wanted: yaw that somebody wants [rad]; None when nobody says one.
        """
        self._frame.position = (float(position[0]), float(position[1]), _HEIGHT_M)
        self._centre = position + shift
        _turn(self._present, present)
        self._wanted.visible = wanted is not None
        if wanted is not None:
            _turn(self._wanted, wanted)

    def hide(self, hidden: bool) -> None:
        """Takes the dial out of sight, or shows it again."""
        self._frame.visible = not hidden

    def _on_click(self, event: SceneNodePointerEvent[MeshHandle]) -> None:
        heading = heading_of_click(
            np.array(event.ray_origin), np.array(event.ray_direction), self._centre, _HEIGHT_M
        )
        if heading is not None:
            self._take(heading)


def heading_of_click(
    origin: FloatArray, direction: FloatArray, centre: FloatArray, height: float
) -> float | None:
    """Yaw from the centre of a dial to where a ray meets its plane [rad]; None when it does not.

    Args:
        origin: (3,) of the ray [m].
        direction: (3,) of the ray.
        centre: (2,) of the dial [m].
        height: of the dial above the ground [m].
    """
    if direction[2] == 0.0 or (along := (height - origin[2]) / direction[2]) <= 0.0:
        return None
    away = (origin + along * direction)[:2] - centre
    return atan2(away[1], away[0])


def _needle(
    scene: SceneApi, name: str, colour: tuple[int, int, int], half_width: float, height: float
) -> MeshHandle:
    """A triangle on the ring that points outward along x."""
    outline = np.array([[INNER_M, -half_width], [OUTER_M + 0.1, 0.0], [INNER_M, half_width]])
    flat = np.column_stack([outline, np.full(3, height)])
    return scene.add_mesh_simple(
        name, flat, np.array([[0, 1, 2]]), color=colour, side="double", cast_shadow=False
    )


def _turn(node: MeshHandle, yaw: float) -> None:
    half = 0.5 * (yaw % (2.0 * pi))
    node.wxyz = (cos(half), 0.0, 0.0, sin(half))
