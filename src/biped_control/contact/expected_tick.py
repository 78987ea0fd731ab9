"""What the controller expects of a tick whose torques are given: eq. 16 with no law inside."""

import numpy as np

from biped_control.cholesky import solve_in_place
from biped_control.complementarity.contacts import solve_contacts
from biped_control.contact.adaptation import constraint_settings
from biped_control.contact.constraints import ConstraintFinder, GroundAt
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State
from biped_control.settings import ControlSettings


class ExpectedTick:
    """One semi-implicit step of the robot, with the constraints that contact adaptation looks at."""

    def __init__(self, robot: RobotModel, settings: ControlSettings) -> None:
        self._terms = DynamicsTerms(robot)
        self._finder = ConstraintFinder(robot, constraint_settings(settings))
        self._dt, self._friction = settings.dt, settings.friction

    def after(self, state: State, torques: FloatArray, ground_at: GroundAt | None = None) -> State:
        """The state at the end of a tick during which (nu,) torques act [N m].

        Args:
            state: at its beginning.
            torques: held.
            ground_at: the ground under (n, 3) points; flat at height 0 when left out.
        """
        velocity = self._velocities(state, torques[None], ground_at)[0]
        return State(state.q + self._dt * velocity, velocity)

    def misfits(
        self, before: State, torques: FloatArray, velocity: FloatArray, ground_at: GroundAt | None = None
    ) -> FloatArray:
        """(n,) how little each of (n, nu) torques explains the velocity after a tick.

        It is the kinetic energy of the difference [J]. Plain squares of joint velocities would hear little
        but the lightest links.

        Args:
            before: the state at the beginning of the tick.
            torques: that may have acted.
            velocity: (nv,) measured at its end.
            ground_at: as in `after`.
        """
        differences = velocity - self._velocities(before, torques, ground_at)
        momenta = differences.T.copy()
        solve_in_place(self._terms.latest.mass_inverse.copy(), momenta)
        return np.asarray(0.5 * np.einsum("ij,ji->i", differences, momenta))

    def _velocities(self, state: State, torques: FloatArray, ground_at: GroundAt | None) -> FloatArray:
        """(n, nv) after a tick with each of (n, nu) torques."""
        computed = self._terms.compute(state.q, state.v)
        constraints = self._finder.find(self._terms, state.q, state.v, ground_at)
        response = computed.mass_inverse @ constraints.jacobian.T
        operator = constraints.jacobian @ response
        velocities = np.empty((len(torques), len(state.v)))
        for velocity, held in zip(velocities, torques, strict=True):
            applied = -computed.bias
            applied[ROOT_DOF:] += held
            free = state.v + self._dt * (computed.mass_inverse @ applied)
            approach = constraints.jacobian @ free + constraints.shift
            solution = solve_contacts(operator, approach, constraints.contacts, self._friction)
            velocity[:] = free + response @ solution.impulses
        return velocities
