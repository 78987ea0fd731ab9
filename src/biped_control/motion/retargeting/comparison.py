"""A capture beside the clip that was made of it, frame by frame, to be looked at."""

from dataclasses import dataclass

import numpy as np

from biped_control.motion.retargeting.import_capture import Imported
from biped_control.robot.state import FloatArray


@dataclass(frozen=True)
class Comparison:
    """The same F moments of both.

    Attributes:
        captured: in words, what the capture is.
        robot: in words, what the robot does.
        rate_hz: frames per second.
        landmarks: name -> (F, 3) captured landmark, scaled, where the robot should have it [m].
        positions: (F, nv) of the robot.
    """

    captured: str
    robot: str
    rate_hz: float
    landmarks: dict[str, FloatArray]
    positions: FloatArray

    @property
    def frames(self) -> int:
        """Number of frames F."""
        return len(self.positions)


def comparison_of(imported: Imported, cycles: int) -> Comparison:
    """A cyclic clip is shown `cycles` long, another one once."""
    clip, report = imported.clip, imported.report
    landmarks, positions = imported.landmarks, clip.positions[: clip.steps]
    if clip.cyclic:
        places = [clip.advance.repeated(cycle) for cycle in range(cycles)]
        positions = np.concatenate([place.move(positions) for place in places])
        landmarks = {
            name: np.concatenate(
                [place.rotate_vectors(track) + np.array([place.x, place.y, 0.0]) for place in places]
            )
            for name, track in landmarks.items()
        }
    return Comparison(
        captured=f"capture {clip.source}, scaled by {report.scale:.2f}",
        robot=f"robot, clip '{clip.name}' ({report.kind}, {report.speed_mps:.2f} m/s)",
        rate_hz=clip.rate_hz,
        landmarks={name: track[: len(positions)] for name, track in landmarks.items()},
        positions=positions,
    )
