"""Motion of clips that begin to walk, and of clips that come to a stand."""

import numpy as np
import pinocchio as pin

from biped_control.motion.clip import Clip
from biped_control.motion.foot_roll import standing_foot_pose
from biped_control.motion.inverse_kinematics import solve_legs
from biped_control.motion.kinematic_cycle import FEET, Foot
from biped_control.motion.kinematic_motion import KinematicMotion
from biped_control.motion.moves.start_stop_balance import centre_of_mass_path
from biped_control.motion.moves.start_stop_plan import StartStopPlan
from biped_control.motion.steps.step_clock import smooth
from biped_control.motion.steps.step_reach import pelvis_drop
from biped_control.robot.chain_root import PITCH
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import Sole, sole_of
from biped_control.robot.state import FloatArray


def start_stop_motion(robot: RobotModel, plan: StartStopPlan, hubs: tuple[Clip, Clip]) -> KinematicMotion:
    """The T + 2 frames of a plan between two hubs, its first and its last.

    Raises:
        MotionError: a foot is out of reach.
    """
    rate = hubs[0].rate_hz
    soles = {foot: sole_of(robot, robot.limbs.side(foot).foot) for foot in FEET}
    frames = range(plan.frames + 2)
    feet = {foot: [_foot_pose(plan, foot, soles[foot], frame) for frame in frames] for foot in FEET}
    positions = np.array([_body(plan, hubs, frame) for frame in frames])
    length = soles["right"].toe_x - soles["right"].heel_x
    positions[:, :2] += _over_the_feet(robot, plan, hubs, positions, length)
    positions[:, 2] -= pelvis_drop(robot, plan, positions, feet, rate)
    return KinematicMotion(
        rate_hz=rate,
        positions=solve_legs(robot, positions, feet["right"], feet["left"]).positions,
        contacts=plan.contacts(),
        footholds=plan.footholds(),
        headings=np.zeros(plan.frames + 2),
        source=f"a {plan.way} between '{hubs[0].name}' and '{hubs[1].name}'",
    )


def _body(plan: StartStopPlan, hubs: tuple[Clip, Clip], frame: int) -> FloatArray:
    """(nv,) blend of stand and walk; x and y are put right later."""
    stand = hubs[0 if plan.way == "start" else 1].positions[0]
    walk = plan.gait.body_at(np.array([plan.beats(frame)]))[0]
    share = plan.walking(frame)
    body: FloatArray = (1.0 - share) * stand + share * walk
    body[:2] = 0.0
    return body


def _over_the_feet(
    robot: RobotModel, plan: StartStopPlan, hubs: tuple[Clip, Clip], body: FloatArray, length: float
) -> FloatArray:
    """(T + 2, 2) places of the base that put the centre of mass on the path of a pendulum."""
    first, last = hubs[0].positions[:2], plan.advance.move(hubs[1].positions[:2])
    rate = hubs[0].rate_hz
    ends = np.array([_centres(robot, pair)[:, :2] for pair in (first, last)])
    speeds = (ends[:, 1] - ends[:, 0]) * rate
    path = centre_of_mass_path(plan, ends[:, 0], speeds, length, rate)
    places: FloatArray = path - _centres(robot, body)[:, :2]
    return places


def _centres(robot: RobotModel, positions: FloatArray) -> FloatArray:
    """(n, 3) centres of mass [m]."""
    data = robot.pinocchio.createData()
    return np.array([pin.centerOfMass(robot.pinocchio, data, q).copy() for q in positions])


def _foot_pose(plan: StartStopPlan, foot: Foot, sole: Sole, frame: int) -> pin.SE3:
    """Foot link: rolling over heel and toe as in the walk, swinging as in it from foothold to foothold."""
    number = plan.hold(foot, frame)
    hold, template = plan.holds[foot][number], plan.gait.feet[foot]
    if frame < hold.toe_off:
        time = np.interp(
            frame, [hold.strike, hold.flat, hold.heel_off - 1, hold.toe_off - 1], template.anchors[:4]
        )
        flat = hold.flat <= frame < hold.heel_off
        pitch = 0.0 if flat else float(template.motion(time)[PITCH])
        return standing_foot_pose(sole, hold.heel[:2], float(hold.heel[2]), pitch)
    landing = plan.holds[foot][number + 1]
    part = (frame - hold.toe_off + 1) / (landing.strike - hold.toe_off + 1)
    done = smooth(part)
    time = template.anchors[3] + part * (template.anchors[4] - template.anchors[3])
    x, y, z, yaw, pitch, roll = template.motion(time)
    usual = np.array([plan.gait.stride, 0.0, 0.0])
    turn = yaw - template.offset[2]
    heel = hold.heel + done * (landing.heel - hold.heel - usual)
    return pin.SE3(pin.rpy.rpyToMatrix(roll, pitch, heel[2] + turn), np.array([heel[0] + x, heel[1] + y, z]))
