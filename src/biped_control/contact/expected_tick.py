"""What the controller expects of a tick whose torques are given: the dynamics of eq. 16 with no law inside."""

import numpy as np

from biped_control.contact.adaptation import constraint_settings
from biped_control.contact.complementarity import solve_contacts
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
        velocity = self.velocities(state, torques[None], ground_at)[0]
        return State(state.q + self._dt * velocity, velocity)

    def velocities(self, state: State, torques: FloatArray, ground_at: GroundAt | None = None) -> FloatArray:
        """(n, nv) velocities that each of (n, nu) torques would lead to; other arguments as in `after`."""
        computed = self._terms.compute(state.q, state.v)
        constraints = self._finder.find(self._terms, state.q, state.v, ground_at)
        response = computed.mass_inverse @ constraints.jacobian.T
        operator = constraints.jacobian @ response
        applied = np.tile(-computed.bias, (len(torques), 1))
        applied[:, ROOT_DOF:] += torques
        velocities = state.v + self._dt * (applied @ computed.mass_inverse)
        for velocity in velocities:
            solution = solve_contacts(
                operator,
                constraints.jacobian @ velocity + constraints.shift,
                constraints.contacts,
                self._friction,
            )
            velocity += response @ solution.impulses
        return velocities
