"""The planar motion that carries one cycle of a steady turn to the next."""

from dataclasses import dataclass

import numpy as np

from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray


@dataclass(frozen=True)
class SteadyTurn:
    """Turning about a fixed point of the floor at a steady rate.

    Attributes:
        centre: (2,) the point [m].
        rate: [rad/s], not zero.
        period: of the cycle [s].
    """

    centre: FloatArray
    rate: float
    period: float

    @property
    def advance(self) -> Placement:
        """What carries a cycle to the next."""
        return self._turned(self.rate * self.period)

    def done(self, points: FloatArray, times: FloatArray) -> FloatArray:
        """(n, m, 3) points of n times, each carried along until its time."""
        return self._carried(points, self.rate * times)

    def undone(self, points: FloatArray, times: FloatArray) -> FloatArray:
        """(n, m, 3) points as seen from the turning frame, which at time 0 is the world's."""
        return self._carried(points, -self.rate * times)

    def frame_of_travel(self, point: FloatArray) -> Placement:
        """A frame at `point` (2,) with its x axis along the way on which the point is carried."""
        arm = point - self.centre
        heading = np.arctan2(arm[0], -arm[1]) if self.rate > 0.0 else np.arctan2(-arm[0], arm[1])
        return Placement(float(point[0]), float(point[1]), float(heading))

    def _turned(self, angle: float) -> Placement:
        c, s = np.cos(angle), np.sin(angle)
        x, y = self.centre
        return Placement(float(x - c * x + s * y), float(y - s * x - c * y), angle)

    def _carried(self, points: FloatArray, angles: FloatArray) -> FloatArray:
        c, s = np.cos(angles)[:, None], np.sin(angles)[:, None]
        arm = points[..., :2] - self.centre
        carried = points.copy()
        carried[..., 0] = self.centre[0] + c * arm[..., 0] - s * arm[..., 1]
        carried[..., 1] = self.centre[1] + s * arm[..., 0] + c * arm[..., 1]
        return carried


def fitted_turn(points: FloatArray, frames: int, period: float) -> SteadyTurn:
    """The turn that carries points best to where they are `frames` later.

    Planar rigid motion of least squares: both point clouds are taken relative to their means, and the angle
    follows from their covariance.

    Args:
        points: (n, m, 3) with n > `frames`; columns with NaN are left out.
        frames, period: duration of the cycle in frames and in [s].
    """
    seen = np.isfinite(points).all(axis=(0, 2))
    before = points[: len(points) - frames, seen, :2].reshape(-1, 2)
    after = points[frames:, seen, :2].reshape(-1, 2)
    middle_before, middle_after = before.mean(axis=0), after.mean(axis=0)
    one, other = before - middle_before, after - middle_after
    angle = float(np.arctan2((one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]).sum(), (one * other).sum()))
    c, s = np.cos(angle), np.sin(angle)
    rotation = np.array([[c, -s], [s, c]])
    centre = np.linalg.solve(np.eye(2) - rotation, middle_after - rotation @ middle_before)
    return SteadyTurn(centre, angle / period, period)


def part_of(advance: Placement, share: float) -> Placement:
    """Where the travelling frame of a steady walk or turn is after `share` of a cycle."""
    if abs(advance.yaw) < 1e-9:
        return Placement(share * advance.x, share * advance.y, share * advance.yaw)
    c, s = np.cos(advance.yaw), np.sin(advance.yaw)
    move = np.array([advance.x, advance.y])
    centre = np.linalg.solve(np.array([[1.0 - c, s], [-s, 1.0 - c]]), move)
    return SteadyTurn(centre, share * advance.yaw, 1.0).advance
