"""The Gauss-Newton loop: from a kinematic cycle to a clip that obeys the policies' own discrete dynamics."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from biped_control.errors import MotionError
from biped_control.motion.clip import Clip, dynamics_residual
from biped_control.motion.kinematic_cycle import KinematicCycle
from biped_control.motion.spacetime.closed_clip import closed_clip
from biped_control.motion.spacetime.constraints import Constraints, Violations
from biped_control.motion.spacetime.dynamics_block import InverseDynamics
from biped_control.motion.spacetime.objective import REACH, Objective
from biped_control.motion.spacetime.problem import SpacetimeProblem
from biped_control.motion.spacetime.quadratic_program import solve_step
from biped_control.motion.spacetime.settings import SpacetimeSettings, load_spacetime_settings
from biped_control.motion.spacetime.sparse_assembly import WindowedMatrix
from biped_control.motion.spacetime.unknowns import Unknowns
from biped_control.robot.model import RobotModel

DYNAMICS_TOLERANCE = 5e-7  # [N, N m]
PLACEMENT_TOLERANCE = 1e-8  # [m]
TORQUE_TOLERANCE = 1e-3  # [N m]
_SETTLED = 1e-3  # [rad, m] steps smaller than this change nothing that matters
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
    """Makes a kinematic cycle dynamic (Muico 3.2).

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
    solution = _Optimization(problem).run(progress)
    clip = closed_clip(problem, solution, name)
    residual = dynamics_residual(robot, clip)
    if residual > 2.0 * DYNAMICS_TOLERANCE:
        raise MotionError(
            f"{cycle.source}: dynamics residual {residual:.1e} N after optimization, expected below 1e-6 N"
        )
    return clip


class _Optimization:
    def __init__(self, problem: SpacetimeProblem) -> None:
        self.problem = problem
        self.dynamics = InverseDynamics(problem.robot, problem.dt)
        self.objective = Objective(problem)
        self.unknowns = Unknowns(problem)
        self.constraints = Constraints(problem, self.unknowns)
        columns, signs = self.unknowns.windows(REACH)
        self.windows = WindowedMatrix(columns, signs, self.objective.pattern(), self.unknowns.size)

    def run(self, progress: Progress | None) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
        """(N, nv + 12) positions and forces [100 N]."""
        problem, source = self.problem, self.problem.cycle.source
        own = problem.initial()
        violations = Violations(np.inf, np.inf, np.inf)
        largest = np.inf
        for number in range(problem.settings.iterations):
            frames = problem.closure.extended(own, REACH - 1)
            dynamics = self.dynamics.evaluate(frames, problem.frames + 1)
            constraints, violations = self.constraints.linearize(frames, dynamics)
            if largest < _SETTLED and _feasible(violations):
                return own
            cost = self.objective.evaluate(frames, dynamics)
            try:
                step = solve_step(
                    self.windows.matrix(cost.hessians), self.windows.vector(cost.gradients), constraints
                )
            except MotionError as error:
                raise MotionError(
                    f"{source}: iteration {number}: no motion near the wanted one satisfies all constraints "
                    f"({error}; {violations}); check the contact times and footholds of the motion"
                ) from error
            change = self.unknowns.frames(step)
            largest = float(np.abs(change[:, : problem.robot.nv]).max())
            own = own + min(1.0, _LARGEST_STEP / largest) * change
            if progress:
                progress(Iteration(number, cost.value, violations, largest))
        raise MotionError(
            f"{source}: not converged after {problem.settings.iterations} iterations: {violations}, expected "
            f"below {DYNAMICS_TOLERANCE:g} N, {PLACEMENT_TOLERANCE:g} m and {TORQUE_TOLERANCE:g} N m; "
            f"last step {largest:.1e}. "
            "Check the motion or raise 'iterations' in config/spacetime.yaml"
        )


def _feasible(violations: Violations) -> bool:
    return (
        violations.dynamics < DYNAMICS_TOLERANCE
        and violations.placement < PLACEMENT_TOLERANCE
        and violations.torque < TORQUE_TOLERANCE
    )
