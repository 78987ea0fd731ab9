"""Contact adaptation (Muico 2009, section 4): torques that fit the contacts of now.

The policy's torques assume its own forces at heel and toe. Adaptation looks for torques that keep the
accelerations of the important features when the real contacts push instead: an affine law
tau = tau_0 + K chi in the contact forces chi (eqs. 14 and 20), put into the dynamics of the coming tick,
which becomes a complementarity problem for chi (eq. 16).
"""

from dataclasses import dataclass

import numpy as np

from biped_control.cholesky import solve_in_place
from biped_control.compiled import kernel
from biped_control.complementarity.contacts import ContactSolution, solve_contacts
from biped_control.contact.constraints import (
    ConstraintFinder,
    Constraints,
    ConstraintSettings,
    GroundAt,
)
from biped_control.contact.told_ground import ground_under_feet
from biped_control.contact.weights import AdaptationWeights
from biped_control.policies.look_ahead import PredictedControls
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.features import feature_points
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import anticipated_points, sole_corners
from biped_control.robot.state import FloatArray, State
from biped_control.settings import ControlSettings


@dataclass(frozen=True)
class AdaptationProblem:
    """The coming tick with the torque law inside (eq. 16), before its contacts are solved.

    Attributes:
        constraints: the constraints that are considered, m rows.
        base, gain: (nu,) and (nu, m) the torque law tau = base + gain @ chi in constraint forces chi [N m].
        free, response: (nv,) and (nv, m) the velocity after the tick, free + response @ impulses.
        operator, velocity: (m, m) and (m,) what `solve_contacts` takes.
    """

    constraints: Constraints
    base: FloatArray
    gain: FloatArray
    free: FloatArray
    response: FloatArray
    operator: FloatArray
    velocity: FloatArray


@dataclass(frozen=True)
class AdaptedControls:
    """Torques of one tick and the contact solution that they rest on.

    Attributes:
        torques: (nu,) joint torques, not yet clamped to the effort limits [N m].
        constraints: the constraints that were considered.
        solution: the expected impulses.
        next_velocity: (nv,) the velocity that the solution leads to.
    """

    torques: FloatArray
    constraints: Constraints
    solution: ContactSolution
    next_velocity: FloatArray


class ContactAdaptation:
    """Adapts predicted controls to the contacts of now. Keeps no memory between ticks."""

    def __init__(self, robot: RobotModel, weights: AdaptationWeights, settings: ControlSettings) -> None:
        self._terms = DynamicsTerms(robot)
        features = feature_points(robot)
        self._points = {
            len(points): features + points for points in (anticipated_points(robot), sole_corners(robot))
        }
        self._finder = ConstraintFinder(robot, ConstraintSettings.of(settings))
        self._weights = weights
        self._settings = settings

    def adapt(
        self, state: State, predicted: PredictedControls, ground_at: GroundAt | None = None
    ) -> AdaptedControls:
        """Torques for the coming tick, on the ground that the controller believes in.

        Args:
            state: what is sensed.
            predicted: what the policy wants.
            ground_at: the ground under (n, 3) points that is felt; that of the policy when left out.
        """
        return self.solve(self.formulate(state, predicted, ground_at))

    def formulate(
        self, state: State, predicted: PredictedControls, ground_at: GroundAt | None = None
    ) -> AdaptationProblem:
        """The first half of `adapt`: torque law and contact problem."""
        settings, terms = self._settings, self._terms
        q, v = state.q, state.v
        computed = terms.compute(q, v)
        if ground_at is None:
            ground_at = ground_under_feet(predicted.ground)
        constraints = self._finder.find(terms, q, v, ground_at)
        adapts = settings.gamma > 0.0 and not predicted.contact_consistent
        base, gain, free, response, operator, velocity = close_the_loop(
            computed.mass_inverse,
            computed.bias,
            v,
            terms.point_jacobians(self._points[len(predicted.forces)]),
            predicted.forces,
            predicted.torques,
            constraints.jacobian,
            constraints.shift,
            self._weights.body,
            self._weights.joints,
            settings.gamma if adapts else 0.0,
            settings.dt,
        )
        return AdaptationProblem(constraints, base, gain, free, response, operator, velocity)

    def solve(self, problem: AdaptationProblem) -> AdaptedControls:
        """The second half: contact impulses, and the torques that go with them."""
        solution = solve_contacts(
            problem.operator, problem.velocity, problem.constraints.contacts, self._settings.friction
        )
        torques, next_velocity = controls_of(
            problem.base, problem.gain, problem.free, problem.response, solution.impulses, self._settings.dt
        )
        return AdaptedControls(torques, problem.constraints, solution, next_velocity)


@kernel
def close_the_loop(
    mass_inverse: FloatArray,
    bias: FloatArray,
    v: FloatArray,
    points: FloatArray,
    planned_forces: FloatArray,
    torques: FloatArray,
    constraint_jacobian: FloatArray,
    shift: FloatArray,
    body_weights: FloatArray,
    joint_weights: FloatArray,
    gamma: float,
    dt: float,
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray, FloatArray, FloatArray]:
    """The dynamics of eq. 16 with the torque law inside.

    Args:
        mass_inverse, bias: (nv, nv), (nv,) of `Terms`.
        v: (nv,).
        points: (9 + 3 p, nv) Jacobian of the body features, then of the points where the policy plans forces.
        planned_forces: (p, 3) these forces [N].
        torques: (nu,) of the policy.
        constraint_jacobian, shift: (m, nv), (m,) of `Constraints`.
        body_weights, joint_weights, gamma: see `torque_law`.
        dt: length of the tick [s].

    Returns:
        base, gain, free, response, operator, velocity of `AdaptationProblem`.
    """
    bodies = len(body_weights)
    forces = np.empty((1 + len(shift), len(v)))
    forces[0] = planned_forces.reshape(planned_forces.size) @ points[bodies:]
    forces[1:] = constraint_jacobian
    accelerations = mass_inverse @ forces.T
    base, gain = torque_law(
        mass_inverse, points[:bodies], accelerations, torques, body_weights, joint_weights, gamma
    )
    applied = -bias
    applied[ROOT_DOF:] += base
    free = v + dt * (mass_inverse @ applied)
    response = accelerations[:, 1:] + mass_inverse[ROOT_DOF:].T @ gain
    return (
        base,
        gain,
        free,
        response,
        constraint_jacobian @ response,
        constraint_jacobian @ free + shift,
    )


@kernel
def torque_law(
    mass_inverse: FloatArray,
    body_jacobian: FloatArray,
    accelerations: FloatArray,
    torques: FloatArray,
    body_weights: FloatArray,
    joint_weights: FloatArray,
    gamma: float,
) -> tuple[FloatArray, FloatArray]:
    """The affine law of eqs. 14, 15, 17 and 20: tau = base + gain @ chi.

    Args:
        mass_inverse: (nv, nv).
        body_jacobian: (9, nv) Jacobian of the body features; joint features have an identity.
        accelerations: (nv, 1 + m) what the policy's ground forces do, and a unit force of each constraint.
        torques: (nu,) torques of the policy.
        body_weights: (9,), joint_weights: (nu,) diagonal of W.
        gamma: adaptation parameter; 0 gives the policy's torques and no gain.

    Returns:
        base (nu,) and gain (nu, m).
    """
    nu, rows = len(torques), accelerations.shape[1] - 1
    if gamma == 0.0:
        return torques.copy(), np.zeros((nu, rows))
    bodies = len(body_weights)
    muscle_t = np.empty((nu, bodies + nu))  # B_m of eq. 13, transposed
    muscle_t[:, :bodies] = mass_inverse[ROOT_DOF:] @ body_jacobian.T
    muscle_t[:, bodies:] = mass_inverse[ROOT_DOF:, ROOT_DOF:]
    weighted_t = np.empty((nu, bodies + nu))  # B_m^T W
    weighted_t[:, :bodies] = muscle_t[:, :bodies] * body_weights
    weighted_t[:, bodies:] = muscle_t[:, bodies:] * joint_weights
    bracket = weighted_t @ muscle_t.T  # B_m^T W B_m + W_m of eq. 15
    for i in range(nu):
        bracket[i, i] += 1.0 / gamma
    features = np.empty((bodies + nu, 1 + rows))  # B_c chi of unit forces, and of the planned ones
    features[:bodies] = body_jacobian @ accelerations
    features[bodies:] = accelerations[ROOT_DOF:]
    correction = weighted_t @ features
    solve_in_place(bracket, correction)  # -C B_c
    return torques + correction[:, 0], -correction[:, 1:]


@kernel
def controls_of(
    base: FloatArray,
    gain: FloatArray,
    free: FloatArray,
    response: FloatArray,
    impulses: FloatArray,
    dt: float,
) -> tuple[FloatArray, FloatArray]:
    """Torques (nu,) [N m] and velocity after the tick (nv,) that go with (m,) impulses."""
    return base + gain @ impulses / dt, free + response @ impulses
