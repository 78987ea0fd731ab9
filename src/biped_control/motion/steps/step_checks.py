"""Whether a plan of footsteps can be walked at all, before anything is optimized: friction, room for feet."""

import numpy as np

from biped_control.errors import MotionError
from biped_control.motion.kinematic_cycle import FEET
from biped_control.motion.steps.footsteps import FootstepPlan
from biped_control.motion.steps.step_balance import WantedSteps
from biped_control.motion.steps.step_soles import sole_gaps
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.state import FloatArray

_SMALLEST_GAP = 0.01  # [m] between the soles, seen from above ...
_SLACK = 0.005  # ... or this much less than in a hub that has no more: runners' feet pass above each other


def require_friction(wanted: WantedSteps, rate_hz: float, forward: float, lateral: float) -> None:
    """Compares what each step asks of the ground with what friction gives.

    A step of length s that turns by an angle a in a time t goes along an arc of radius r = s / a at the speed
    v = s / t, which takes v^2 / r sideways.

    Args:
        wanted: steps of a recipe.
        rate_hz: frames per second.
        forward, lateral: friction coefficients along and across the walk.

    Raises:
        MotionError: a step turns, brakes or speeds up more than friction allows.
    """
    seconds = np.diff(wanted.beats) / rate_hz
    speeds = wanted.lengths[1:] / seconds
    turns = np.diff(wanted.headings)[1:]
    before = np.concatenate([[wanted.speeds[0] * rate_hz], speeds[:-1]])
    across, along = np.abs(speeds * turns / seconds), np.abs(speeds - before) / seconds
    for needed, friction, what, remedy in (
        (across, lateral, f"in a turn of {np.rad2deg(np.abs(turns).max()):.0f} degrees", "smaller turn"),
        (along, forward, "to brake or speed up", "smaller change of speed"),
    ):
        worst = int(np.argmax(needed))
        if needed[worst] > friction * GRAVITY:
            raise MotionError(
                f"step {worst + 1}: at {speeds[worst]:.2f} m/s it needs {needed[worst]:.1f} m/s^2 {what}; "
                f"the friction coefficient of {friction:g} gives {friction * GRAVITY:.1f}; expected more "
                f"steps, shorter ones or a {remedy}"
            )


def require_room(robot: RobotModel, plan: FootstepPlan, positions: FloatArray) -> None:
    """Looks down on both soles all along a motion (T + 2, nv).

    Raises:
        MotionError: they come closer than a centimetre, and closer than in the hubs.
    """
    gaps = sole_gaps(robot, positions)
    worst = int(np.argmin(gaps))
    smallest = min(_SMALLEST_GAP, plan.start.gap - _SLACK, plan.end.gap - _SLACK)
    if gaps[worst] < smallest:
        step = plan.step_at(worst)
        raise MotionError(
            f"step {step}: at frame {worst} the {FEET[step % 2]} foot passes the other at "
            f"{1e3 * gaps[worst]:.0f} mm (negative: they overlap), at least {1e3 * smallest:.0f} mm "
            "are possible; expected more steps, wider ones or a smaller turn"
        )
