"""The modal policy with a load that it knows of (Jain & Liu 2011, section 7.3, lifting weights)."""

import numpy as np

from biped_control.analysis.reproduction.jain_task import JainPush
from biped_control.analysis.reproduction.jain_ticks import CountedTicks
from biped_control.motion.reference import Reference
from biped_control.policies.look_ahead import PredictedControls
from biped_control.policies.modal.policy import ModalPolicy
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import PointSet
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.pushes import ActivePushes


class KnownLoad(CountedTicks):
    """A `LookAheadPolicy` that plans with a load as soon as it acts."""

    def __init__(self, policy: ModalPolicy, robot: RobotModel, load: JainPush, rate_hz: float) -> None:
        """
        Args:
            policy: that is told of the load.
            robot: that carries it.
            load: what acts on which bodies, and from when on; one body a tick, as the run adds them.
            rate_hz: of ticks.

        Raises:
            EngineError: the robot has no such body.
        """
        super().__init__(policy)
        self._terms = DynamicsTerms(robot)
        self._force = np.array(load.force)
        pushes = ActivePushes(robot)
        self._points: list[PointSet] = [pushes.point_of(body) for body in load.bodies]
        begins = round(load.at_s * rate_hz)
        self._acts = [range(begins + late, begins + late + load.ticks) for late in range(len(load.bodies))]

    def predict(self, state: State, reference: Reference) -> PredictedControls:
        """Controls for the coming tick."""
        load = self.generalized(state)
        self.tick += 1
        return self._policy.predict(state, reference, load=load)

    def generalized(self, state: State) -> FloatArray:
        """(nv,) generalized force of the load in the coming tick."""
        self._terms.compute(state.q, state.v)
        load = np.zeros(len(state.v))
        for point, ticks in zip(self._points, self._acts, strict=True):
            if self.tick in ticks:
                load += self._force @ self._terms.point_jacobians(point)
        return load
