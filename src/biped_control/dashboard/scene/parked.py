"""Scene nodes that are moved into view when they are needed and wait below the ground otherwise.

Browsers apply a new pose in the very next frame, but a new size, colour or node some frames later, when the
robot has already moved on. So whatever must stay with the robot is made of ready nodes of which only the pose
changes.
"""

from collections.abc import Callable

from viser import SceneNodeHandle

from biped_control.robot.state import FloatArray

_BELOW_GROUND = (0.0, 0.0, -50.0)


class ParkedNodes:
    """A fixed number of equal nodes."""

    def __init__(self, count: int, add: Callable[[int], SceneNodeHandle]) -> None:
        """`add(i)` makes node i; it is parked at once."""
        self._nodes = [add(index) for index in range(count)]
        self._shown = set(range(count))
        self.park_from(0)

    def __len__(self) -> int:
        return len(self._nodes)

    def place(self, index: int, position: FloatArray, quaternion: FloatArray) -> None:
        """Shows node `index` at a position (3,) [m] with orientation w x y z."""
        self._nodes[index].position = position
        self._nodes[index].wxyz = quaternion
        self._shown.add(index)

    def park_from(self, first: int) -> None:
        """Takes all nodes from index `first` on out of sight."""
        for index in [index for index in self._shown if index >= first]:
            self._nodes[index].position = _BELOW_GROUND
            self._shown.remove(index)
