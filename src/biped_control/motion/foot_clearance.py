"""How near the two feet come in a motion: the collision boxes of the URDF against each other."""

from xml.etree import ElementTree

import numpy as np
import pinocchio as pin

from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray


def foot_gaps(robot: RobotModel, positions: FloatArray) -> FloatArray:
    """(F,) shortest distance of the feet in (F, nv) poses [m], negative by how deep they overlap."""
    shapes = _foot_shapes(robot)
    data, placed = robot.pinocchio.createData(), pin.GeometryData(shapes)
    gaps = np.empty(len(positions))
    for frame, q in enumerate(positions):
        pin.computeDistances(robot.pinocchio, data, shapes, placed, q)
        gaps[frame] = min(result.min_distance for result in placed.distanceResults)
    return gaps


def _foot_shapes(robot: RobotModel) -> pin.GeometryModel:
    """Boxes of both feet, every one of the right foot paired with every one of the left."""
    feet = [side.foot for side in robot.limbs.sides]
    tree = ElementTree.fromstring(robot.urdf)
    for link in tree.findall("link"):
        for collision in link.findall("collision"):
            # Meshes would have to be found and read, and soles are boxes anyway (`robot.soles`).
            if collision.find("geometry/box") is None:
                link.remove(collision)
    shapes: pin.GeometryModel = pin.buildGeomFromUrdfString(
        robot.pinocchio, ElementTree.tostring(tree, encoding="unicode"), pin.GeometryType.COLLISION
    )
    right, left = (
        [number for number, shape in enumerate(shapes.geometryObjects) if shape.parentFrame == frame]
        for frame in map(robot.frame_id, feet)
    )
    for one in right:
        for other in left:
            shapes.addCollisionPair(pin.CollisionPair(one, other))
    return shapes
