"""One motion takes over from another: where it is put, and how far the body is from it at first."""

from dataclasses import dataclass, replace

import numpy as np
import pinocchio as pin

from biped_control.motion.editing.blend import Blend, Difference
from biped_control.motion.editing.edited_pose import ClipPoint, EditedPose, Sample
from biped_control.motion.editing.foot_shift import OUT_OF_REACH_M, FootMotion
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
    new = _NewMotion(poses, entered, mirror, ramps, poses.feet.feet(_still(left[0])))
    rate_hz = entered.track.rate_hz
    ticks = min(over_s, _LONGEST_S) * rate_hz
    steps = new.steady_steps()
    apart, before = (_Apart(poses, left[ago], new.sample(steps, -ago), new.placement) for ago in (0, 1))
    feet = []
    for foot in (0, 1):
        value, rate = apart.feet[foot], apart.feet[foot] - before.feet[foot]
        lasts = ticks
        if new.stands[foot]:
            steps.put(new.placement.foot(foot), new.way(value[_SLIDES]))
            value[_SLIDES] = rate[_SLIDES] = 0.0
        else:
            lasts = min(lasts, max(1.0, entered.track.swing_left(entered.frame, foot) / fastest))
        feet.append(Difference(value, rate, np.full(6, lasts)))
    lasting = np.full(len(apart.pose), ticks)
    lasting[HEIGHT] = min(ticks, _LONGEST_HEIGHT_S * rate_hz)
    blend = Blend(Difference(apart.pose, apart.pose - before.pose, lasting), (feet[0], feet[1]))
    while blend.dip < _DEEPEST and new.misses(steps, blend):
        blend = replace(blend, dip=blend.dip + _DEEPER_BY)
    return Takeover(new.placement, steps, blend)


class _NewMotion:
    """The motion that takes over, put on the feet that stand.

    Attributes:
        placement: of its clip in the world.
        stands: (2,) feet of the clip.
    """

    def __init__(
        self,
        poses: EditedPose,
        entered: ClipPoint,
        mirror: Mirror | None,
        ramps: Ramps,
        here: list[FootMotion],
    ) -> None:
        """`here`: right and left foot of the robot; for the rest see `take_over`."""
        self._poses, self._entered, self._ramps = poses, entered, ramps
        track, frame = entered.track, entered.frame
        self.stands = track.stance_at(frame)
        of_robot = self.stands if mirror is None else self.stands[::-1]
        alone = Placement(mirror=mirror)
        steps = StretchedSteps.steady(track, alone, frame, entered.parameters.stretch)
        there = poses.feet.feet(alone.to_world(_still(track.pose(frame))))
        for motion, way in zip(there, steps.drift.feet, strict=True):
            motion.placement.translation[:2] += way[:2]
        seat = footing(here, of_robot).compose(footing(there, of_robot).inverse())
        self.placement = seat.compose(alone)

    def steady_steps(self) -> StretchedSteps:
        """Steps as after many at this pace."""
        entered = self._entered
        return StretchedSteps.steady(entered.track, self.placement, entered.frame, entered.parameters.stretch)

    def way(self, slides: FloatArray) -> FloatArray:
        """(3,) x, y, yaw in the world, of a foot that slides so in the frame of the clip [m, rad]."""
        return np.array([*self.placement.turn(slides[:2]), self.placement.side * slides[2]])

    def sample(self, steps: StretchedSteps, ticks: int, blend: Blend | None = None) -> Sample:
        """The pose some ticks from now."""
        entered, now = self._entered, self._entered.parameters
        frame = entered.frame + ticks * now.tempo
        drift = steps.later(entered.track, self.placement, entered.frame, frame, now.stretch)
        there = replace(entered, frame=frame, drift=drift, blend=blend, ticks=float(ticks))
        return self._poses.sample(there, self.placement, np.zeros(2), self._ramps)

    def misses(self, steps: StretchedSteps, blend: Blend) -> bool:
        """Whether a leg is too short while the blend lasts."""
        ticks = range(0, round(blend.pose.ticks.max()), _EVERY)
        return any(self._poses.miss(self.sample(steps, tick, blend)) > OUT_OF_REACH_M for tick in ticks)


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
