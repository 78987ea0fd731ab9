"""Forces of all ticks that a policy plans ahead, each tick's found once: when it comes into the window."""

from collections.abc import Callable

from biped_control.motion.clip import Clip
from biped_control.motion.editing.needed_forces import Needed, NeededForces
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import BoolArray, FloatArray


class ForceWindow:
    """What the coming ticks of one motion need. One instance a thread."""

    def __init__(self, robot: RobotModel) -> None:
        """
        Args:
            robot: of the motion.
        """
        self._forces = NeededForces(robot)
        self._tick = 0
        self._known: dict[int, Needed] = {}  # by tick
        self._seen: tuple[Clip, Placement] | None = None  # in whose frame

    def forget(self) -> None:
        """The motion ahead is another now."""
        self._known.clear()

    def advance(self) -> None:
        """A tick goes by."""
        self._tick += 1

    def of(
        self,
        clip: Clip,
        placement: Placement,
        pose: Callable[[int], FloatArray],
        contacts: BoolArray,
        near: FloatArray,
    ) -> list[Needed]:
        """What each tick of the window needs. Forces are kept while the frame of the clip is the same one.

        Args:
            clip: in whose frame the motion is given.
            placement: of that frame, without drift, which turns no force.
            pose: gives the (nv,) pose some ticks from now, -1 and as many as the window is long included.
            contacts: (n, 4) anticipated points that touch.
            near: (n, 4, 3) forces of the clip [N].
        """
        if self._seen is None or clip is not self._seen[0] or placement is not self._seen[1]:
            self.forget()
        self._seen = clip, placement
        known = {}
        for ahead in range(len(contacts)):
            found = self._known.get(self._tick + ahead)
            if found is None:
                before, now, after = (pose(ahead + step) for step in (-1, 0, 1))
                v = (now - before) * clip.rate_hz
                a = ((after - now) * clip.rate_hz - v) * clip.rate_hz
                found = self._forces.of(now, v, a, contacts[ahead], near[ahead])
            known[self._tick + ahead] = found
        self._known = known
        return list(known.values())
