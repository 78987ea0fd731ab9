"""Pushes that are under way: which forces act during the coming tick. Shared by all engines."""

from xml.etree import ElementTree

import numpy as np
import pinocchio as pin

from biped_control.errors import EngineError
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import PointSet
from biped_control.robot.state import FloatArray
from biped_control.simulation.simulator import Push


class ActivePushes:
    """Keeps each push for its number of ticks."""

    def __init__(self, robot: RobotModel) -> None:
        self._model = robot.pinocchio
        self._centres = {
            link.get("name", ""): _centre_of_mass(link)
            for link in ElementTree.fromstring(robot.urdf).findall("link")
        }
        self._remaining: list[tuple[str, FloatArray, int]] = []

    def add(self, push: Push) -> None:
        """Takes a push up.

        Raises:
            EngineError: no such body, a force that is not three finite numbers, or less than one tick.
        """
        force = np.array(push.force, dtype=np.float64)
        if push.body not in self._centres:
            known = ", ".join(self._centres)
            raise EngineError(f"push: the robot has no body '{push.body}'; choose one of {known}")
        if force.shape != (3,) or not np.isfinite(force).all():
            raise EngineError(f"push on '{push.body}': expected three finite newtons, got {push.force}")
        if push.ticks < 1:
            raise EngineError(f"push on '{push.body}': expected one tick or more, got {push.ticks}")
        self._remaining.append((push.body, force, push.ticks))

    def take_tick(self) -> list[tuple[str, FloatArray]]:
        """(body, force) pairs of the coming tick, which is then used up."""
        acting = [(body, force) for body, force, _ in self._remaining]
        self._remaining = [(body, force, ticks - 1) for body, force, ticks in self._remaining if ticks > 1]
        return acting

    def point_of(self, body: str) -> PointSet:
        """Where a push acts: the body's own centre of mass, without what is welded to the body."""
        frame = self._model.frames[self._model.getFrameId(body, pin.FrameType.BODY)]
        centre = frame.placement.act(self._centres[body])
        return PointSet(np.array([frame.parentJoint], dtype=np.int64), np.array([centre]))

    def clear(self) -> None:
        """Ends all pushes."""
        self._remaining.clear()

    def __bool__(self) -> bool:
        """Whether a push is under way."""
        return bool(self._remaining)


def _centre_of_mass(link: ElementTree.Element) -> FloatArray:
    origin = link.find("inertial/origin")
    numbers = "0 0 0" if origin is None else origin.get("xyz", "0 0 0")
    return np.array([float(number) for number in numbers.split()])
