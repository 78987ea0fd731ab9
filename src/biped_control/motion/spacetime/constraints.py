"""Linearized constraints of one iteration: what the step must do."""

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from biped_control.motion.spacetime.contact_block import FootPlacement, FootRows
from biped_control.motion.spacetime.dynamics_block import WINDOW, StepDynamics
from biped_control.motion.spacetime.problem import FORCE_UNIT, SpacetimeProblem
from biped_control.motion.spacetime.sparse_assembly import RowBuilder
from biped_control.motion.spacetime.unknowns import Unknowns
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import IntArray
from biped_control.robot.state import BoolArray, FloatArray

# Rows of inverse dynamics are in N and N m; divided by this they are as large as the placement rows.
_DYNAMICS_UNIT = 100.0
# Torques are constrained once they came this near to their limit; a walk never meets most of them.
_WATCHED_SHARE = 0.7


@dataclass(frozen=True)
class LinearConstraints:
    """What a step must satisfy.

    equality @ step = equality_rhs, inequality_low <= inequality @ step <= inequality_high, step_low <= step
    <= step_high.
    """

    equality: sp.csc_matrix
    equality_rhs: FloatArray
    inequality: sp.csc_matrix
    inequality_low: FloatArray
    inequality_high: FloatArray
    step_low: FloatArray
    step_high: FloatArray


@dataclass(frozen=True)
class Violations:
    """How far from feasible a motion is.

    Attributes:
        dynamics: largest residual of the unactuated rows [N, N m].
        placement: largest distance of a standing foot from its foothold [m].
        torque: largest excess over an effort limit [N m].
    """

    dynamics: float
    placement: float
    torque: float

    def __str__(self) -> str:
        return (
            f"dynamics residual {self.dynamics:.2g} N, feet misplaced by {self.placement:.2g} m, "
            f"torques {self.torque:.2g} N m over their limits"
        )


class Constraints:
    """Evaluates all constraints of one problem."""

    def __init__(self, problem: SpacetimeProblem, unknowns: Unknowns) -> None:
        self.problem, self.unknowns = problem, unknowns
        self.placement = FootPlacement(problem)
        self._windows = unknowns.windows(WINDOW)
        self._open = self._open_steps()
        self._watched: BoolArray = np.zeros((problem.ends.windows, problem.robot.nu), dtype=np.bool_)
        self._friction = self._friction_rows()
        self._bounds = self._position_and_force_bounds()

    def linearize(self, frames: FloatArray, dynamics: StepDynamics) -> tuple[LinearConstraints, Violations]:
        """Constraints at (W + 3, nv + 12) frames with the dynamics of their steps."""
        problem, unknowns = self.problem, self.unknowns
        own = frames[: problem.frames]
        placed, clear = self.placement.evaluate(own[:, : problem.robot.nv])
        count = problem.ends.windows
        root = dynamics.residuals[:count, :ROOT_DOF]
        torques = dynamics.residuals[:count, ROOT_DOF:]
        jacobians = dynamics.jacobians[:count] / _DYNAMICS_UNIT
        unknowns.pull_back(jacobians, WINDOW)

        equality = RowBuilder(unknowns.size)
        balanced = np.repeat(self._open[:, None], ROOT_DOF, axis=1)
        self._add_steps(equality, balanced, jacobians[:, :ROOT_DOF])
        self._add_foot_rows(equality, placed)

        inequality = RowBuilder(unknowns.size)
        friction_columns, friction_values = self._friction
        inequality.add(friction_columns, friction_values)
        self._add_foot_rows(inequality, clear)
        limits = problem.effort_limits
        self._watched |= self._open[:, None] & (np.abs(torques) > _WATCHED_SHARE * limits)
        self._add_steps(inequality, self._watched, jacobians[:, ROOT_DOF:])

        flat = unknowns.flat(own)
        friction_now = (friction_values * flat[friction_columns]).sum(axis=1)
        watched_torques = torques[self._watched]
        watched_limits = np.broadcast_to(limits, torques.shape)[self._watched]
        low = np.concatenate(
            [
                np.full(len(friction_now), -np.inf),
                -clear.values,
                (-watched_limits - watched_torques) / _DYNAMICS_UNIT,
            ]
        )
        high = np.concatenate(
            [
                -friction_now,
                np.full(len(clear.values), np.inf),
                (watched_limits - watched_torques) / _DYNAMICS_UNIT,
            ]
        )
        step_low, step_high = self._bounds
        constraints = LinearConstraints(
            equality=equality.matrix(),
            equality_rhs=-np.concatenate([root[balanced] / _DYNAMICS_UNIT, placed.values]),
            inequality=inequality.matrix(),
            inequality_low=low,
            inequality_high=high,
            step_low=step_low - flat,
            step_high=step_high - flat,
        )
        over = float(np.maximum(np.abs(torques[self._open]) - limits, 0.0).max())
        return constraints, Violations(
            float(np.abs(root[self._open]).max()), float(np.abs(placed.values).max(initial=0.0)), over
        )

    def _open_steps(self) -> BoolArray:
        """(W,) steps that something can be done about: an own force or one of the three poses is unknown.

        The others would be rows of zeros, which the solver may take for a contradiction.
        """
        width, nv = self.problem.ends.width, self.problem.robot.nv
        window = self._windows.reshape(-1, WINDOW, width)
        unknown_pose = (window[:, :, :nv] >= 0).any(axis=(1, 2))
        unknown_force = (window[:, 0, nv:] >= 0).any(axis=1)
        return np.asarray(unknown_pose | unknown_force, dtype=np.bool_)

    def _add_steps(self, rows: RowBuilder, chosen: BoolArray, jacobians: FloatArray) -> None:
        """Rows (step, row) where `chosen` (W, r), with the windows of their steps."""
        steps, places = np.nonzero(chosen)
        rows.add(self._windows[steps], jacobians[steps, places])

    def _add_foot_rows(self, rows: RowBuilder, foot: FootRows) -> None:
        rows.add(self.unknowns.columns[foot.frames][:, : self.problem.robot.nv], foot.jacobians)

    def _friction_rows(self) -> tuple[IntArray, FloatArray]:
        """(4 m, 3) columns and values of |f_along| <= mu_along f_z, |f_across| <= mu_across f_z.

        There are four rows for each of the m unknown point forces; along is the heading of the motion.
        """
        settings, nv = self.problem.settings, self.problem.robot.nv
        forces = self.unknowns.columns[:, nv:].reshape(-1, 4, 3)
        frames, points = np.nonzero(forces[:, :, 0] >= 0)
        heading = self.problem.motion.headings[frames]
        c, s = np.cos(heading), np.sin(heading)
        along = np.stack([c, s, np.zeros_like(c)], axis=1)
        across = np.stack([-s, c, np.zeros_like(c)], axis=1)
        up = np.array([0.0, 0.0, 1.0])
        forward, lateral = settings.friction_forward * up, settings.friction_lateral * up
        cone = np.stack([along - forward, -along - forward, across - lateral, -across - lateral], axis=1)
        return np.repeat(forces[frames, points], 4, axis=0), cone.reshape(-1, 3)

    def _position_and_force_bounds(self) -> tuple[FloatArray, FloatArray]:
        """(size,) lowest and highest values of all unknowns."""
        problem = self.problem
        low = np.full((problem.frames, problem.ends.width), -np.inf)
        high = np.full_like(low, np.inf)
        nv = problem.robot.nv
        low[:, :nv], high[:, :nv] = problem.lower_positions, problem.upper_positions
        low[:, nv + 2 :: 3] = problem.settings.smallest_normal_force / FORCE_UNIT
        return self.unknowns.flat(low), self.unknowns.flat(high)
