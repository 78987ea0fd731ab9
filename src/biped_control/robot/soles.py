"""Where the feet touch the ground: sole corners, heels and toes, from the collision box of each foot."""

from collections.abc import Callable
from dataclasses import dataclass
from xml.etree import ElementTree

import numpy as np
import pinocchio as pin

from biped_control.errors import RobotError
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

ANTICIPATED_POINTS = ("right_heel", "right_toe", "left_heel", "left_toe")
"""The points on which forces are planned, in the order of every (..., 4) and (..., 4, 3) array."""


@dataclass(frozen=True)
class Sole:
    """The rectangle under a foot, in the foot link's frame [m].

    Attributes:
        heel_x, toe_x: extent along x.
        centre_y, half_width: extent along y.
        z: height of the contact surface (negative: below the ankle).
    """

    heel_x: float
    toe_x: float
    centre_y: float
    half_width: float
    z: float

    def heel(self) -> FloatArray:
        """(3,) middle of the heel edge."""
        return np.array([self.heel_x, self.centre_y, self.z])

    def toe(self) -> FloatArray:
        """(3,) middle of the toe edge."""
        return np.array([self.toe_x, self.centre_y, self.z])

    def corners(self) -> FloatArray:
        """(4, 3) heel left, heel right, toe left, toe right."""
        left, right = self.centre_y + self.half_width, self.centre_y - self.half_width
        return np.array([[x, y, self.z] for x in (self.heel_x, self.toe_x) for y in (left, right)])


@dataclass(frozen=True)
class PointSet:
    """Points fixed to links.

    Attributes:
        joints: (n,) pinocchio joint that carries each point.
        offsets: (n, 3) the point in that joint's frame [m].
    """

    joints: np.ndarray[tuple[int], np.dtype[np.int64]]
    offsets: FloatArray

    def __len__(self) -> int:
        return len(self.joints)

    def __add__(self, other: "PointSet") -> "PointSet":
        """These points, then the others."""
        return PointSet(
            np.concatenate([self.joints, other.joints]), np.concatenate([self.offsets, other.offsets])
        )


def sole_of(robot: RobotModel, foot: str) -> Sole:
    """Bounds of the collision boxes of link `foot`.

    Raises:
        RobotError: the link has no collision box, or a turned one.
    """
    link = ElementTree.fromstring(robot.urdf).find(f"link[@name='{foot}']")
    lower, upper = np.full(3, np.inf), np.full(3, -np.inf)
    for collision in link.findall("collision") if link is not None else []:
        box, origin = collision.find("geometry/box"), collision.find("origin")
        if box is None:
            continue
        size = np.fromstring(box.get("size", ""), sep=" ")
        centre = np.fromstring(origin.get("xyz", "0 0 0"), sep=" ") if origin is not None else np.zeros(3)
        turn = np.fromstring(origin.get("rpy", "0 0 0"), sep=" ") if origin is not None else np.zeros(3)
        if np.abs(turn).max() > 1e-9:
            raise RobotError(
                f"link '{foot}': its collision box is turned; expected one aligned with the link"
            )
        lower, upper = np.minimum(lower, centre - size / 2), np.maximum(upper, centre + size / 2)
    if not np.isfinite(lower).all():
        raise RobotError(f"link '{foot}' has no collision box; the sole is taken from it")
    return Sole(lower[0], upper[0], 0.5 * (lower[1] + upper[1]), 0.5 * (upper[1] - lower[1]), lower[2])


def anticipated_points(robot: RobotModel) -> PointSet:
    """Where the policy plans forces (Table 2): right heel, right toe, left heel, left toe."""
    return _on_feet(robot, lambda sole: np.array([sole.heel(), sole.toe()]))


def sole_corners(robot: RobotModel) -> PointSet:
    """Where the feet touch (Table 3): right heel left and right, right toe the same; then the left foot."""
    return _on_feet(robot, lambda sole: sole.corners())


def _on_feet(robot: RobotModel, points_of: Callable[[Sole], FloatArray]) -> PointSet:
    joints, offsets = [], []
    for side in robot.limbs.sides:
        frame = robot.pinocchio.frames[robot.frame_id(side.foot)]
        placement: pin.SE3 = frame.placement
        for point in points_of(sole_of(robot, side.foot)):
            joints.append(frame.parentJoint)
            offsets.append(placement.act(point))
    return PointSet(np.array(joints, dtype=np.int64), np.array(offsets))
