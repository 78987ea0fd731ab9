"""What engines have in common that solve one complementarity problem a tick, at the control rate."""

from typing import ClassVar

import numpy as np

from biped_control.complementarity.contacts import ContactSolution
from biped_control.contact.constraints import ConstraintFinder, Constraints, ConstraintSettings, Ground
from biped_control.errors import EngineError
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.engine_input import finite_numbers, require_one_friction
from biped_control.simulation.pushes import ActivePushes
from biped_control.simulation.settings import EngineSettings
from biped_control.simulation.simulator import Push

_FASTEST = 12.0  # [m/s] so fast a toe comes down of a light foot that stands on nothing
_LIMIT_RAD = 0.05  # joints nearer to a limit are kept from it: two ticks of a joint at 3 rad/s
_ERROR_REDUCTION = 0.2  # all at once would throw a foot that is a little too deep


class OneProblemEngine:
    """Inelastic, frictional contact at the sole corners, and joint limits.

    Which corners and joints it looks at is the engine's own business: what the controller believes is set
    elsewhere.

    Attributes:
        unsolved: ticks whose contact problem had to be left to the Gauss-Seidel fallback since the last
            reset.
    """

    name: ClassVar[str]
    """Of the engine."""

    def __init__(self, robot: RobotModel, settings: EngineSettings) -> None:
        """
        Raises:
            EngineError: the ground has slippery patches.
        """
        require_one_friction(self.name, settings.terrain)
        self._robot = robot
        self._terms = DynamicsTerms(robot)
        self._dt = 1.0 / settings.control_rate_hz
        found = ConstraintSettings(self._dt, _FASTEST * self._dt, _LIMIT_RAD, _ERROR_REDUCTION)
        self._finder = ConstraintFinder(robot, found)
        self._settings = settings
        self._ground_at = None if settings.terrain.is_flat else self._ground
        self._state = State(np.zeros(robot.nv), np.zeros(robot.nv))
        self._pushes = ActivePushes(robot)
        self.unsolved = 0

    def reset(self, state: State) -> Observation:
        """See `Simulator.reset`."""
        nv = self._robot.nv
        q = finite_numbers(self.name, "positions", state.q, nv)
        self._state = State(q.copy(), finite_numbers(self.name, "velocities", state.v, nv).copy())
        self._pushes.clear()
        self.unsolved = 0
        return Observation(self._state, np.zeros((0, 3)), np.zeros((0, 3)))

    def push(self, push: Push) -> None:
        """See `Simulator.push`."""
        self._pushes.add(push)

    def close(self) -> None:
        """Nothing to free."""

    def _come_to(self, state: State, constraints: Constraints, solution: ContactSolution) -> Observation:
        """Takes the end of a tick over."""
        self.unsolved += not solution.solved
        self._state = state
        if not np.isfinite(state.v).all():
            raise EngineError(
                f"engine '{self.name}': the state is no longer finite; the robot has fallen or the torques "
                "are absurd"
            )
        return Observation(state, constraints.positions, constraints.forces(solution.impulses, self._dt))

    def _pushing_force(self) -> FloatArray:
        """(nv,) generalized force of all running pushes; counts them down."""
        total = np.zeros(self._robot.nv)
        for body, force in self._pushes.take_tick():
            total += self._terms.point_jacobians(self._pushes.point_of(body)).T @ force
        return total

    def _ground(self, points: FloatArray) -> Ground:
        terrain = self._settings.terrain
        x, y = points[:, 0], points[:, 1]
        return Ground(terrain.height(x, y), terrain.normal(x, y))
