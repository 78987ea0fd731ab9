"""What the two regulators share: finding the table of a clip and handing the controls out."""

from collections.abc import Mapping

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
    placement = reference.placement
    torques, forces = split_controls(controls, reference.contacts)
    return PredictedControls(
        torques=placement.torques(torques),
        forces=placement.forces(forces),
        contacts=placement.contacts(reference.contacts),
    )


@kernel
def split_controls(controls: FloatArray, contacts: BoolArray) -> tuple[FloatArray, FloatArray]:
    """Torques (nu,), and forces (4, 3) that are zero at points without contact."""
    joints = len(controls) - 12
    forces = controls[joints:].copy().reshape(4, 3)
    for point in range(4):
        if not contacts[point]:
            forces[point] = 0.0
    return controls[:joints], forces
