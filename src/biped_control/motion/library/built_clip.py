"""A clip of the library with everything that is known of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import degrees

from biped_control.motion.clip import Clip
from biped_control.motion.clip_check import ClipChecks
from biped_control.motion.clip_checks import check_clip
from biped_control.robot.model import RobotModel


@dataclass(frozen=True)
class Built:
    """A clip and what its making took.

    Attributes:
        clip: the clip.
        robot: the robot it was made for.
        hubs: the clips that it starts from and ends in, by name.
        seconds_to_build: when it was built, be it now or earlier; None for files of unknown origin.
        cached: it was there already.
        stale: it is not what its recipe says now.
    """

    clip: Clip
    robot: RobotModel
    hubs: Mapping[str, Clip]
    seconds_to_build: float | None
    cached: bool
    stale: bool = False

    @cached_property
    def checks(self) -> ClipChecks:
        """How good it is.

        Raises:
            MotionError: one of its hubs is missing.
        """
        return check_clip(self.robot, self.clip, self.hubs)

    def summary(self) -> dict[str, object]:
        """The documented JSON keys, and a few more."""
        return {
            "name": self.clip.name,
            "frames": self.clip.steps,
            "residual": self.checks["dynamics"].value,
            "seconds_to_build": self.seconds_to_build,
            "rate_hz": self.clip.rate_hz,
            "speed_mps": self.clip.speed_mps,
            "turn_deg": degrees(self.clip.advance.yaw),
            "cyclic": self.clip.cyclic,
            "start_hub": self.clip.start_hub,
            "end_hub": self.clip.end_hub,
            "source": self.clip.source,
            "cached": self.cached,
            "stale": self.stale,
            "good": self.checks.passed,
            "checks": self.checks.summary(),
        }
