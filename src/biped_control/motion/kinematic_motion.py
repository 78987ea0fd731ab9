"""Any motion as pure kinematics: what recipes and captures are turned into before optimization."""

from dataclasses import dataclass

import numpy as np

from biped_control.errors import MotionError
from biped_control.robot.state import BoolArray, FloatArray


@dataclass(frozen=True)
class KinematicMotion:
    """F frames that look right but obey no dynamics yet; `motion.spacetime` turns them into a clip.

    Attributes:
        rate_hz: frames per second, the control rate.
        positions: (F, nv) chain-root positions.
        contacts: (F, 4) is right heel, right toe, left heel, left toe on the ground in frame j.
        footholds: (F, 2, 3) middle of the heel edge x, y [m] and yaw [rad] of the right and left foothold
            that frame j belongs to; of no importance while the foot does not touch.
        headings: (F,) direction that the robot walks in [rad]: friction is limited along and across it.
        source: where the motion came from, for people.
    """

    rate_hz: float
    positions: FloatArray
    contacts: BoolArray
    footholds: FloatArray
    headings: FloatArray
    source: str

    def __post_init__(self) -> None:
        frames = len(self.positions)
        expected = {"contacts": (frames, 4), "footholds": (frames, 2, 3), "headings": (frames,)}
        if self.positions.ndim != 2 or frames < 4:
            raise MotionError(
                f"{self.source}: positions have shape {self.positions.shape}, expected (F, nv) with F >= 4"
            )
        for field, shape in expected.items():
            if getattr(self, field).shape != shape:
                raise MotionError(
                    f"{self.source}: {field} have shape {getattr(self, field).shape}, expected {shape}"
                )
        for field in ("positions", "footholds", "headings"):
            bad = ~np.isfinite(getattr(self, field))
            if bad.any():
                raise MotionError(
                    f"{self.source}: {field} hold NaN or infinity at {np.argwhere(bad)[0].tolist()}"
                )

    @property
    def frames(self) -> int:
        """Number of frames F."""
        return len(self.positions)
