"""Forces of all ticks that a policy plans ahead, each tick's found once: when it comes into the window."""

from collections.abc import Callable

from biped_control.motion.editing.needed_forces import Needed, NeededForces
from biped_control.robot.model import RobotModel
from biped_control.robot.state import BoolArray, FloatArray


class ForceWindow:
    """What the coming ticks of one motion need. One instance a thread."""

    def __init__(self, robot: RobotModel) -> None:
        """
        Args:
            robot: of the motion.
        """
        self._forces = NeededForces(robot)
        self._known: dict[int, Needed] = {}

    def forget(self) -> None:
        """The motion ahead is another now, or is seen in another frame."""
        self._known.clear()

    def of(
        self,
        tick: int,
        pose: Callable[[int], FloatArray],
        contacts: BoolArray,
        near: FloatArray,
        rate_hz: float,
    ) -> list[Needed]:
        """What each tick of the window needs.

        Args:
            tick: number of the first; from then on the motion must be the one of before, see `forget`.
            pose: gives the (nv,) pose some ticks ahead of it, -1 and as many as the window is long included.
            contacts: (n, 4) anticipated points that touch.
            near: (n, 4, 3) forces of the clip [N].
            rate_hz: ticks a second.
        """
        known = {}
        for ahead in range(len(contacts)):
            found = self._known.get(tick + ahead)
            if found is None:
                before, now, after = (pose(ahead + step) for step in (-1, 0, 1))
                v = (now - before) * rate_hz
                a = ((after - now) * rate_hz - v) * rate_hz
                found = self._forces.of(now, v, a, contacts[ahead], near[ahead])
            known[tick + ahead] = found
        self._known = known
        return list(known.values())
