"""The linearized engine of Jain & Liu 2011: each tick is one step of the modes in closed form (eq. 24).

The dynamics are linearized about the pose of now, with springs at the joints that the torques carry along:
what a policy sends is its actuation of the modes less the force of the springs. Ground and joint limits act
by impulses at the beginning of the tick, which solve the complementarity problem of section 5.4. No
numerical integration: what the modes do during the tick is known.
"""

import numpy as np

from biped_control.compiled import kernel
from biped_control.complementarity.contacts import solve_contacts
from biped_control.errors import EngineError
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.mode_response import free_motion, joint_response
from biped_control.robot.model import RobotModel
from biped_control.robot.modes import (
    decompose,
    from_modal,
    modal_forces,
    subtree_stiffness,
    to_modal,
)
from biped_control.robot.observation import Observation
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.engine_input import finite_numbers
from biped_control.simulation.one_problem_engine import OneProblemEngine
from biped_control.simulation.settings import EngineSettings


class ModalSimulator(OneProblemEngine):
    """One modal step a tick.

    For the paper's own experiments: its steps are exact for the linearized robot and first order for the
    real one.
    """

    name = "modal"

    def __init__(self, robot: RobotModel, settings: EngineSettings) -> None:
        """
        Raises:
            EngineError: the robot has no joints, or the ground has slippery patches.
        """
        super().__init__(robot, settings)
        if robot.nu == 0:
            raise EngineError("engine 'modal': the robot has no joints, so there are no modes; choose 'lcp'")
        self._stiffness = subtree_stiffness(robot)

    def step(self, torques: FloatArray) -> Observation:
        """See `Simulator.step`."""
        torques = finite_numbers(self.name, "torques", torques, self._robot.nu)
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
        return self._come_to(State(q + change, velocity), constraints, solution)


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
