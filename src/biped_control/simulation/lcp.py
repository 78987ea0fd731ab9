"""The papers' own time stepping: one semi-implicit step and one complementarity problem a tick (eq. 16).

Two ways to advance. `step(torques)` holds given torques, like every engine. `step_adapted(controls)` takes
over the contact solution that contact adaptation has already found with its torque law inside: the paper's
shortcut (section 4.3), one problem a tick instead of two.
"""

import numpy as np

from biped_control.complementarity.contacts import ContactSolution, solve_contacts
from biped_control.contact.adaptation import AdaptedControls
from biped_control.contact.constraints import ConstraintFinder, Constraints, ConstraintSettings, Ground
from biped_control.errors import EngineError
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.engine_input import finite_numbers, require_one_friction
from biped_control.simulation.pushes import ActivePushes
from biped_control.simulation.settings import EngineSettings
from biped_control.simulation.simulator import Observation, Push


class LcpSimulator:
    """Semi-implicit Euler at the control rate with inelastic, frictional contact at the sole corners.

    Which corners and joints it looks at is the engine's own business (defaults of `ConstraintSettings`):
    what the controller believes is set elsewhere and reaches the plant only through `step_adapted`.

    Attributes:
        unsolved: ticks whose contact problem had to be left to the Gauss-Seidel fallback since the last
            reset.
        worst_residual: largest residual of the contact problems solved since the last reset.
    """

    def __init__(self, robot: RobotModel, settings: EngineSettings) -> None:
        require_one_friction("lcp", settings.terrain)
        self._robot = robot
        self._terms = DynamicsTerms(robot)
        self._dt = 1.0 / settings.control_rate_hz
        self._finder = ConstraintFinder(robot, ConstraintSettings(self._dt))
        self._settings = settings
        self._ground_at = None if settings.terrain.is_flat else self._ground
        self._state = State(np.zeros(robot.nv), np.zeros(robot.nv))
        self._pushes = ActivePushes(robot)
        self.unsolved, self.worst_residual = 0, 0.0

    def reset(self, state: State) -> Observation:
        """See `Simulator.reset`."""
        nv = self._robot.nv
        q = finite_numbers("lcp", "positions", state.q, nv)
        self._state = State(q.copy(), finite_numbers("lcp", "velocities", state.v, nv).copy())
        self._pushes.clear()
        self.unsolved, self.worst_residual = 0, 0.0
        return Observation(self._state, np.zeros((0, 3)), np.zeros((0, 3)))

    def step(self, torques: FloatArray) -> Observation:
        """See `Simulator.step`."""
        torques = finite_numbers("lcp", "torques", torques, self._robot.nu)
        q, v = self._state.q, self._state.v
        computed = self._terms.compute(q, v)
        constraints = self._finder.find(self._terms, q, v, self._ground_at)
        applied = -computed.bias + self._pushing_force()
        applied[ROOT_DOF:] += torques
        free = v + self._dt * (computed.mass_inverse @ applied)
        response = computed.mass_inverse @ constraints.jacobian.T
        solution = solve_contacts(
            constraints.jacobian @ response,
            constraints.jacobian @ free + constraints.shift,
            constraints.contacts,
            self._settings.friction,
        )
        return self._advance(free + response @ solution.impulses, constraints, solution)

    def step_adapted(self, controls: AdaptedControls) -> Observation:
        """Advances with the solution that contact adaptation found at this very state.

        Only while the ground is what the controller believes (flat) and nothing pushes; otherwise the
        torques are held as by `step`.
        """
        if self._pushes or self._ground_at is not None:
            return self.step(controls.torques)
        return self._advance(controls.next_velocity, controls.constraints, controls.solution)

    def push(self, push: Push) -> None:
        """See `Simulator.push`."""
        self._pushes.add(push)

    def close(self) -> None:
        """Nothing to free."""

    def _advance(
        self, velocity: FloatArray, constraints: Constraints, solution: ContactSolution
    ) -> Observation:
        self.unsolved += not solution.solved
        self.worst_residual = max(self.worst_residual, solution.residual)
        self._state = State(self._state.q + self._dt * velocity, velocity)
        if not np.isfinite(velocity).all():
            raise EngineError(
                "engine 'lcp': the state is no longer finite; the robot has fallen or the torques are absurd"
            )
        return Observation(
            self._state, constraints.positions, constraints.forces(solution.impulses, self._dt)
        )

    def _pushing_force(self) -> FloatArray:
        """(nv,) generalized force of all running pushes; counts them down."""
        total = np.zeros(self._robot.nv)
        for body, force in self._pushes.take_tick():
            point = self._pushes.point_of(body)
            total += self._terms.point_jacobians(point).T @ force
        return total

    def _ground(self, points: FloatArray) -> Ground:
        terrain = self._settings.terrain
        x, y = points[:, 0], points[:, 1]
        return Ground(terrain.height(x, y), terrain.normal(x, y))
