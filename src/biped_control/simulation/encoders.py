"""The joint encoders of a simulated robot: whole counts, and velocities from their differences."""

from dataclasses import dataclass

import numpy as np

from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.state import FloatArray, State


@dataclass(frozen=True)
class Encoders:
    """Encoders at the joints and the drives that read them.

    A drive sees its encoder far more often than the control tick comes. The difference over a short window
    is late by half the window only; a long window is quieter: counts give 0.41 resolution / window.

    Attributes:
        bits: counts a turn, as a power of two.
        window: over which a drive takes the difference [s]; at most a tick.
    """

    bits: int = 17
    window: float = 1.0 / 600.0

    @property
    def resolution(self) -> float:
        """One count [rad]."""
        return float(2.0 * np.pi / 2**self.bits)

    def read(self, before: State, after: State, dt: float) -> tuple[FloatArray, FloatArray]:
        """(nu,) positions [rad] and (nu,) velocities [rad/s] at the end of the tick of `dt` [s]."""
        joints = self._counted(after.q[ROOT_DOF:])
        earlier = self._counted(_between(before, after, dt, self.window)[ROOT_DOF:])
        return joints, (joints - earlier) / self.window

    def _counted(self, joints: FloatArray) -> FloatArray:
        return np.asarray(self.resolution * np.round(joints / self.resolution))


def _between(before: State, after: State, dt: float, ago: float) -> FloatArray:
    """(nv,) positions `ago` [s] before `after`, on the cubic through both states."""
    s = ago / dt  # the cubic runs backwards: 0 at `after`, 1 at `before`
    return np.asarray(
        (1.0 + 2.0 * s) * (1.0 - s) ** 2 * after.q
        - s * (1.0 - s) ** 2 * dt * after.v
        + s**2 * (3.0 - 2.0 * s) * before.q
        + s**2 * (1.0 - s) * dt * before.v
    )
