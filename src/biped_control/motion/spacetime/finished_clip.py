"""From the solution of a problem to the clip: all frames, and the torques that go with them."""

import numpy as np
import pinocchio as pin

from biped_control.motion.clip import Clip
from biped_control.motion.spacetime.problem import FORCE_UNIT, SpacetimeProblem
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.placement import Placement
from biped_control.robot.soles import anticipated_points
from biped_control.robot.state import BoolArray, FloatArray


def cyclic_clip(problem: SpacetimeProblem, frames: FloatArray, advance: Placement, name: str) -> Clip:
    """The clip of all C steps, its last two positions bitwise equal to the first two moved by `advance`.

    Args:
        problem: what was solved.
        frames: (F, nv + 12) solution; half of the cycle if the ends mirror it.
        advance: of the whole cycle.
        name: name of the clip.
    """
    nv, contacts = problem.robot.nv, np.roll(problem.motion.contacts, -1, axis=0)
    if len(contacts) != len(frames):
        following = problem.ends.following
        assert following is not None  # only ends that mirror leave half of the frames out
        frames = np.vstack([frames, frames @ following.matrix.T + following.shift])
    positions = np.vstack([frames[:, :nv], advance.move(frames[:2, :nv])])
    forces = FORCE_UNIT * frames[:, nv:].reshape(-1, 4, 3) * contacts[:, :, None]
    return _clip(problem, positions, forces, contacts, advance, name)


def clip_between(
    problem: SpacetimeProblem, frames: FloatArray, hubs: tuple[Clip, Clip], advance: Placement, name: str
) -> Clip:
    """The clip from one hub to another: the (T + 4, nv + 12) solution without its first and last frame."""
    nv = problem.robot.nv
    positions = frames[1:-1, :nv].copy()
    contacts = problem.step_contacts[1:-3]
    forces = FORCE_UNIT * frames[1:-3, nv:].reshape(-1, 4, 3) * contacts[:, :, None]
    return _clip(problem, positions, forces, contacts, advance, name, hubs)


def _clip(
    problem: SpacetimeProblem,
    positions: FloatArray,
    forces: FloatArray,
    contacts: BoolArray,
    advance: Placement,
    name: str,
    hubs: tuple[Clip, Clip] | None = None,
) -> Clip:
    """A cycle without `hubs`."""
    return Clip(
        name=name,
        rate_hz=problem.motion.rate_hz,
        positions=positions,
        torques=_torques(problem, positions, forces),
        forces=forces,
        contacts=contacts,
        advance=advance,
        cyclic=hubs is None,
        start_hub=name if hubs is None else hubs[0].name,
        end_hub=name if hubs is None else hubs[1].name,
        robot=problem.robot.fingerprint,
        source=problem.motion.source,
    )


def _torques(problem: SpacetimeProblem, positions: FloatArray, forces: FloatArray) -> FloatArray:
    """(T, nu) joint torques that go with the final positions and forces.

    They are computed afresh: those of the last iteration belong to the motion before its step.
    """
    robot, rate = problem.robot, problem.motion.rate_hz
    points, terms = anticipated_points(robot), DynamicsTerms(robot)
    velocities = np.diff(positions, axis=0) * rate
    torques = np.zeros((len(forces), robot.nu))
    for k, force in enumerate(forces):
        q, v = positions[k + 1], velocities[k]
        needed = pin.rnea(robot.pinocchio, terms.data, q, v, (velocities[k + 1] - v) * rate)[ROOT_DOF:].copy()
        pin.computeJointJacobians(robot.pinocchio, terms.data, q)
        jacobian = terms.point_jacobians(points, terms.point_positions(points))
        torques[k] = needed - (jacobian.T @ force.ravel())[ROOT_DOF:]
    return torques
