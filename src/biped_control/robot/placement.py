"""Planar placement of a clip in the world.

Gravity and flat ground do not change under a shift in x, y and a turn about z, so a controller computed in
the frame of its clip serves everywhere. Chain-root coordinates make the change of frame plain: x, y and
their rates rotate, yaw shifts, everything else stays.
"""

from dataclasses import dataclass
from math import cos, pi, remainder, sin

import numpy as np

from biped_control.robot.state import FloatArray, State


@dataclass(frozen=True)
class Placement:
    """Pose of a clip frame in the world: x, y [m] and yaw [rad]."""

    x: float = 0.0
    y: float = 0.0
    yaw: float = 0.0

    def compose(self, other: "Placement") -> "Placement":
        """Placement of a frame that is placed by `other` inside this one."""
        c, s = cos(self.yaw), sin(self.yaw)
        return Placement(
            self.x + c * other.x - s * other.y, self.y + s * other.x + c * other.y, self.yaw + other.yaw
        )

    def inverse(self) -> "Placement":
        """Placement of the outer frame in the one that this places."""
        c, s = cos(self.yaw), sin(self.yaw)
        return Placement(-c * self.x - s * self.y, s * self.x - c * self.y, -self.yaw)

    def repeated(self, times: int) -> "Placement":
        """The placement after composing `times` of this one; negative numbers go back."""
        one, result = (self if times >= 0 else self.inverse()), Placement()
        for _ in range(abs(times)):
            result = result.compose(one)
        return result

    def move(self, positions: FloatArray) -> FloatArray:
        """(..., nv) chain-root positions given in the clip frame, seen from the world."""
        c, s = cos(self.yaw), sin(self.yaw)
        moved = np.array(positions, dtype=np.float64)
        moved[..., 0] = self.x + c * positions[..., 0] - s * positions[..., 1]
        moved[..., 1] = self.y + s * positions[..., 0] + c * positions[..., 1]
        moved[..., 3] += self.yaw
        return moved

    def to_world(self, state: State) -> State:
        """The same motion, seen from the world instead of the clip frame."""
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
        dx, dy = state.q[0] - self.x, state.q[1] - self.y
        q[0] = c * dx + s * dy
        q[1] = -s * dx + c * dy
        q[3] = near_yaw + remainder(state.q[3] - self.yaw - near_yaw, 2.0 * pi)
        v[0] = c * state.v[0] + s * state.v[1]
        v[1] = -s * state.v[0] + c * state.v[1]
        return State(q, v)

    def rotate_vectors(self, vectors: FloatArray) -> FloatArray:
        """(..., 3) vectors given in the clip frame, in world axes."""
        c, s = cos(self.yaw), sin(self.yaw)
        rotated = np.array(vectors, dtype=np.float64)
        rotated[..., 0] = c * vectors[..., 0] - s * vectors[..., 1]
        rotated[..., 1] = s * vectors[..., 0] + c * vectors[..., 1]
        return rotated
