"""What the two regulators share: finding the table of a clip and handing the controls out."""

from collections.abc import Mapping

import numpy as np

from biped_control.compiled import kernel
from biped_control.errors import PolicyError
from biped_control.motion.reference import Reference
from biped_control.policies.gain_table import GainTable
from biped_control.policies.look_ahead import PredictedControls
from biped_control.robot.state import BoolArray, FloatArray


class OpenTable:
    """The gain table of the clip that is followed; that of the clip before gives its memory back."""

    def __init__(self, tables: Mapping[str, GainTable]) -> None:
        self._tables = tables
        self._open: GainTable | None = None

    def of(self, reference: Reference) -> GainTable:
        """The gain table of the reference's clip.

        Raises:
            PolicyError: there is none, or the frame lies outside it.
        """
        table = self._tables.get(reference.clip)
        if table is None:
            raise PolicyError(
                f"no gain table for clip '{reference.clip}'; there are tables for {sorted(self._tables)}"
            )
        if not 0 <= reference.frame < len(table.gains):
            raise PolicyError(
                f"clip '{reference.clip}': frame {reference.frame} of {len(table.gains)}; "
                "clip and table do not belong together"
            )
        if self._open is not None and self._open is not table:
            self._open.release()
        self._open = table
        return table


def to_predicted(controls: FloatArray, reference: Reference) -> PredictedControls:
    """Splits (nu + 12,) controls of the clip, for the robot in the world; unplanned points carry zero."""
    placement, mirror = reference.placement, reference.placement.mirror
    torques, forces = split_controls(controls, reference.contacts, placement.yaw, placement.side)
    if mirror is None:
        return PredictedControls(torques, forces, reference.contacts)
    return PredictedControls(
        mirror.torques(torques), mirror.points(forces), mirror.contacts(reference.contacts)
    )


@kernel
def split_controls(
    controls: FloatArray, contacts: BoolArray, yaw: float, side: float
) -> tuple[FloatArray, FloatArray]:
    """Torques (nu,) and forces (4, 3) from controls of a clip.

    Forces are turned as `Placement.rotate_vectors` does, and zero at points without contact.
    """
    joints = len(controls) - 12
    c, s = np.cos(yaw), np.sin(yaw)
    forces = np.zeros((4, 3))
    for point in range(4):
        if contacts[point]:
            x, y, z = controls[joints + 3 * point : joints + 3 * point + 3]
            forces[point, 0] = c * x - s * side * y
            forces[point, 1] = s * x + c * side * y
            forces[point, 2] = z
    return controls[:joints].copy(), forces
