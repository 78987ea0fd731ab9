"""From a plan of footsteps to a kinematic motion: body and feet of the hubs, carried to new footholds."""

import numpy as np

from biped_control.errors import MotionError
from biped_control.motion.inverse_kinematics import solve_legs
from biped_control.motion.kinematic_cycle import FEET, HEEL_COLUMN
from biped_control.motion.kinematic_motion import KinematicMotion
from biped_control.motion.steps.footsteps import FootstepPlan
from biped_control.motion.steps.step_clock import smooth
from biped_control.motion.steps.step_detours import foot_motions
from biped_control.motion.steps.step_reach import pelvis_drop
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

_IK_ERROR = 0.05  # [m]; smaller ones the optimization puts right


def step_motion(robot: RobotModel, plan: FootstepPlan, rate_hz: float, source: str) -> KinematicMotion:
    """The T + 2 frames of a plan.

    The body is that of the hubs, on a smooth path through the middle of the footholds; the pelvis comes down
    where a leg would be too short.

    Raises:
        MotionError: a foot is out of reach; the message names the footfall.
    """
    frames = range(plan.clock.frames + 2)
    feet = foot_motions(robot, plan)
    poses = {foot: [motion.pose(frame) for frame in frames] for foot, motion in feet.items()}
    positions = _body(plan)
    positions[:, 2] -= pelvis_drop(robot, plan, positions, poses, rate_hz)
    legs = solve_legs(robot, positions, poses["right"], poses["left"])
    _check_reach(plan, legs.position_errors)
    contacts = np.zeros((len(frames), 4), dtype=np.bool_)
    footholds = np.zeros((len(frames), 2, 3))
    for place, (foot, motion) in enumerate(feet.items()):
        column = HEEL_COLUMN[foot]
        for frame in frames:
            fall, _ = motion.around(frame)
            footholds[frame, place] = fall.heel.x, fall.heel.y, fall.heel.yaw
            contacts[frame, column] = frame < fall.heel_off
            contacts[frame, column + 1] = fall.toe_contact <= frame < fall.toe_off
    return KinematicMotion(
        rate_hz=rate_hz,
        positions=legs.positions,
        contacts=contacts,
        footholds=footholds,
        headings=plan.body[:, 2],
        source=source,
    )


def _body(plan: FootstepPlan) -> FloatArray:
    """(F, nv) blend of the hubs' bodies, legs included, seen from the clip's frame."""
    frames = np.arange(plan.clock.frames + 2, dtype=np.float64)
    beats = plan.clock.beat(frames)
    share = np.array([smooth(frame / plan.clock.frames) for frame in frames])[:, None]
    body = (1.0 - share) * plan.start.body_at(beats) + share * plan.end.body_at(beats)
    path = plan.body
    c, s = np.cos(path[:, 2]), np.sin(path[:, 2])
    x, y = body[:, 0].copy(), body[:, 1].copy()
    body[:, 0] = path[:, 0] + c * x - s * y
    body[:, 1] = path[:, 1] + s * x + c * y
    body[:, 3] += path[:, 2]
    return body


def _check_reach(plan: FootstepPlan, errors: FloatArray) -> None:
    worst = float(errors.max())
    if worst > _IK_ERROR:
        frame, place = (int(number) for number in np.unravel_index(np.argmax(errors), errors.shape))
        raise MotionError(
            f"step {plan.step_at(frame)}: the {FEET[place]} foot misses its place by {1e3 * worst:.0f} mm at "
            f"frame {frame} because of the joint limits, {1e3 * _IK_ERROR:.0f} mm are possible; expected "
            "shorter steps or smaller turns"
        )
