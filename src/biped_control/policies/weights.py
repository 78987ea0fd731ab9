"""Weights of the quadratic regulators (Muico 2009, Table 2), read from `config/weights.yaml`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from biped_control.configuration_file import load_configuration
from biped_control.resources import share_path
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

_LARGEST, _SMALLEST = 1e6, 1e-15
"""Beyond any use, and still far from where sums of products lose all digits."""

_Weight = Annotated[float, Field(ge=0.0, le=_LARGEST)]
_PositiveWeight = Annotated[float, Field(ge=_SMALLEST, le=_LARGEST)]


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class BaseRow(_Row):
    """Weights of a coordinate that nothing drives: Q_q [1/m^2 or 1/rad^2] and Q_v."""

    position: _Weight
    velocity: _Weight


class JointRow(BaseRow):
    """Weights of a joint: as above, and of its torque: R on the deviation, P on the magnitude [1/(N m)^2]."""

    torque_deviation: _Weight
    torque: _PositiveWeight


class ForceRow(_Row):
    """Weights of a ground force: R on the deviation, P on the magnitude [1/N^2]."""

    force_deviation: _Weight
    force: _PositiveWeight


class LookAheadTable(_Row):
    """Table 2 as it stands in the configuration file."""

    height: BaseRow
    location: BaseRow
    orientation: BaseRow
    trunk: JointRow
    ankle: JointRow
    knee: JointRow
    hip: JointRow
    shoulder: JointRow
    elbow: JointRow
    heel: ForceRow
    toe: ForceRow


class AdjustingRows(_Row):
    """What the gains have instead where steps are adjusted, see `steering.step_adjustment`."""

    location: BaseRow
    heel: ForceRow
    toe: ForceRow

    def in_place_of(self, table: LookAheadTable) -> LookAheadTable:
        """The table with these rows instead of its own."""
        return table.model_copy(update={name: getattr(self, name) for name in AdjustingRows.model_fields})


@dataclass(frozen=True)
class LookAheadWeights:
    """Diagonals of the weighting matrices of eq. 6 for one robot.

    Attributes:
        state: (2 nv,) Q over (q, v).
        deviation: (nu + 12,) R over (torques, forces).
        magnitude: (nu + 12,) P over (torques, forces).
    """

    state: FloatArray
    deviation: FloatArray
    magnitude: FloatArray

    @property
    def control(self) -> FloatArray:
        """(nu + 12,) R + P."""
        return self.deviation + self.magnitude


def load_table(path: Path | None = None) -> LookAheadTable:
    """Reads Table 2; without a path the one that ships with the library.

    Raises:
        ConfigurationError: a weight is negative, missing or unknown; the message names file and place.
    """
    return load_configuration(LookAheadTable, path or share_path("config/weights.yaml"), "look_ahead")


def load_adjusting_rows() -> AdjustingRows:
    """Reads the rows for adjusted steps that ship with the library.

    Raises:
        ConfigurationError: see `load_table`.
    """
    return load_configuration(AdjustingRows, share_path("config/weights.yaml"), "adjusting")


def load_regulator_table(adjust_steps: bool) -> LookAheadTable:
    """The table that gains are made with: Table 2, with other rows where steps are adjusted.

    Raises:
        ConfigurationError: see `load_table`.
    """
    table = load_table()
    return load_adjusting_rows().in_place_of(table) if adjust_steps else table


def look_ahead_weights(robot: RobotModel, table: LookAheadTable) -> LookAheadWeights:
    """Spreads the table over the coordinates and controls of `robot`."""
    base = [table.location, table.location, table.height] + 3 * [table.orientation]
    joints: list[JointRow] = [getattr(table, robot.group_of_joint[name]) for name in robot.joint_names]
    forces = 2 * (3 * [table.heel] + 3 * [table.toe])
    rows: list[BaseRow] = [*base, *joints]
    assert len(base) == ROOT_DOF
    return LookAheadWeights(
        state=np.array([row.position for row in rows] + [row.velocity for row in rows]),
        deviation=np.array(
            [row.torque_deviation for row in joints] + [row.force_deviation for row in forces]
        ),
        magnitude=np.array([row.torque for row in joints] + [row.force for row in forces]),
    )
