"""Planar placement of a clip in the world.

Gravity and flat ground do not change under a shift in x, y, a turn about z and a reflection in the x-z plane,
so a controller computed in the frame of its clip serves everywhere, and on the other foot. Chain-root
coordinates make the change of frame plain: x, y and their rates rotate, yaw shifts, everything else stays. A
mirror comes first.
"""

from dataclasses import dataclass
from math import cos, pi, remainder, sin
from typing import TYPE_CHECKING

import numpy as np

from biped_control.robot.state import BoolArray, FloatArray, State

if TYPE_CHECKING:
    from biped_control.robot.mirror import Mirror  # its robot is slow to import


@dataclass(frozen=True)
class Placement:
    """Where a clip frame lies in the world.

    Attributes:
        x, y: origin [m].
        yaw: of its x axis [rad].
        mirror: makes the clip its mirror image in the x-z plane of its frame before it is placed; None for
            the clip as it is.
    """

    x: float = 0.0
    y: float = 0.0
    yaw: float = 0.0
    mirror: "Mirror | None" = None

    @property
    def mirrored(self) -> bool:
        """Whether left and right are exchanged."""
        return self.mirror is not None

    @property
    def side(self) -> float:
        """What the clip calls left, seen from the world: 1 left, -1 right."""
        return -1.0 if self.mirrored else 1.0

    def foot(self, foot: int) -> int:
        """Which foot of the robot a foot of the clip is, 0 right and 1 left; and the other way round."""
        return 1 - foot if self.mirrored else foot

    def heading(self, yaw: float) -> float:
        """A yaw angle given in the clip frame, seen from the world [rad]."""
        return self.yaw + self.side * yaw

    def compose(self, other: "Placement") -> "Placement":
        """Placement of a frame that is placed by `other` inside this one."""
        x, y = self._seen(other.x, other.y)
        mirror = None if self.mirrored and other.mirrored else self.mirror or other.mirror
        return Placement(x, y, self.yaw + self.side * other.yaw, mirror)

    def inverse(self) -> "Placement":
        """Placement of the outer frame in the one that this places."""
        c, s, side = cos(self.yaw), sin(self.yaw), self.side
        return Placement(
            -c * self.x - s * self.y, side * (s * self.x - c * self.y), -side * self.yaw, self.mirror
        )

    def repeated(self, times: int) -> "Placement":
        """The placement after composing `times` of this one; negative numbers go back."""
        one, result = (self if times >= 0 else self.inverse()), Placement()
        for _ in range(abs(times)):
            result = result.compose(one)
        return result

    def move(self, positions: FloatArray) -> FloatArray:
        """(..., nv) chain-root positions given in the clip frame, seen from the world."""
        c, s = cos(self.yaw), sin(self.yaw)
        moved = np.array(positions if self.mirror is None else self.mirror.coordinates(positions))
        x, y = moved[..., 0].copy(), moved[..., 1].copy()
        moved[..., 0] = self.x + c * x - s * y
        moved[..., 1] = self.y + s * x + c * y
        moved[..., 3] += self.yaw
        return moved

    def to_world(self, state: State) -> State:
        """The same motion, seen from the world instead of the clip frame."""
        if self.mirror is not None:
            state = self.mirror.state(state)
        q, v = state.q.copy(), state.v.copy()
        c, s = cos(self.yaw), sin(self.yaw)
        q[0] = self.x + c * state.q[0] - s * state.q[1]
        q[1] = self.y + s * state.q[0] + c * state.q[1]
        q[3] += self.yaw
        v[0] = c * state.v[0] - s * state.v[1]
        v[1] = s * state.v[0] + c * state.v[1]
        return State(q, v)

    def to_clip(self, state: State, near_yaw: float) -> State:
        """The same motion, seen from the clip frame.

        Args:
            state: state in the world.
            near_yaw: yaw of the reference in the clip frame [rad]; of all equal yaw angles (they differ by
                full turns) the result takes the one next to it, so that yaw errors never jump by 2 pi.
        """
        q, v = state.q.copy(), state.v.copy()
        c, s = cos(self.yaw), sin(self.yaw)
        x, y, _, yaw = state.q[:4].tolist()  # plain numbers: this is done in every tick
        vx, vy = state.v[:2].tolist()
        dx, dy = x - self.x, y - self.y
        near = self.side * near_yaw
        q[0] = c * dx + s * dy
        q[1] = -s * dx + c * dy
        q[3] = near + remainder(yaw - self.yaw - near, 2.0 * pi)
        v[0] = c * vx + s * vy
        v[1] = -s * vx + c * vy
        turned = State(q, v)
        return turned if self.mirror is None else self.mirror.state(turned)

    def point(self, point: FloatArray) -> FloatArray:
        """(2,) point on the ground plan given in the clip frame, seen from the world."""
        return np.array(self._seen(float(point[0]), float(point[1])))

    def turn(self, way: FloatArray) -> FloatArray:
        """(2,) direction on the ground plan given in the clip frame, in world axes."""
        c, s, x, y = cos(self.yaw), sin(self.yaw), float(way[0]), self.side * float(way[1])
        return np.array([c * x - s * y, s * x + c * y])

    def turn_back(self, way: FloatArray) -> FloatArray:
        """(2,) direction on the ground plan given in world axes, along those of the clip."""
        c, s, x, y = cos(self.yaw), sin(self.yaw), float(way[0]), float(way[1])
        return np.array([c * x + s * y, self.side * (c * y - s * x)])

    def _seen(self, x: float, y: float) -> tuple[float, float]:
        c, s, y = cos(self.yaw), sin(self.yaw), self.side * y
        return self.x + c * x - s * y, self.y + s * x + c * y

    def rotate_vectors(self, vectors: FloatArray) -> FloatArray:
        """(..., 3) vectors given in the clip frame, in world axes."""
        c, s, side = cos(self.yaw), sin(self.yaw), self.side
        rotated = np.array(vectors, dtype=np.float64)
        rotated[..., 0] = c * vectors[..., 0] - s * side * vectors[..., 1]
        rotated[..., 1] = s * vectors[..., 0] + c * side * vectors[..., 1]
        return rotated

    def planes(self, planes: FloatArray) -> FloatArray:
        """(2, 3) planes z = g_0 + g_1 x + g_2 y under the clip's right and left foot, under the robot's."""
        slopes = self.rotate_vectors(np.column_stack([planes[:, 1:], np.zeros(len(planes))]))[:, :2]
        moved = np.column_stack([planes[:, 0] - slopes @ [self.x, self.y], slopes])
        return moved[::-1] if self.mirrored else moved

    def torques(self, torques: FloatArray) -> FloatArray:
        """(..., nu) joint torques of the clip, for the robot; and the robot's for the clip [N m]."""
        return torques if self.mirror is None else self.mirror.torques(torques)

    def contacts(self, contacts: BoolArray) -> BoolArray:
        """(..., 4) flags of the clip's anticipated points, for the robot's."""
        return contacts if self.mirror is None else self.mirror.contacts(contacts)

    def forces(self, forces: FloatArray) -> FloatArray:
        """(..., 4, 3) forces at the clip's anticipated points, at the robot's, in world axes [N]."""
        rotated = self.rotate_vectors(forces)
        return rotated if self.mirror is None else self.mirror.points(rotated)

    def corner_forces(self, forces: FloatArray) -> FloatArray:
        """(..., 8, 3) forces at the clip's sole corners, at the robot's, in world axes [N]."""
        rotated = self.rotate_vectors(forces)
        return rotated if self.mirror is None else self.mirror.corners(rotated)
