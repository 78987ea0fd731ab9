"""Swings that go around the other foot."""

import numpy as np

from biped_control.motion.kinematic_cycle import FEET, Foot
from biped_control.motion.steps.footsteps import FootstepPlan
from biped_control.motion.steps.step_feet import FootMotion
from biped_control.motion.steps.step_soles import gaps_between, sole_outlines
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import Sole, sole_of

_WANTED_GAP = 0.04  # [m] between the soles; less where a hub has less
_ROUNDS = 6


def foot_motions(robot: RobotModel, plan: FootstepPlan) -> dict[Foot, FootMotion]:
    """Both feet of a plan. Where a swing would come too near to the other foot, it goes around outside."""
    soles: dict[Foot, Sole] = {foot: sole_of(robot, robot.limbs.side(foot).foot) for foot in FEET}
    motions = {foot: FootMotion(plan, foot, soles[foot]) for foot in FEET}
    wanted = min(_WANTED_GAP, plan.start.gap, plan.end.gap)
    for number in range(-1, plan.steps + 1):
        foot = FEET[number % 2]
        other = FEET[(number + 1) % 2]
        frames = range(max(plan[number].toe_off, 0), min(plan[number + 2].strike, plan.clock.frames + 2))
        standing = [motions[other].pose(frame) for frame in frames]
        for _ in range(_ROUNDS):
            swinging = [motions[foot].pose(frame) for frame in frames]
            missing = wanted - gaps_between(
                sole_outlines(soles[foot], swinging), sole_outlines(soles[other], standing)
            )
            bump = np.array([motions[foot].bump(frame) for frame in frames])
            more = float(np.max(missing * bump, initial=0.0))
            if more < 1e-4:
                break
            motions[foot].detours[number] = motions[foot].detours.get(number, 0.0) + more
    return motions
