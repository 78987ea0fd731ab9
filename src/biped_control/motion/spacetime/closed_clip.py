"""From the unknowns of a periodic problem to the clip of the full cycle."""

import numpy as np
import pinocchio as pin

from biped_control.motion.clip import Clip
from biped_control.motion.spacetime.problem import FORCE_UNIT, SpacetimeProblem
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.placement import Placement
from biped_control.robot.soles import anticipated_points
from biped_control.robot.state import FloatArray


def closed_clip(problem: SpacetimeProblem, own: FloatArray, name: str) -> Clip:
    """The clip of all C steps, its last two positions bitwise equal to the first two moved by one stride.

    Args:
        problem: what was solved.
        own: (N, nv + 12) solution.
        name: name of the clip.
    """
    cycle, nv = problem.cycle, problem.robot.nv
    frames = own if problem.frames == cycle.frames else problem.closure.extended(own, problem.frames)
    again = frames[:2, :nv].copy()
    again[:, 0] += cycle.stride
    positions = np.vstack([frames[:, :nv], again])
    contacts = problem.step_contacts
    forces = FORCE_UNIT * frames[:, nv:].reshape(-1, 4, 3) * contacts[:, :, None]
    return Clip(
        name=name,
        rate_hz=cycle.rate_hz,
        positions=positions,
        torques=_torques(problem, positions, forces),
        forces=forces,
        contacts=contacts,
        advance=Placement(cycle.stride, 0.0, 0.0),
        cyclic=True,
        start_hub=name,
        end_hub=name,
        robot=problem.robot.fingerprint,
        source=cycle.source,
    )


def _torques(problem: SpacetimeProblem, positions: FloatArray, forces: FloatArray) -> FloatArray:
    """(T, nu) joint torques that go with the final positions and forces.

    They are computed afresh: those of the last iteration belong to the motion before its step.
    """
    robot, rate = problem.robot, problem.cycle.rate_hz
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
