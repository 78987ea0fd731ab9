"""What is left of the motion before, while another takes over (Jain & Liu 2011, section 6, transition).

The new motion is followed at once, with the difference to where the body was added to it. That difference
begins with its own rate and is gone, rate and acceleration too, after the blending interval (known as
inertialization): neither poses nor velocities jump, and the motion before need not be played on.
"""

from dataclasses import dataclass

import numpy as np

from biped_control.motion.smooth_step import bump
from biped_control.robot.chain_root import HEIGHT
from biped_control.robot.state import FloatArray


@dataclass(frozen=True)
class Difference:
    """Numbers that are to vanish.

    Attributes:
        value: now.
        rate: a tick.
        ticks: until each is gone.
    """

    value: FloatArray
    rate: FloatArray
    ticks: FloatArray

    def after(self, ticks: float) -> FloatArray:
        """What is left; before now they change with their rate."""
        if ticks < 0.0:
            return self.value + ticks * self.rate
        s = np.minimum(ticks / self.ticks, 1.0)
        # Quintic Hermite polynomials without accelerations at the ends.
        kept = 1.0 + s**3 * (-10.0 + s * (15.0 - 6.0 * s))
        moved = s * (1.0 + s**2 * (-6.0 + s * (8.0 - 3.0 * s)))
        return np.asarray(kept * self.value + (moved * self.ticks) * self.rate)


@dataclass(frozen=True)
class Blend:
    """Differences to the new motion, in the frame of its clip.

    Attributes:
        pose: (nv,) of the whole body.
        feet: (6,) of the clip's right and left foot: place, and rotation vector applied after the planned
            rotation. A foot that stands keeps what would make it slide until it is lifted; that is none of
            these (see `StretchedSteps`).
        dip: by how much the pelvis is lower in the middle of it, where legs must reach farther [m].
    """

    pose: Difference
    feet: tuple[Difference, Difference]
    dip: float = 0.0

    def body(self, ticks: float) -> FloatArray:
        """(nv,) what is left of the pose, after so many ticks."""
        left = self.pose.after(ticks)
        left[HEIGHT] -= self.dip * bump(ticks / self.ticks)
        return left

    @property
    def ticks(self) -> float:
        """Until nothing is left."""
        return max(float(part.ticks.max()) for part in (self.pose, *self.feet))
