"""The Gauss-Newton loop: from a kinematic motion to a clip that obeys the policies' own discrete dynamics."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from biped_control.errors import MotionError
from biped_control.motion.clip import Clip, dynamics_residual
from biped_control.motion.kinematic_cycle import KinematicCycle
from biped_control.motion.kinematic_motion import KinematicMotion
from biped_control.motion.spacetime.constraints import Constraints, Violations
from biped_control.motion.spacetime.dynamics_block import InverseDynamics
from biped_control.motion.spacetime.ends import REACH, periodic_ends
from biped_control.motion.spacetime.finished_clip import clip_between, cyclic_clip
from biped_control.motion.spacetime.hub_ends import between_hubs
from biped_control.motion.spacetime.objective import CostRows, Objective
from biped_control.motion.spacetime.problem import SpacetimeProblem
from biped_control.motion.spacetime.quadratic_program import solve_step
from biped_control.motion.spacetime.settings import SpacetimeSettings, load_spacetime_settings
from biped_control.motion.spacetime.sparse_assembly import WindowedLeastSquares
from biped_control.motion.spacetime.unknowns import Unknowns
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray

DYNAMICS_TOLERANCE = 5e-7  # [N, N m]
PLACEMENT_TOLERANCE = 1e-8  # [m]
TORQUE_TOLERANCE = 1e-3  # [N m]
# [rad, m] Steps smaller than this lower the cost by nothing that matters. From then on steps only restore
# feasibility: those converge quadratically, while Gauss-Newton steps, which leave the curvature of the
# constraints out, gain one digit each.
_SETTLED = 2e-3
_REGULARIZATION = 1e-3  # on the step of every unknown; keeps coordinates that no term sees in place
_LARGEST_STEP = 0.3  # [rad, m] of any coordinate in one iteration; the linearization holds about that far


@dataclass(frozen=True)
class Iteration:
    """What is known after an iteration.

    Attributes:
        number: from 0.
        cost: value of the objective before the step.
        violations: how far from feasible it was before the step.
        step: largest change of a position [m, rad].
    """

    number: int
    cost: float
    violations: Violations
    step: float


Progress = Callable[[Iteration], None]


def optimize_cycle(
    robot: RobotModel,
    cycle: KinematicCycle,
    name: str,
    settings: SpacetimeSettings | None = None,
    progress: Progress | None = None,
) -> Clip:
    """Makes a gait cycle dynamic (Muico 3.2).

    Args:
        robot: the humanoid.
        cycle: the motion wanted.
        name: name of the clip.
        settings: weights and limits; those that ship with the library by default.
        progress: called after every iteration.

    Returns:
        An exactly periodic clip of the full cycle.

    Raises:
        MotionError: the motion contradicts the constraints, or the iterations did not converge; the message
            has the numbers.
    """
    problem = SpacetimeProblem.of_cycle(robot, cycle, settings or load_spacetime_settings())
    frames = _Optimization(problem).run(progress)
    return _exact(problem, cyclic_clip(problem, frames, cycle.advance, name))


def optimize_loop(
    robot: RobotModel,
    motion: KinematicMotion,
    advance: Placement,
    name: str,
    settings: SpacetimeSettings | None = None,
    progress: Progress | None = None,
) -> Clip:
    """Makes any periodic motion dynamic: frame F of it is frame 0, moved by `advance`.

    Otherwise as `optimize_cycle`.
    """
    ends = periodic_ends(robot, motion.frames, advance)
    problem = SpacetimeProblem(robot, motion, settings or load_spacetime_settings(), ends)
    frames = _Optimization(problem).run(progress)
    return _exact(problem, cyclic_clip(problem, frames, advance, name))


def optimize_between(
    robot: RobotModel,
    motion: KinematicMotion,
    start: Clip,
    end: Clip,
    advance: Placement,
    name: str,
    settings: SpacetimeSettings | None = None,
    progress: Progress | None = None,
) -> Clip:
    """Makes a motion dynamic that begins in one hub and ends in another.

    Args:
        robot: the humanoid.
        motion: the T + 2 frames wanted; the first and last two stand for those of the hubs.
        start: cyclic clip that the motion follows; its frame is the frame of the motion.
        end: cyclic clip that follows the motion.
        advance: where the frame of `end` lies in the frame of the motion.
        name: name of the clip.
        settings: weights and limits; those that ship with the library by default.
        progress: called after every iteration.

    Returns:
        A clip whose first state is that of `start` and whose last state is the first of `end`, to the bit;
        torques and forces join those of the hubs smoothly.

    Raises:
        MotionError: as `optimize_cycle`, or the contacts at an end are not the hub's.
    """
    for hub in (start, end):
        hub.require_robot(robot)
    padded, ends = between_hubs(motion, start, end, advance)
    problem = SpacetimeProblem(robot, padded, settings or load_spacetime_settings(), ends)
    frames = _Optimization(problem).run(progress)
    return _exact(problem, clip_between(problem, frames, (start, end), advance, name))


def _exact(problem: SpacetimeProblem, clip: Clip) -> Clip:
    """The clip, if an independent evaluation of its dynamics agrees.

    Raises:
        MotionError: it does not.
    """
    residual = dynamics_residual(problem.robot, clip)
    if residual > 2.0 * DYNAMICS_TOLERANCE:
        raise MotionError(
            f"{clip.source}: dynamics residual {residual:.1e} N after optimization, expected below 1e-6 N"
        )
    return clip


class _Optimization:
    def __init__(self, problem: SpacetimeProblem) -> None:
        self.problem = problem
        self.dynamics = InverseDynamics(problem.robot, problem.dt)
        self.objective = Objective(problem)
        self.unknowns = Unknowns(problem)
        self.constraints = Constraints(problem, self.unknowns)
        self.squares = WindowedLeastSquares(
            self.unknowns.windows(REACH),
            self.unknowns.patterns(self.objective.pattern(), REACH),
            self.unknowns.size,
        )
        self.plain_rows = np.repeat(self.objective.plain_rows[None], problem.ends.windows, axis=0)
        self.unknowns.pull_back(self.plain_rows, REACH)
        self.plain_values = self.squares.values(self.plain_rows)

    def run(self, progress: Progress | None) -> FloatArray:
        """(F, nv + 12) positions and forces [100 N]."""
        problem, source = self.problem, self.problem.motion.source
        own = problem.initial()
        violations = Violations(np.inf, np.inf, np.inf)
        largest = np.inf
        settled = False
        for number in range(problem.settings.iterations):
            frames = problem.ends.extended(own)
            dynamics = self.dynamics.evaluate(frames, problem.ends.windows + 1)
            constraints, violations = self.constraints.linearize(frames, dynamics)
            if settled and _feasible(violations):
                return own
            cost = self.objective.evaluate(frames, dynamics)
            self.unknowns.pull_back(cost.torque_rows, REACH)
            try:
                step = solve_step(*self._model(cost, feasibility_only=settled), constraints)
            except MotionError as error:
                raise MotionError(
                    f"{source}: iteration {number}: no motion near the wanted one satisfies all constraints "
                    f"({error}; {violations}); check the contact times and footholds of the motion"
                ) from error
            change = self.unknowns.frames(step)
            largest = float(np.abs(change[:, : problem.robot.nv]).max())
            settled = settled or largest < _SETTLED
            own = own + min(1.0, _LARGEST_STEP / largest) * change
            if progress:
                progress(Iteration(number, cost.value, violations, largest))
        raise MotionError(
            f"{source}: not converged after {problem.settings.iterations} iterations: {violations}, expected "
            f"below {DYNAMICS_TOLERANCE:g} N, {PLACEMENT_TOLERANCE:g} m and {TORQUE_TOLERANCE:g} N m; "
            f"last step {largest:.1e}. "
            "Check the motion or raise 'iterations' in config/spacetime.yaml"
        )

    def _model(self, cost: CostRows, feasibility_only: bool) -> tuple[sp.csc_matrix, FloatArray]:
        """Upper triangle of the Gauss-Newton matrix, and the gradient; zero where only feasibility counts."""
        values = self.plain_values + self.squares.values(cost.torque_rows)
        size = self.unknowns.size
        hessian = self.squares.matrix(values) + _REGULARIZATION * sp.identity(size, format="csc")
        if feasibility_only:
            return hessian, np.zeros(size)
        gradient = self.squares.gradient(cost.plain, self.plain_rows)
        return hessian, gradient + self.squares.gradient(cost.torque, cost.torque_rows)


def _feasible(violations: Violations) -> bool:
    return (
        violations.dynamics < DYNAMICS_TOLERANCE
        and violations.placement < PLACEMENT_TOLERANCE
        and violations.torque < TORQUE_TOLERANCE
    )
