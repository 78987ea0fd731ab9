"""What the controller knows of a tick before the policy has answered: where torques will act, on what ground.

A loop in one process and the ROS graph both perceive here, so that they agree bit for bit.
"""

from dataclasses import dataclass

import numpy as np

from biped_control.contact.constraints import GroundAt
from biped_control.contact.state_prediction import StatePrediction
from biped_control.contact.told_ground import ground_under_feet
from biped_control.robot.base_coordinates import as_sensed
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.state import FloatArray, State
from biped_control.settings import ControlSettings


@dataclass(frozen=True)
class Perceived:
    """A tick as far as it is known.

    Attributes:
        ahead: the state in which the torques of this tick will act, as all hear of it; what is sensed now, if
            they act at once.
        ground_at: the ground that is felt; None where it is not.
        foretold: `ahead` before it goes into a message; None if it is what is sensed now.
    """

    ahead: State
    ground_at: GroundAt | None
    foretold: State | None = None


class Perception:
    """Looks ahead on the ground that is known: what the feet feel, else what the policy last told of.

    In every tick: `perceive`, then `answered`.
    """

    def __init__(self, robot: RobotModel, settings: ControlSettings) -> None:
        """
        Args:
            robot: that the controller believes in.
            settings: see `StatePrediction`.
        """
        self._nu, self._prediction = robot.nu, StatePrediction(robot, settings)
        self._told: FloatArray | None = None  # (2, 3) ground, by the policy, in the tick before

    def reset(self) -> None:
        """A new run begins."""
        self._prediction.reset()
        self._told = None

    def rehearse(self, state: State) -> None:
        """Loads the compiled kernels now, not in the first tick; forgets everything."""
        for _ in range(2):  # the second tick has one before it to compare with
            self._prediction.ahead(state)
            self._prediction.sent(np.zeros(self._nu))
        self._prediction.ahead(state)
        self.reset()

    def perceive(self, sensed: Observation, ground_at: GroundAt | None = None) -> Perceived:
        """Takes a tick in. To be asked once for every tick, in order.

        Args:
            sensed: at its beginning.
            ground_at: the ground under (n, 3) points that is felt; None where it is not.
        """
        ahead = self._prediction.ahead(
            sensed.state,
            ground_at or ground_under_feet(self._told),
            sensed.unmeasured,
            sensed.torques_late,
        )
        if ahead is sensed.state:
            return Perceived(ahead, ground_at)
        return Perceived(as_sensed(ahead), ground_at, ahead)

    def answered(self, told: FloatArray | None, torques: FloatArray | None) -> None:
        """Takes note of what the tick has come to.

        Args:
            told: (2, 3) ground that the policy knows of, see `PredictedControls.ground`; None: of none.
            torques: (nu,) that go out, within the effort limits [N m]; None if there are none.
        """
        self._told = told
        if torques is not None:
            self._prediction.sent(torques)

    def missed(self, ticks: int) -> None:
        """Takes note of ticks without torques, see `StatePrediction.missed`."""
        self._prediction.missed(ticks)
