"""The linearized engine of Jain & Liu 2011: each tick is one step of the modes in closed form (eq. 24).

The dynamics are linearized about the pose of now, with springs at the joints that the torques carry along:
what a policy sends is its actuation of the modes less the force of the springs. Ground and joint limits act
by impulses at the beginning of the tick, which solve the complementarity problem of section 5.4. No
numerical integration: what the modes do during the tick is known.
"""

import numpy as np

from biped_control.compiled import kernel
from biped_control.complementarity.contacts import solve_contacts
from biped_control.contact.constraints import ConstraintFinder, ConstraintSettings, Ground
from biped_control.errors import EngineError
from biped_control.policies.modal.modes import (
    decompose,
    from_modal,
    modal_forces,
    subtree_stiffness,
    to_modal,
)
from biped_control.policies.modal.response import free_motion, joint_response
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.engine_input import finite_numbers, require_one_friction
from biped_control.simulation.pushes import ActivePushes
from biped_control.simulation.settings import EngineSettings
from biped_control.simulation.simulator import Observation, Push


class ModalSimulator:
    """One modal step at the control rate, with inelastic, frictional contact at the sole corners.

    For the paper's own experiments: its steps are exact for the linearized robot and first order for the
    real one.

    Attributes:
        unsolved: ticks whose contact problem had to be left to the Gauss-Seidel fallback since the last
            reset.
    """

    def __init__(self, robot: RobotModel, settings: EngineSettings) -> None:
        require_one_friction("modal", settings.terrain)
        if robot.nu == 0:
            raise EngineError("engine 'modal': the robot has no joints, so there are no modes; choose 'lcp'")
        self._robot = robot
        self._terms = DynamicsTerms(robot)
        self._stiffness = subtree_stiffness(robot)
        self._dt = 1.0 / settings.control_rate_hz
        self._finder = ConstraintFinder(robot, ConstraintSettings(self._dt))
        self._settings = settings
        self._ground_at = None if settings.terrain.is_flat else self._ground
        self._state = State(np.zeros(robot.nv), np.zeros(robot.nv))
        self._pushes = ActivePushes(robot)
        self.unsolved = 0

    def reset(self, state: State) -> Observation:
        """See `Simulator.reset`."""
        nv = self._robot.nv
        q = finite_numbers("modal", "positions", state.q, nv)
        self._state = State(q.copy(), finite_numbers("modal", "velocities", state.v, nv).copy())
        self._pushes.clear()
        self.unsolved = 0
        return Observation(self._state, np.zeros((0, 3)), np.zeros((0, 3)))

    def step(self, torques: FloatArray) -> Observation:
        """See `Simulator.step`."""
        torques = finite_numbers("modal", "torques", torques, self._robot.nu)
        q, v, dt = self._state.q, self._state.v, self._dt
        computed = self._terms.compute(q, v)
        constraints = self._finder.find(self._terms, q, v, self._ground_at)
        force = -computed.bias + self._pushing_force()
        springs = self._stiffness * q[ROOT_DOF:]
        operator, velocity = contact_velocities(
            computed.mass_inverse, self._stiffness, springs, force, v, torques, constraints.jacobian, dt
        )
        solution = solve_contacts(
            operator, velocity + constraints.shift, constraints.contacts, self._settings.friction
        )
        self.unsolved += not solution.solved
        change, velocity = modal_step(
            computed.mass_inverse,
            self._stiffness,
            springs,
            force,
            v,
            torques,
            solution.impulses @ constraints.jacobian,
            dt,
        )
        self._state = State(q + change, velocity)
        if not np.isfinite(velocity).all():
            raise EngineError(
                "engine 'modal': the state is no longer finite; the robot fell or the torques are absurd"
            )
        return Observation(self._state, constraints.positions, constraints.forces(solution.impulses, dt))

    def push(self, push: Push) -> None:
        """See `Simulator.push`."""
        self._pushes.add(push)

    def close(self) -> None:
        """Nothing to free."""

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


@kernel
def modal_step(
    mass_inverse: FloatArray,
    stiffness: FloatArray,
    springs: FloatArray,
    force: FloatArray,
    v: FloatArray,
    torques: FloatArray,
    impulse: FloatArray,
    dt: float,
) -> tuple[FloatArray, FloatArray]:
    """The motion of a tick (eqs. 8, 9 and 24).

    Args:
        mass_inverse, stiffness: see `decompose`.
        springs: (nu,) torques with which the springs of the pose pull back, without their sign [N m].
        force: (nv,) constant generalized force without springs and torques.
        v: (nv,) velocity at the beginning.
        torques: (nu,) what acts at the joints, springs included [N m].
        impulse: (nv,) generalized impulse of contacts and limits at the beginning.
        dt: length of the tick [s].

    Returns:
        (nv,) change of position and (nv,) velocity at the end.
    """
    modes = decompose(mass_inverse, stiffness)
    generalized = np.empty((2, len(v)))
    generalized[0] = force
    generalized[0, ROOT_DOF:] -= springs
    generalized[1] = impulse
    generalized[1, ROOT_DOF:] += dt * (torques + springs)
    modal = modal_forces(modes, generalized)
    position, rate = free_motion(modes, to_modal(modes, v), modal[0], dt)
    kick = modes.root_mobility @ modal[1, :ROOT_DOF]
    position[:ROOT_DOF] += dt * kick
    rate[:ROOT_DOF] += kick
    by_position, by_rate = joint_response(modes.frequencies, dt)
    position[ROOT_DOF:] += by_position * modal[1, ROOT_DOF:]
    rate[ROOT_DOF:] += by_rate * modal[1, ROOT_DOF:]
    return from_modal(modes, position), from_modal(modes, rate)


@kernel
def contact_velocities(
    mass_inverse: FloatArray,
    stiffness: FloatArray,
    springs: FloatArray,
    force: FloatArray,
    v: FloatArray,
    torques: FloatArray,
    jacobian: FloatArray,
    dt: float,
) -> tuple[FloatArray, FloatArray]:
    """Mean velocities of constraints during the tick: (m, m) per impulse, and (m,) without impulses.

    Arguments as for `modal_step`, and the (m, nv) Jacobian of the constraints.
    """
    modes = decompose(mass_inverse, stiffness)
    rows = modal_forces(modes, jacobian)
    modal = rows.T.copy()
    modal[:ROOT_DOF] = modes.root_mobility @ modal[:ROOT_DOF]
    response = joint_response(modes.frequencies, dt)[0] / dt
    modal[ROOT_DOF:] *= response.reshape(len(response), 1)
    change = modal_step(mass_inverse, stiffness, springs, force, v, torques, np.zeros(len(v)), dt)[0]
    return rows @ modal, jacobian @ (change / dt)
