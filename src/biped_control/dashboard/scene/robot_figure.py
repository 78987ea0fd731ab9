"""A robot in the scene of the page: one node a body."""

from dataclasses import replace

from viser import GlbHandle, SceneApi

from biped_control.dashboard.body_poses import Body, BodyPoses
from biped_control.dashboard.scene.body_glb import body_glb
from biped_control.dashboard.urdf_shapes import Colour
from biped_control.robot.state import FloatArray

_VEIL_M = 0.006


class RobotFigure:
    """Draws a robot in the colours of its URDF or, as a ghost, in one translucent paint."""

    def __init__(self, scene: SceneApi, root: str, poses: BodyPoses, paint: Colour | None = None) -> None:
        """Adds the nodes `root`/<body name>; nothing is seen before the first `show`."""
        self._poses = poses
        solid = paint is None
        # A ghost in the very place of the robot would flicker through it; a little wider, it is a veil.
        bodies = poses.bodies if solid else [_widened(body) for body in poses.bodies]
        self._root = scene.add_frame(root, show_axes=False, visible=False)
        self._nodes = [_add_body(scene, f"{root}/{body.name}", body, paint, solid) for body in bodies]

    def show(self, q: FloatArray | None) -> None:
        """Takes the pose of chain-root positions `q` (nv,); None hides the figure."""
        if q is not None:
            positions, quaternions = self._poses.compute(q)
            for node, position, quaternion in zip(self._nodes, positions, quaternions, strict=True):
                node.position = position
                node.wxyz = quaternion
        self._root.visible = q is not None


def _widened(body: Body) -> Body:
    return replace(body, shapes=tuple(replace(s, half_extent=s.half_extent + _VEIL_M) for s in body.shapes))


def _add_body(scene: SceneApi, name: str, body: Body, paint: Colour | None, solid: bool) -> GlbHandle:
    return scene.add_glb(name, body_glb(body, paint), cast_shadow=solid, receive_shadow=solid)
