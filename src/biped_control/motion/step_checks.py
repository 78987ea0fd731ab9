"""Whether a plan of footsteps can be walked at all, before anything is optimized: friction, room for feet."""

from itertools import pairwise

import numpy as np

from biped_control.errors import MotionError
from biped_control.motion.footsteps import FootstepPlan
from biped_control.motion.kinematic_cycle import FEET
from biped_control.motion.step_soles import sole_gaps
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.state import FloatArray

_SMALLEST_GAP = 0.01  # [m] between the soles


def require_friction(plan: FootstepPlan, rate_hz: float, forward: float, lateral: float) -> None:
    """Compares what each step asks of the ground with what friction gives.

    Args:
        plan: footsteps.
        rate_hz: frames per second.
        forward, lateral: friction coefficients along and across the walk.

    Raises:
        MotionError: a step must change the mean velocity faster than friction allows.
    """
    beats = plan.clock.beats.astype(int)
    velocities = np.diff(plan.body[:, :2], axis=0)[beats] * rate_hz
    headings = plan.body[(beats[1:] + beats[:-1]) // 2, 2]
    for step, (begin, end) in enumerate(pairwise(range(plan.steps + 1)), start=1):
        seconds = (beats[end] - beats[begin]) / rate_hz
        change = (velocities[end] - velocities[begin]) / seconds
        c, s = np.cos(headings[begin]), np.sin(headings[begin])
        along, across = abs(c * change[0] + s * change[1]), abs(c * change[1] - s * change[0])
        for needed, friction, what, remedy in (
            (across, lateral, "sideways", "more steps, shorter steps or a smaller turn"),
            (along, forward, "to brake or speed up", "more steps or a smaller change of speed"),
        ):
            if needed > friction * GRAVITY:
                speed = float(np.linalg.norm(velocities[[begin, end]].mean(axis=0)))
                raise MotionError(
                    f"step {step}: at {speed:.2f} m/s it needs {needed:.1f} m/s^2 {what}; the friction "
                    f"coefficient of {friction:g} gives {friction * GRAVITY:.1f}; expected {remedy}"
                )


def require_room(robot: RobotModel, plan: FootstepPlan, positions: FloatArray) -> None:
    """Looks down on both soles all along a motion (T + 2, nv).

    Raises:
        MotionError: they come closer than a centimetre, and closer than in the hubs.
    """
    gaps = sole_gaps(robot, positions)
    worst = int(np.argmin(gaps))
    smallest = min(_SMALLEST_GAP, plan.start.gap, plan.end.gap)
    if gaps[worst] < smallest:
        step = int(plan.clock.beat(np.array([worst]))[0]) + 1
        raise MotionError(
            f"step {step}: at frame {worst} the {FEET[step % 2]} foot passes the other at "
            f"{1e3 * gaps[worst]:.0f} mm (negative: they overlap), at least {1e3 * smallest:.0f} mm "
            "are possible; expected more steps, wider ones or a smaller turn"
        )
