"""The modal-space policy (Jain & Liu 2011): a long-horizon plan in every tick."""

from collections.abc import Mapping

import numpy as np

from biped_control.compiled import kernel
from biped_control.complementarity.contacts import solve_contacts
from biped_control.complementarity.directions import contact_directions
from biped_control.errors import PolicyError
from biped_control.motion.clip import Clip
from biped_control.motion.reference import Preview, Reference
from biped_control.motion.reference_preview import ReferencePreview
from biped_control.policies.look_ahead import PredictedControls
from biped_control.policies.modal.contact_correction import contact_problem, corrected_tick
from biped_control.policies.modal.deviation_plan import Followed, plan_deviation
from biped_control.policies.modal.reaction_delay import PlannedState, plan_of_two
from biped_control.policies.modal.settings import ModalSettings
from biped_control.policies.modal.tick_plan import plan_tick
from biped_control.policies.modal.tracking import tracked_pose
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import DynamicsTerms, IntArray
from biped_control.robot.ground_planes import of_corners, upward_normals
from biped_control.robot.model import RobotModel
from biped_control.robot.modes import Modes, decompose, modal_forces, reordered, subtree_stiffness
from biped_control.robot.soles import sole_corners
from biped_control.robot.state import BoolArray, FloatArray, State
from biped_control.settings import ControlSettings


class ModalPolicy:
    """Follows clips by plans of its own, made anew in every tick. Keeps no memory between ticks.

    Forces are planned in upright cones; the contact correction turns them to the ground of the reference.
    """

    def __init__(
        self,
        robot: RobotModel,
        clips: Mapping[str, Clip],
        modal: ModalSettings,
        control: ControlSettings,
        order: IntArray | None = None,
    ) -> None:
        """
        Args:
            robot: of the clips.
            clips: by name, with the hubs that they end in.
            modal: window, mode count, weights.
            control: control period, friction and contact distance.
            order: (nu,) of the joint modes, the planned ones first; from slow to fast unless given.

        Raises:
            PolicyError: the hub that a clip ends in is missing.
        """
        self._terms = DynamicsTerms(robot)
        self._corners = sole_corners(robot)
        self._stiffness = subtree_stiffness(robot)
        self._order = np.arange(robot.nu) if order is None else order
        self._preview = ReferencePreview(clips, modal.window)
        self.window = modal.window
        self._low_modes = modal.low_modes
        self._stepping_weights = modal.plan_weights(control.friction)
        self._planted_weights = modal.plan_weights(control.friction, planted=True)
        self._correction_weights = modal.correction_weights()
        self._pole = modal.high_pole
        self._about_reference = modal.about == "reference"
        self._control = control

    def reset(self, state: State, reference: Reference) -> None:
        """Nothing to forget; checks that the clip is known.

        Raises:
            PolicyError: it is not.
        """
        self._preview.of(reference)

    def predict(
        self,
        state: State,
        reference: Reference,
        believed: State | None = None,
        load: FloatArray | None = None,
    ) -> PredictedControls:
        """Controls for the coming tick (section 5.5).

        Args:
            state: measured, in the world.
            reference: in the frame of its clip.
            believed: state that forces and slow modes are planned for, as if nothing else were known yet
                (section 6, perturbations); the measured one unless given. Like the next, for experiments from
                Python; the ROS graph has neither.
            load: (nv,) generalized force known to act besides gravity, as of a weight that is carried; for
                the chain-root coordinates of `state`.

        Raises:
            PolicyError: see `LookAheadPolicy.predict`.
        """
        control, placement = self._control, reference.placement
        preview = self._preview.of(reference)
        contacts = np.repeat(preview.contacts, 2, axis=1)
        near_yaw = float(reference.state.q[3])
        if load is not None:  # generalized forces turn as velocities do
            load = placement.to_clip(State(state.q, load), near_yaw).v
        slow = None
        if believed is not None:
            slow = self._plan(placement.to_clip(believed, near_yaw), reference, preview, contacts, load)
        local = placement.to_clip(state, near_yaw)
        planned = self._plan(local, reference, preview, contacts, load)
        modes, plan = planned.modes, planned.plan
        if slow is not None:
            plan = plan_of_two(slow, planned, self._low_modes, control.dt)
        gaps, normals = above_ground(planned.corners, reference.ground)
        directions = contact_directions(normals, float(local.q[3]))
        touching = np.flatnonzero((gaps < control.contact_distance_m) | contacts[0])
        problem = contact_problem(
            modes,
            planned.contact_modes,
            touching,
            gaps,
            directions,
            planned.curvature,
            plan,
            self._low_modes,
            self._correction_weights,
            control.error_reduction,
            self._about_reference,
            control.dt,
        )
        solution = solve_contacts(problem.operator, problem.velocity, len(touching), control.friction)
        torques, forces = corrected_tick(
            modes, plan, problem, solution.impulses, touching, directions, control.dt
        )
        torques -= self._stiffness * local.q[ROOT_DOF:]
        return PredictedControls(
            placement.torques(torques),
            placement.corner_forces(forces),
            placement.contacts(reference.contacts),
            ground=None if reference.ground is None else placement.planes(reference.ground),
        )

    def _plan(
        self,
        local: State,
        reference: Reference,
        preview: Preview,
        contacts: BoolArray,
        load: FloatArray | None = None,
    ) -> PlannedState:
        terms = self._terms.compute(local.q, local.v)
        corners = self._terms.point_positions(self._corners)
        jacobian = self._terms.point_jacobians(self._corners, corners)
        resisting = terms.bias if load is None else terms.bias - load
        modes, contact_modes, bias = linearize(
            terms.mass_inverse, resisting, jacobian, local.q, self._stiffness, self._order
        )
        weights, q = self._stepping_weights, local.q
        if contacts.all():
            weights, q = self._planted_weights, local.q - self._astray(reference, corners)
        if not self._about_reference:
            plan = plan_tick(
                modes,
                contact_modes,
                bias,
                local.v,
                tracked_pose(local, reference, self._pole, self._control.dt) - local.q,
                preview.end.q - q,
                preview.end.v,
                contacts,
                weights,
                self._control.dt,
            )
            return PlannedState(modes, contact_modes, plan, corners, np.zeros(corners.shape))
        plan = plan_deviation(
            modes,
            contact_modes,
            bias,
            q,
            local.v,
            followed(reference, preview, self._stiffness, self._control.dt),
            contacts,
            weights,
            self._pole,
            self._control.dt,
        )
        return PlannedState(
            modes, contact_modes, plan, corners, self._curvature(local, reference, corners, jacobian)
        )

    def _astray(self, reference: Reference, corners: FloatArray) -> FloatArray:
        """(nv,) how far from those of the reference the soles stand, along the ground.

        Drawn to where the reference is, over feet that stand elsewhere, the robot would fall.
        """
        astray = np.zeros(len(reference.state.q))
        planned = self._terms.positions_at(reference.state.q, self._corners)
        astray[:2] = (corners - planned)[:, :2].mean(axis=0)
        return astray

    def _curvature(
        self, local: State, reference: Reference, corners: FloatArray, jacobian: FloatArray
    ) -> FloatArray:
        """(p, 3) see `contact_problem`, for the velocity that the reference will have in the tick."""
        dt, v = self._control.dt, reference.next_state.v
        moved = self._terms.positions_at(local.q + dt * v, self._corners) - corners
        return moved / dt - (jacobian @ v).reshape(corners.shape)


def followed(reference: Reference, preview: Preview, stiffness: FloatArray, dt: float) -> Followed:
    """What plans are linear about.

    Args:
        reference: of the coming tick.
        preview: of its window.
        stiffness: (nu,) of the springs of the modes [N m/rad].
        dt: length of a tick [s].

    Raises:
        PolicyError: the preview knows no forces.
    """
    if preview.forces is None:
        raise PolicyError(
            f"the reference of clip '{reference.clip}' brings no ground forces for the window; "
            "expected some, or `about: pose` in config/weights.yaml"
        )
    now = reference.state
    return Followed(
        now.q,
        now.v,
        (reference.next_state.v - now.v) / dt,
        reference.torques + stiffness * now.q[ROOT_DOF:],
        0.5 * np.repeat(preview.forces, 2, axis=1),  # of an edge's middle, half at each of its ends
    )


def above_ground(corners: FloatArray, ground: FloatArray | None) -> tuple[FloatArray, FloatArray]:
    """Distances (8,) of sole corners (8, 3) from the ground of a reference, and (8, 3) its normals there."""
    planes = of_corners(np.zeros((2, 3)) if ground is None else ground)
    normals = upward_normals(planes[:, 1:])
    heights = corners[:, 2] - planes[:, 0] - np.einsum("ij,ij->i", planes[:, 1:], corners[:, :2])
    return heights * normals[:, 2], normals


@kernel
def linearize(
    mass_inverse: FloatArray,
    bias: FloatArray,
    jacobian: FloatArray,
    q: FloatArray,
    stiffness: FloatArray,
    order: IntArray,
) -> tuple[Modes, FloatArray, FloatArray]:
    """Modes of the pose, J Phi of points, and the constant generalized force (eq. 11's b).

    Joint modes come in the (nu,) order.

    The bias holds Coriolis forces of now besides gravity: with gravity alone, as printed, planned ground
    forces carry less than the weight.
    """
    modes = reordered(decompose(mass_inverse, stiffness), order)
    force = -bias
    force[ROOT_DOF:] -= stiffness * q[ROOT_DOF:]
    return modes, modal_forces(modes, jacobian), force
