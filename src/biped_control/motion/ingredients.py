"""What the makers of clips work with."""

from collections.abc import Mapping
from dataclasses import dataclass

from biped_control.errors import MotionError
from biped_control.motion.clip import Clip
from biped_control.robot.model import RobotModel


@dataclass(frozen=True)
class Ingredients:
    """Everything besides its recipe that a clip is made from.

    Attributes:
        robot: the humanoid.
        rate_hz: control rate of the clip.
        clips: the finished clips that the recipe needs, by name.
    """

    robot: RobotModel
    rate_hz: float
    clips: Mapping[str, Clip]

    def hub(self, name: str) -> Clip:
        """A clip that others begin with or end in.

        Raises:
            MotionError: the recipe did not ask for it, or it is not cyclic.
        """
        if name not in self.clips:
            raise MotionError(f"needs clip '{name}', which its recipe does not name as start or end")
        if not self.clips[name].cyclic:
            raise MotionError(
                f"clip '{name}' cannot be a start or end: expected a cyclic clip (walk, run, stand)"
            )
        return self.clips[name]
