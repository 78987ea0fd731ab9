"""A pose of a clip as edited: pelvis, feet and hands moved, with legs and arms that follow."""

from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from biped_control.motion.editing.arm_shift import ArmShift
from biped_control.motion.editing.blend import Blend
from biped_control.motion.editing.foot_shift import FootShift
from biped_control.motion.editing.gait_track import GaitTrack
from biped_control.motion.editing.parameters import EditParameters
from biped_control.motion.editing.ramps import Ramps
from biped_control.motion.editing.stretched_steps import Drift
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray, State


@dataclass(frozen=True)
class Sample:
    """An edited pose before its legs are solved, in the frame that the reference is given in.

    Attributes:
        planned: (nv,) pose of the clip, with hands where they should be.
        body: (nv,) the same with pelvis, trunk and arms moved.
        shifts: (2, 3) of right and left foot of the clip [m].
        turns: (2, 3) rotation vectors of these feet, applied after the planned rotations [rad].
        planes: (2, 3) the ground there, as in `Reference`.
    """

    planned: FloatArray
    body: FloatArray
    shifts: FloatArray
    turns: FloatArray
    planes: FloatArray


@dataclass(frozen=True)
class ClipPoint:
    """Where in a clip a pose is taken, and what is done to it.

    Attributes:
        track: of the clip.
        frame: of it.
        drift: of feet and pelvis then.
        parameters: of the edit.
        blend: what is left of the motion before; None if nothing is.
        ticks: since that motion was left.
    """

    track: GaitTrack
    frame: float
    drift: Drift
    parameters: EditParameters
    blend: Blend | None = None
    ticks: float = 0.0


class EditedPose:
    """Edits the poses of one robot on known ground. One instance a thread."""

    def __init__(self, robot: RobotModel) -> None:
        """
        Args:
            robot: of the clips.

        Raises:
            MotionError: it has no arms, or a leg does not have six joints.
        """
        self.feet, self.arms = FootShift(robot), ArmShift(robot)
        self._lower, self._upper = robot.lower_limits, robot.upper_limits

    def sample(self, point: ClipPoint, placement: Placement, pelvis: FloatArray, ramps: Ramps) -> Sample:
        """An edited pose.

        Args:
            point: of the clip.
            placement: of the frame that the reference is given in.
            pelvis: (2,) drift that this placement has over that of the clip [m].
            ramps: the ground.
        """
        now, track, frame, drift = point.parameters, point.track, point.frame, point.drift
        planned = track.pose(frame)
        if now.hands:
            planned = self.arms.apply(planned, now.hands)[0]
        body, shifts, turns, planes = planned.copy(), np.zeros((2, 3)), np.zeros((2, 3)), np.zeros((2, 3))
        if point.blend is not None:
            body += point.blend.body(point.ticks)
            body[ROOT_DOF:] = np.clip(body[ROOT_DOF:], self._lower, self._upper)
        body[:2] += placement.turn_back(drift.pelvis - pelvis)
        body[2] += ramps.rounded_height(placement.point(body[:2])) - now.lower
        for foot, motion in enumerate(self.feet.feet(State(planned, np.zeros(len(planned))))):
            drifted = drift.feet[placement.foot(foot)]
            shifts[foot, :2] = placement.turn_back(drifted[:2] - pelvis)
            turns[foot, 2] = placement.side * drifted[2]
            if point.blend is not None:
                left = point.blend.feet[foot].after(point.ticks)
                shifts[foot] += left[:3]
                turns[foot] += left[3:]
            spot = motion.placement.translation[:2] + shifts[foot, :2]
            where = placement.point(spot)
            height, slope = ramps.height(where), placement.turn_back(ramps.slope(where))
            shifts[foot, 2] += height + now.step_height * track.bump(frame, foot)
            turns[foot] += [slope[1], -slope[0], 0.0]
            planes[foot] = [height - slope @ spot, *slope]
        return Sample(planned, body, shifts, turns, planes)

    def targets(self, sample: Sample) -> list[pin.SE3]:
        """Where the clip's right and left foot should be."""
        planned = self.feet.feet(State(sample.planned, np.zeros(len(sample.planned))))
        return [
            pin.SE3(pin.exp3(turn) @ motion.placement.rotation, motion.placement.translation + shift)
            for motion, shift, turn in zip(planned, sample.shifts, sample.turns, strict=True)
        ]

    def solved(self, sample: Sample) -> FloatArray:
        """(nv,) the pose with its legs."""
        return self._legs(sample)[0]

    def miss(self, sample: Sample) -> float:
        """By how much the worse leg is too short [m]."""
        return self._legs(sample)[1]

    def _legs(self, sample: Sample) -> tuple[FloatArray, float]:
        return self.feet.pose(sample.planned, sample.body, sample.shifts, sample.turns)
