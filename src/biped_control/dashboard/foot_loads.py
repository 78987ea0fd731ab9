"""What each foot carries, and when a foot is set down."""

from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.soles import Sole, sole_of
from biped_control.robot.state import FloatArray

_PRINTING, _FREE = 0.5, 0.05  # shares of the body weight


@dataclass(frozen=True)
class FootLoad:
    """What the ground does to one foot.

    How a rigid foot shares its load among its corners is arbitrary (two corners may even push against each
    other), their sum is not. So the sum is shared out by pressure here, and every share points the same way.

    Attributes:
        foot: 0 right, 1 left.
        points: (n, 3) where the foot presses on the ground [m].
        forces: (n, 3) shares of the total force [N].
    """

    foot: int
    points: FloatArray
    forces: FloatArray

    @property
    def vertical(self) -> float:
        """Vertical force on the foot [N]."""
        return float(self.forces[:, 2].sum())


class FootLoads:
    """Assigns ground forces to the nearer foot."""

    def __init__(self, robot: RobotModel) -> None:
        self._model = robot.pinocchio
        self._data = self._model.createData()
        feet = [side.foot for side in robot.limbs.sides]
        self._frames = [robot.frame_id(foot) for foot in feet]
        self.soles: tuple[Sole, ...] = tuple(sole_of(robot, foot) for foot in feet)
        self.weight = robot.mass * GRAVITY

    def measure(self, q: FloatArray, points: FloatArray, forces: FloatArray) -> list[FootLoad]:
        """Loads of the feet that press on the ground.

        Args:
            q: (nv,) chain-root positions.
            points: (n, 3) where the ground touches the robot [m].
            forces: (n, 3) ground forces on the robot there [N].
        """
        pin.forwardKinematics(self._model, self._data, q)
        middles = np.array([self._middle(foot) for foot in range(len(self._frames))])
        nearer = np.linalg.norm(points[:, None] - middles, axis=2).argmin(axis=1)
        loads = []
        for foot in range(len(self._frames)):
            own = nearer == foot
            total = forces[own].sum(axis=0)
            if total[2] > 0.0:
                pressure = np.maximum(forces[own, 2], 0.0)
                loads.append(FootLoad(foot, points[own], np.outer(pressure / pressure.sum(), total)))
        return loads

    def sole_pose(self, foot: int) -> tuple[FloatArray, float]:
        """(3,) middle of a sole [m] and its yaw [rad] at the pose of the last `measure`."""
        forward = self._data.oMf[self._frames[foot]].rotation[:, 0]
        return self._middle(foot), float(np.arctan2(forward[1], forward[0]))

    def _middle(self, foot: int) -> FloatArray:
        sole = self.soles[foot]
        placement = pin.updateFramePlacement(self._model, self._data, self._frames[foot])
        middle: FloatArray = placement.act(
            np.array([0.5 * (sole.heel_x + sole.toe_x), sole.centre_y, sole.z])
        )
        return middle


class TouchdownWatch:
    """Tells once when a foot takes over the weight of the body, and again only after it was free."""

    def __init__(self, weight: float) -> None:
        """`weight` of the body [N]."""
        self._weight = weight
        self._down = [False, False]

    def forget(self) -> None:
        """Starts afresh."""
        self._down = [False, False]

    def touchdowns(self, loads: list[FootLoad]) -> list[int]:
        """Feet (0 right, 1 left) that have taken over the weight since the last call."""
        vertical = [0.0, 0.0]
        for load in loads:
            vertical[load.foot] = load.vertical / self._weight
        fresh = [foot for foot in (0, 1) if vertical[foot] > _PRINTING and not self._down[foot]]
        self._down = [
            share > _PRINTING or (down and share > _FREE)
            for share, down in zip(vertical, self._down, strict=True)
        ]
        return fresh
