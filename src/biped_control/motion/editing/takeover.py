"""One motion takes over from another: where it is put, and how far the body is from it at first."""

from dataclasses import dataclass, replace

import numpy as np
import pinocchio as pin

from biped_control.motion.editing.blend import Blend, Difference
from biped_control.motion.editing.edited_pose import ClipPoint, EditedPose, Sample
from biped_control.motion.editing.moments import footing
from biped_control.motion.editing.ramps import Ramps
from biped_control.motion.editing.stretched_steps import StretchedSteps
from biped_control.robot.chain_root import HEIGHT, YAW
from biped_control.robot.mirror import Mirror
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray, State

_LONGEST_S = 0.8  # a body that is off for longer falls before it is where it should be
_LONGEST_HEIGHT_S = 0.25  # a pelvis that stays too high for new steps leaves their feet in the air
_DEEPER_BY, _DEEPEST = 0.005, 0.04  # [m] of the pelvis
_LARGEST_MISS = 1e-3  # [m]
_EVERY = 4  # ticks
_SLIDES = [0, 1, 5]  # of place and rotation vector of a foot: what a standing one must not do


@dataclass(frozen=True)
class Takeover:
    """How the new motion begins.

    Attributes:
        placement: of its clip in the world: the feet that stand, stand amid those that stood.
        steps: they stay where they are until they are lifted.
        blend: of all else.
    """

    placement: Placement
    steps: StretchedSteps
    blend: Blend


def take_over(
    poses: EditedPose,
    left: tuple[FloatArray, FloatArray],
    entered: ClipPoint,
    mirror: Mirror | None,
    ramps: Ramps,
    fastest: float,
    over_s: float,
) -> Takeover:
    """Begins another motion where one is left.

    Args:
        poses: of the robot.
        left: (nv,) poses in the world, of now and of a tick ago.
        entered: moment of the other motion; its drift is not used.
        mirror: if that is taken as its mirror image.
        ramps: the ground.
        fastest: most frames of the other motion in a tick until all is over.
        over_s: how long poses may differ [s]; no longer than is good for walking.
    """
    track, frame, now = entered.track, entered.frame, entered.parameters
    stands = track.stance_at(frame)  # feet of the clip
    rate_hz = track.rate_hz
    ticks = min(over_s, _LONGEST_S) * rate_hz
    alone, here = Placement(mirror=mirror), poses.feet.feet(_still(left[0]))
    steps = StretchedSteps.steady(track, alone, frame, now.stretch)
    there = poses.feet.feet(alone.to_world(_still(track.pose(frame))))
    for motion, way in zip(there, steps.drift.feet, strict=True):
        motion.placement.translation[:2] += way[:2]
    of_robot = stands if mirror is None else stands[::-1]
    placement = footing(here, of_robot).compose(footing(there, of_robot).inverse()).compose(alone)

    steps = StretchedSteps.steady(track, placement, frame, now.stretch)
    before = steps.later(track, placement, frame, frame - now.tempo, now.stretch)
    apart, apart_before = (
        _Apart(
            poses,
            old,
            poses.sample(replace(entered, frame=at, drift=drift), placement, np.zeros(2), ramps),
            placement,
        )
        for old, at, drift in ((left[0], frame, steps.drift), (left[1], frame - now.tempo, before))
    )

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
            lasts = min(lasts, max(1.0, track.swing_left(frame, foot) / fastest))
        feet.append(Difference(value, rate, np.full(6, lasts)))
    lasting = np.full(len(apart.pose), ticks)
    lasting[HEIGHT] = min(ticks, _LONGEST_HEIGHT_S * rate_hz)
    pose = Difference(apart.pose, apart.pose - apart_before.pose, lasting)

    def misses(blend: Blend) -> bool:
        for tick in range(0, round(ticks), _EVERY):
            then = frame + tick * now.tempo
            drift = steps.later(track, placement, frame, then, now.stretch)
            there = replace(entered, frame=then, drift=drift, blend=blend, ticks=float(tick))
            if poses.miss(poses.sample(there, placement, np.zeros(2), ramps)) > _LARGEST_MISS:
                return True
        return False

    blend = Blend(pose, (feet[0], feet[1]))
    while blend.dip < _DEEPEST and misses(blend):
        blend = replace(blend, dip=blend.dip + _DEEPER_BY)
    return Takeover(placement, steps, blend)


class _Apart:
    """How far a pose in the world is from an edited one, and its feet: see `Blend`."""

    def __init__(self, poses: EditedPose, here: FloatArray, there: Sample, placement: Placement) -> None:
        state = placement.to_clip(_still(here), float(there.body[YAW]))
        self.pose = state.q - there.body
        both = zip(poses.feet.feet(state), poses.targets(there), strict=True)
        self.feet = [_foot_apart(foot.placement, target) for foot, target in both]


def _still(q: FloatArray) -> State:
    return State(q, np.zeros(len(q)))


def _foot_apart(here: pin.SE3, there: pin.SE3) -> FloatArray:
    """(6,) place, and rotation vector applied after the other's rotation, of one foot less another."""
    return np.concatenate((here.translation - there.translation, pin.log3(here.rotation @ there.rotation.T)))
