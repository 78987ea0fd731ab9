"""What the controller expects of a tick whose torques are given: eq. 16 with no law inside."""

from dataclasses import dataclass

import numpy as np

from biped_control.cholesky import solve_in_place
from biped_control.complementarity.contacts import solve_contacts
from biped_control.contact.constraints import ConstraintFinder, Constraints, ConstraintSettings, GroundAt
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.model import RobotModel
from biped_control.robot.state import BoolArray, FloatArray, State
from biped_control.settings import ControlSettings


class ExpectedTicks:
    """Semi-implicit steps of the robot, with the constraints that contact adaptation looks at."""

    def __init__(self, robot: RobotModel, settings: ControlSettings) -> None:
        self._terms = DynamicsTerms(robot)
        self._finder = ConstraintFinder(robot, ConstraintSettings.of(settings))
        self._dt, self._friction = settings.dt, settings.friction

    def beginning(self, state: State, ground_at: GroundAt | None = None) -> "ExpectedTick":
        """The tick that begins with `state`.

        Args:
            state: at its beginning.
            ground_at: the ground under (n, 3) points; flat at height 0 when left out.
        """
        computed = self._terms.compute(state.q, state.v)
        constraints = self._finder.find(self._terms, state.q, state.v, ground_at)
        response = computed.mass_inverse @ constraints.jacobian.T
        return ExpectedTick(
            state,
            computed.mass_inverse.copy(),  # the next tick overwrites it
            computed.bias.copy(),
            constraints,
            response,
            constraints.jacobian @ response,
            self._dt,
            self._friction,
        )


@dataclass(frozen=True)
class ExpectedTick:
    """A tick before its torques are known.

    Attributes:
        before: the state at its beginning.
        mass_inverse, bias: (nv, nv), (nv,) there, of `robot.dynamics.Terms`.
        constraints: that may act, m rows.
        response: (nv, m) velocity for each of their impulses.
        operator: (m, m) what `solve_contacts` takes.
        dt: its length [s].
        friction: Coulomb coefficient.
    """

    before: State
    mass_inverse: FloatArray
    bias: FloatArray
    constraints: Constraints
    response: FloatArray
    operator: FloatArray
    dt: float
    friction: float

    def after(self, torques: FloatArray) -> State:
        """The state at its end if (nu,) torques act [N m]."""
        velocity = self._velocity(torques)
        return State(self.before.q + self.dt * velocity, velocity)

    def misfits(
        self, torques: FloatArray, velocity: FloatArray, unmeasured: BoolArray | None = None
    ) -> FloatArray:
        """(n,) how little each of (n, nu) torques explains the velocity at its end.

        It is the kinetic energy of the difference [J]. Plain squares of joint velocities would hear little
        but the lightest links. No numbers where the state is so large that no mass matrix can be told.

        Args:
            torques: that may have acted.
            velocity: (nv,) measured at its end.
            unmeasured: (nu,) joints that were not; they tell nothing.
        """
        differences = velocity - np.array([self._velocity(held) for held in torques])
        if unmeasured is not None:
            differences[:, ROOT_DOF:][:, unmeasured] = 0.0
        momenta = differences.T.copy()
        try:
            solve_in_place(self.mass_inverse.copy(), momenta)
        except np.linalg.LinAlgError:
            return np.full(len(torques), np.nan)
        return np.asarray(0.5 * np.einsum("ij,ji->i", differences, momenta))

    def _velocity(self, torques: FloatArray) -> FloatArray:
        applied = -self.bias
        applied[ROOT_DOF:] += torques
        with np.errstate(over="ignore", invalid="ignore"):  # callers look whether these are numbers
            free = self.before.v + self.dt * (self.mass_inverse @ applied)
            approach = self.constraints.jacobian @ free + self.constraints.shift
            solution = solve_contacts(self.operator, approach, self.constraints.contacts, self.friction)
            return np.asarray(free + self.response @ solution.impulses)
