"""How a foot moves through a plan of footsteps: standing exactly, swinging as in the hubs."""

from itertools import pairwise

import numpy as np
import pinocchio as pin

from biped_control.motion.foot_roll import standing_foot_pose
from biped_control.motion.kinematic_cycle import Foot
from biped_control.motion.smooth_step import bump
from biped_control.motion.steps.footsteps import Footfall, FootstepPlan
from biped_control.motion.steps.step_clock import smooth
from biped_control.motion.steps.step_template import LANDS, LEAVES, GaitTemplate
from biped_control.robot.chain_root import PITCH, YAW
from biped_control.robot.placement import Placement
from biped_control.robot.soles import Sole
from biped_control.robot.state import FloatArray


class FootMotion:
    """Foot link of one foot at every frame of a plan.

    The stance rolls over heel and toe with the pitch that the hubs have at the corresponding moment. The
    swing leads from the hubs' path about the old foothold to that about the new one.

    Attributes:
        detours: number of a footfall -> how far outside the swing that follows it goes around [m].
    """

    def __init__(self, plan: FootstepPlan, foot: Foot, sole: Sole) -> None:
        self._plan, self._foot, self._sole = plan, foot, sole
        self.detours: dict[int, float] = {}
        self._falls = [fall for fall in plan.footfalls if fall.foot == foot]

    def around(self, frame: int) -> tuple[Footfall, Footfall]:
        """The latest footfall at `frame` and the next one."""
        return next((old, new) for old, new in pairwise(self._falls) if old.strike <= frame < new.strike)

    def pose(self, frame: int) -> pin.SE3:
        """Foot link in the clip's frame."""
        old, new = self.around(frame)
        times = self._times(old, new, frame)
        if frame < old.toe_off:
            flat = old.toe_contact <= frame < old.heel_off
            return self._standing(old, 0.0 if flat else self._like_hubs(times, old.share)[PITCH])
        done = smooth(_part(old, new, frame))
        aside = self._outward * self.detours.get(old.number, 0.0) * self.bump(frame)
        pose = self._swinging(old, new, times, done, aside)
        pose += (1.0 - done) * self._gap(old, old, new, LEAVES) + done * self._gap(new, old, new, LANDS)
        pose[2] += self._plan.lift * self.bump(frame)
        x, y, z, yaw, pitch, roll = pose
        return pin.SE3(pin.rpy.rpyToMatrix(roll, pitch, yaw), np.array([x, y, z]))

    def bump(self, frame: int) -> float:
        """Rises from 0 to 1 in mid-swing and falls again, smoothly; 0 while the foot stands."""
        return bump(_part(*self.around(frame), frame))

    def _gap(self, fall: Footfall, old: Footfall, new: Footfall, anchor: int) -> FloatArray:
        """(6,) from the swing's first or last pose to the standing one.

        A blend of two hubs does not touch the ground exactly where a foot of the blended pitch does.
        """
        times = tuple(hub.feet[self._foot].anchors[anchor] for hub in self._hubs)
        pitch = self._like_hubs(times, fall.share)[PITCH]
        standing = self._standing(fall, pitch)
        swinging = self._swinging(old, new, times, 0.0 if fall is old else 1.0)
        gap = np.zeros(6)
        gap[:3], gap[PITCH] = standing.translation - swinging[:3], pitch - swinging[PITCH]
        return gap

    def _standing(self, fall: Footfall, pitch: float) -> pin.SE3:
        return standing_foot_pose(self._sole, np.array([fall.heel.x, fall.heel.y]), fall.heel.yaw, pitch)

    def _swinging(
        self, old: Footfall, new: Footfall, times: "_Times", done: float, aside: float = 0.0
    ) -> FloatArray:
        """(6,) x, y, z, yaw, pitch, roll when `done` of the swing is over, `aside` of the hubs' path."""
        share = (1.0 - done) * old.share + done * new.share
        pose = self._like_hubs(times, share)
        stride = (1.0 - share) * self._plan.start.stride + share * self._plan.end.stride
        place = _between(old.axes, new.axes, done).compose(
            Placement(pose[0] - done * stride, pose[1] + aside, pose[YAW])
        )
        pose[:2], pose[YAW] = (place.x, place.y), place.yaw
        return pose

    @property
    def _outward(self) -> float:
        return 1.0 if self._foot == "left" else -1.0

    @property
    def _hubs(self) -> tuple[GaitTemplate, GaitTemplate]:
        return self._plan.start, self._plan.end

    def _times(self, old: Footfall, new: Footfall, frame: int) -> "_Times":
        """The corresponding moment of each hub, in frames after its heel strike."""
        moments = [old.strike, old.toe_contact, old.heel_off - 1, old.toe_off - 1, new.strike]
        start, end = (float(np.interp(frame, moments, hub.feet[self._foot].anchors)) for hub in self._hubs)
        return start, end

    def _like_hubs(self, times: "_Times", share: float) -> FloatArray:
        """(6,) the foot in a blend of the hubs, seen from its foothold with axes along the walk."""
        start, end = (hub.feet[self._foot].motion(time) for hub, time in zip(self._hubs, times, strict=True))
        pose: FloatArray = (1.0 - share) * start + share * end
        return pose


def _part(old: Footfall, new: Footfall, frame: int) -> float:
    """How much of the time of a swing is over."""
    return (frame - old.toe_off + 1) / (new.strike - old.toe_off + 1)


def _between(old: Placement, new: Placement, done: float) -> Placement:
    """On the cubic arc that leaves `old` and reaches `new` along their headings."""
    chord = float(np.hypot(new.x - old.x, new.y - old.y))
    rest = 1.0 - done
    leaving, reaching = chord * rest**2 * done, -chord * rest * done**2
    stays, comes = rest**2 * (1.0 + 2.0 * done), done**2 * (3.0 - 2.0 * done)
    return Placement(
        stays * old.x + comes * new.x + leaving * np.cos(old.yaw) + reaching * np.cos(new.yaw),
        stays * old.y + comes * new.y + leaving * np.sin(old.yaw) + reaching * np.sin(new.yaw),
        rest * old.yaw + done * new.yaw,
    )


_Times = tuple[float, float]
