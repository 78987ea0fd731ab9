"""Linear quadratic regulator (Muico 2009, eq. 10): the paper's baseline."""

from collections.abc import Mapping

import numpy as np

from biped_control.motion.reference import Reference
from biped_control.policies.gain_table import GainTable
from biped_control.policies.look_ahead import PredictedControls
from biped_control.policies.table_policy import OpenTable, to_predicted
from biped_control.robot.state import State


class LinearQuadraticRegulator:
    """Follows clips with the gains of the linearized problem; keeps no memory between ticks."""

    window = 0

    def __init__(self, tables: Mapping[str, GainTable], dt: float) -> None:
        self._table = OpenTable(tables)
        self._dt = dt

    def reset(self, state: State, reference: Reference) -> None:
        """Nothing to forget; checks that the clip is known."""
        self._table.of(reference)

    def predict(self, state: State, reference: Reference) -> PredictedControls:
        """Controls of eq. 10 for the coming tick."""
        table, k = self._table.of(reference), reference.frame
        local = reference.placement.to_clip(state, near_yaw=float(reference.state.q[3]))
        velocity_error = local.v - reference.state.v
        # The paper's x_k = (q - dt v, v) in terms of the measured state.
        pose_error = local.q - reference.state.q - self._dt * velocity_error
        deviation = table.offsets[k] + table.gains[k] @ np.concatenate([pose_error, velocity_error])
        return to_predicted(table.controls[k] - deviation, reference)
