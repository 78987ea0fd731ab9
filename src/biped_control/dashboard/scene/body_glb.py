"""A visible body as a glTF binary, which browsers draw with glossy or translucent surfaces."""

import trimesh
from trimesh.visual.material import PBRMaterial
from trimesh.visual.texture import TextureVisuals

from biped_control.dashboard.body_poses import Body
from biped_control.dashboard.shape_mesh import shape_mesh
from biped_control.dashboard.urdf_shapes import Colour

_METALLIC, _ROUGHNESS = 0.05, 0.42


def body_glb(body: Body, paint: Colour | None = None) -> bytes:
    """glTF binary of all shapes of a body in the frame of its joint.

    Args:
        body: what to draw.
        paint: red, green, blue, opacity (0 to 1) for every shape; without it the colours of the URDF.
    """
    scene = trimesh.Scene()
    for shape in body.shapes:
        mesh = shape_mesh(shape)
        material = PBRMaterial(
            baseColorFactor=[round(255 * channel) for channel in _linear(paint or shape.colour)],
            metallicFactor=_METALLIC,
            roughnessFactor=_ROUGHNESS,
            alphaMode="OPAQUE" if (paint or shape.colour)[3] >= 1.0 else "BLEND",
        )
        scene.add_geometry(
            trimesh.Trimesh(
                mesh.vertices,
                mesh.faces,
                vertex_normals=mesh.normals,
                visual=TextureVisuals(material=material),
                process=False,
            )
        )
    data: bytes = scene.export(file_type="glb")
    return data


def _linear(colour: Colour) -> Colour:
    """URDF colours are meant for the screen, glTF colours are linear light."""
    red, green, blue, opacity = colour
    return (red**2.2, green**2.2, blue**2.2, opacity)
