"""What every motion-capture reader returns: joint centres over time, in our units and axes."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from biped_control.errors import CaptureError
from biped_control.robot.state import FloatArray

# A coordinate beyond this is a broken file, not a room: it would also overflow later on.
_FARTHEST = 1e4  # [m]


@dataclass(frozen=True)
class Capture:
    """One take of one person.

    Readers keep the joint names of the file; `landmarks.py` knows which name means which joint.

    Attributes:
        source: the file it came from, for messages and for the clip.
        rate_hz: frames per second.
        joints: (n,) names as in the file; `<name>_end` is the far end of a limb without a further joint.
        positions: (T, n, 3) joint centres [m], z up; NaN where a joint was not seen.
        repairs: what was wrong with the file and has been put right, in words.
        wraps: the file says that the motion goes on from its last frame as from its first.
        unit: what one unit of length of the file was taken for, as the file or its format says [m].
    """

    source: Path
    rate_hz: float
    joints: tuple[str, ...]
    positions: FloatArray
    repairs: tuple[str, ...] = ()
    wraps: bool = False
    unit: float = 1.0

    def __post_init__(self) -> None:
        if self.positions.ndim != 3 or self.positions.shape[1:] != (len(self.joints), 3):
            raise CaptureError(
                f"{self.source}: positions have shape {self.positions.shape}, "
                f"expected (frames, {len(self.joints)}, 3)"
            )
        if not (np.isfinite(self.rate_hz) and self.rate_hz > 0.0):
            raise CaptureError(f"{self.source}: {self.rate_hz} frames per second; expected a positive rate")
        if self.frames < 1:
            raise CaptureError(f"{self.source}: no frames")
        wild = np.isinf(self.positions) | (np.abs(self.positions) > _FARTHEST)
        if wild.any():
            frame, joint, _ = np.argwhere(wild)[0]
            raise CaptureError(
                f"{self.source}: frame {frame + 1}, '{self.joints[joint]}': position "
                f"{self.positions[frame, joint]} m; expected less than {_FARTHEST:g} m from the origin"
            )

    @property
    def frames(self) -> int:
        """Number of frames T."""
        return int(self.positions.shape[0])
