"""Ground, light and camera of the page."""

import numpy as np
from viser import FrameHandle, ViserServer

from biped_control.robot.state import FloatArray

WORLD = "/world"
_SKY, _GROUND = (226, 232, 240), (236, 239, 243)
# Fog is blended before the page converts light to screen colours, the background is not.
_SKY_LIGHT = tuple((channel / 255.0) ** 2.2 for channel in _SKY)


class Stage:
    """Everything around the robot. Nodes that live in the world go below `WORLD`, which `look_at` shifts."""

    def __init__(self, server: ViserServer) -> None:
        scene = server.scene
        scene.world_axes.visible = False
        scene.configure_default_lights(enabled=False)
        scene.configure_environment_map("studio", environment_intensity=0.45)
        scene.set_background_image(np.full((1, 1, 3), _SKY, dtype=np.uint8))
        scene.configure_fog(near=9.0, far=30.0, color=_SKY_LIGHT)
        scene.add_light_directional("/sun", intensity=2.6, cast_shadow=True, position=(1.6, -2.4, 4.0))
        scene.add_light_hemisphere(
            "/sky", sky_color=(255, 255, 255), ground_color=(150, 155, 165), intensity=0.6
        )
        self._world: FrameHandle = scene.add_frame(WORLD, show_axes=False)
        scene.add_grid(
            f"{WORLD}/ground",
            infinite_grid=True,
            cell_size=0.5,
            cell_color=(222, 226, 231),
            cell_thickness=0.7,
            section_size=1.0,
            section_color=(205, 210, 217),
            fade_strength=0.0,  # the ground stays opaque, fog hides its end
            plane_color=_GROUND,
            plane_opacity=1.0,
            shadow_opacity=0.35,
        )
        server.initial_camera.position = (2.3, -2.9, 1.35)
        server.initial_camera.look_at = (0.0, 0.0, 0.82)
        server.initial_camera.fov = float(np.radians(37.0))

    def look_at(self, position: FloatArray) -> None:
        """Shifts the world so that horizontal position (2,) [m] is in the middle of the view."""
        self._world.position = (-float(position[0]), -float(position[1]), 0.0)

    @property
    def shift(self) -> FloatArray:
        """(2,) by which the world is shifted [m]."""
        return np.array(self._world.position[:2])
