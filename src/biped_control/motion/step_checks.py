"""Whether a plan of footsteps can be walked at all, before anything is optimized: friction and room for feet."""

from itertools import pairwise

import numpy as np
import pinocchio as pin

from biped_control.errors import MotionError
from biped_control.motion.footsteps import FootstepPlan
from biped_control.motion.kinematic_cycle import FEET
from biped_control.motion.kinematic_motion import KinematicMotion
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.soles import sole_of
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


def require_room(robot: RobotModel, plan: FootstepPlan, motion: KinematicMotion) -> None:
    """Looks down on both soles all along the motion.

    Raises:
        MotionError: they come closer than a centimetre.
    """
    gaps = sole_gaps(robot, motion.positions)
    worst = int(np.argmin(gaps))
    if gaps[worst] < _SMALLEST_GAP:
        step = int(plan.clock.beat(np.array([worst]))[0]) + 1
        raise MotionError(
            f"step {step}: at frame {worst} the {FEET[step % 2]} foot passes the other at "
            f"{1e3 * gaps[worst]:.0f} mm (negative: overlap), expected {1e3 * _SMALLEST_GAP:.0f} mm; widen the "
            "steps, turn by less in each, or begin with the other foot"
        )


def sole_gaps(robot: RobotModel, positions: FloatArray) -> FloatArray:
    """(F,) distance of the soles, seen from above [m]; by how much they overlap where negative.

    It is the largest gap between their shadows on a line across one of their edges, and so never more than the
    true distance.
    """
    soles = _outlines(robot, positions)
    edges = np.roll(soles, -1, axis=2) - soles
    normals = np.stack([-edges[..., 1], edges[..., 0]], axis=-1)
    normals = (normals / np.linalg.norm(normals, axis=-1, keepdims=True)).reshape(len(positions), -1, 2)
    right, left = (np.einsum("fnk,fck->fnc", normals, soles[:, foot]) for foot in range(2))
    gaps: FloatArray = np.maximum(
        left.min(axis=2) - right.max(axis=2), right.min(axis=2) - left.max(axis=2)
    ).max(axis=1)
    return gaps


def _outlines(robot: RobotModel, positions: FloatArray) -> FloatArray:
    """(F, 2, 4, 2) corners of the right and left sole in the order in which one walks around them [m]."""
    model, data = robot.pinocchio, robot.pinocchio.createData()
    frames = [robot.frame_id(side.foot) for side in robot.limbs.sides]
    around = [sole_of(robot, side.foot).corners()[[0, 1, 3, 2]] for side in robot.limbs.sides]
    outlines = np.empty((len(positions), 2, 4, 2))
    for number, q in enumerate(positions):
        pin.forwardKinematics(model, data, q)
        for foot, (frame, corners) in enumerate(zip(frames, around, strict=True)):
            pose = pin.updateFramePlacement(model, data, frame)
            outlines[number, foot] = (corners @ pose.rotation.T + pose.translation)[:, :2]
    return outlines
