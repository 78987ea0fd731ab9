"""One motion takes over from another: where it is put, and how far the body is from it at first."""

from dataclasses import dataclass, replace

import numpy as np
import pinocchio as pin

from biped_control.motion.editing.blend import Blend, Difference
from biped_control.motion.editing.edited_pose import EditedPose, Moment
from biped_control.motion.editing.foot_shift import FootMotion
from biped_control.motion.editing.moments import footing
from biped_control.motion.editing.ramps import Ramps
from biped_control.motion.editing.stretched_steps import Drift, StretchedSteps
from biped_control.robot.chain_root import YAW
from biped_control.robot.mirror import Mirror
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray, State

_LONGEST_S = 0.8  # a body that is off for longer falls before it is where it should be
_LONGEST_HEIGHT_S = 0.25  # a pelvis that stays too high for new steps leaves their feet in the air
_HEIGHT = 2  # among the root's coordinates
_SLIDES = [0, 1, 5]  # of place and rotation vector of a foot: what a standing one must not do


@dataclass(frozen=True)
class Takeover:
    """How the new motion begins.

    Attributes:
        placement: of its clip in the world: the feet that stand, stand amid those that stood.
        steps: they stay where they are until they are lifted.
        before: drift a tick ago.
        blend: of all else.
    """

    placement: Placement
    steps: StretchedSteps
    before: Drift
    blend: Blend


def take_over(
    poses: EditedPose,
    left: tuple[FloatArray, FloatArray],
    entered: Moment,
    mirror: Mirror | None,
    ramps: Ramps,
    over_s: float,
    rate_hz: float,
) -> Takeover:
    """Begins another motion where one is left.

    Args:
        poses: of the robot.
        left: (nv,) poses in the world, of now and of a tick ago.
        entered: moment of the other motion; its drift is not used.
        mirror: if that is taken as its mirror image.
        ramps: the ground.
        over_s: how long poses may differ [s]; no longer than is good for walking.
        rate_hz: ticks a second.
    """
    track, frame, now = entered.track, entered.frame, entered.parameters
    stands = track.stance_at(frame)  # feet of the clip
    ticks = max(1.0, min(over_s, _LONGEST_S) * rate_hz)
    alone, here = Placement(mirror=mirror), poses.feet.feet(_still(left[0]))
    steps = StretchedSteps.steady(track, alone, frame, now.stretch)
    there = poses.feet.feet(alone.to_world(_still(track.pose(frame))))
    for motion, way in zip(there, steps.drift.feet, strict=True):
        motion.placement.translation[:2] += way[:2]
    of_robot = stands if mirror is None else stands[::-1]
    placement = footing(here, of_robot).compose(footing(there, of_robot).inverse()).compose(alone)

    steps = StretchedSteps.steady(track, placement, frame, now.stretch)
    before = steps.later(track, placement, frame, frame - now.tempo, now.stretch)
    news = []
    for at, drift in ((frame, steps.drift), (frame - now.tempo, before)):
        sample = poses.sample(replace(entered, frame=at, drift=drift), placement, np.zeros(2), ramps)
        news.append(poses.solved(sample))
    olds = [placement.to_clip(_still(old), float(new[YAW])).q for old, new in zip(left, news, strict=True)]
    apart, apart_before = (_Apart(poses, old, new) for old, new in zip(olds, news, strict=True))

    feet = []
    for foot in (0, 1):
        value, rate = apart.feet[foot], apart.feet[foot] - apart_before.feet[foot]
        lasts = ticks
        if stands[foot]:
            x, y, yaw = value[_SLIDES]
            way = np.array([*placement.turn(np.array([x, y])), placement.side * yaw])
            steps.put(1 - foot if placement.mirrored else foot, way)
            value[_SLIDES] = rate[_SLIDES] = 0.0
        else:
            lasts = min(lasts, max(1.0, track.swing_left(frame, foot) / now.tempo))
        feet.append(Difference(value, rate, np.full(6, lasts)))
    lasting = np.full(len(apart.pose), ticks)
    lasting[_HEIGHT] = min(ticks, _LONGEST_HEIGHT_S * rate_hz)
    pose = Difference(apart.pose, apart.pose - apart_before.pose, lasting)
    # A tick ago: a foot that stands stood there already, whatever the clip's did.
    before = Drift(before.pelvis, np.where(of_robot[:, None], steps.drift.feet, before.feet))
    return Takeover(placement, steps, before, Blend(pose, (feet[0], feet[1])))


class _Apart:
    """How far one pose is from another, and its feet: see `Blend`."""

    def __init__(self, poses: EditedPose, here: FloatArray, there: FloatArray) -> None:
        self.pose = here - there
        both = zip(poses.feet.feet(_still(here)), poses.feet.feet(_still(there)), strict=True)
        self.feet = [_foot_apart(*feet) for feet in both]


def _still(q: FloatArray) -> State:
    return State(q, np.zeros(len(q)))


def _foot_apart(here: FootMotion, there: FootMotion) -> FloatArray:
    """(6,) place, and rotation vector applied after the other's rotation, of one foot less another."""
    turned = here.placement.rotation @ there.placement.rotation.T
    return np.concatenate((here.placement.translation - there.placement.translation, pin.log3(turned)))
