"""The data of one spacetime problem: everything that does not change from iteration to iteration."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from biped_control.motion.kinematic_cycle import KinematicCycle
from biped_control.motion.kinematic_motion import KinematicMotion
from biped_control.motion.spacetime.ends import Ends, mirrored_ends, periodic_ends
from biped_control.motion.spacetime.settings import RATE_OF_WEIGHTS, SpacetimeSettings
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import IntArray
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.state import BoolArray, FloatArray

FORCE_UNIT = 100.0  # [N]; unknown forces are counted in it, so that all unknowns are of order one


@dataclass(frozen=True)
class SpacetimeProblem:
    """A motion to make dynamic.

    Unknowns are, frame by frame, the positions q_k (nv) and the forces f_k (12, in units of 100 N) of step k,
    which act at q_{k+1}.

    Attributes:
        robot: the humanoid.
        motion: the motion wanted; at least the F frames of `ends`, the whole cycle where they are its half.
        settings: weights and limits.
        ends: what is known of the frames, and what follows them.
    """

    robot: RobotModel
    motion: KinematicMotion
    settings: SpacetimeSettings
    ends: Ends

    @classmethod
    def of_cycle(
        cls, robot: RobotModel, cycle: KinematicCycle, settings: SpacetimeSettings
    ) -> "SpacetimeProblem":
        """The periodic problem of a gait cycle: mirrored half where it is symmetric, else the whole."""
        ends = (
            mirrored_ends(robot, cycle.frames // 2, 0.5 * cycle.advance.x)
            if cycle.symmetric
            else periodic_ends(robot, cycle.frames, cycle.advance)
        )
        return cls(robot, cycle.motion(), settings, ends)

    @property
    def frames(self) -> int:
        """Number F of frames."""
        return self.ends.frames

    @property
    def dt(self) -> float:
        """Control period [s]."""
        return 1.0 / self.motion.rate_hz

    @property
    def frame_weight(self) -> float:
        """Factor on weights of quantities at a frame: sums over frames stay the same integral at any rate."""
        return RATE_OF_WEIGHTS / self.motion.rate_hz

    @property
    def change_weight(self) -> float:
        """The same for differences between frames."""
        return self.motion.rate_hz / RATE_OF_WEIGHTS

    @cached_property
    def contacts(self) -> BoolArray:
        """(F, 4) contacts of frame j, where the feet are placed."""
        return self.motion.contacts[: self.frames]

    @cached_property
    def step_contacts(self) -> BoolArray:
        """(F, 4) contacts of step k, where forces act: those of frame k + 1."""
        return np.roll(self.motion.contacts, -1, axis=0)[: self.frames]

    @cached_property
    def free(self) -> BoolArray:
        """(F, nv + 12) entries that are unknowns: neither known nor a force where nothing touches."""
        free = ~self.ends.known
        free[:, self.robot.nv :] &= np.repeat(self.step_contacts, 3, axis=1)
        return free

    @cached_property
    def lower_positions(self) -> FloatArray:
        """(nv,) lower limits with margin; the base has none."""
        margin = self.settings.limit_margin
        joints = self.robot.lower_limits + margin
        knees = [self.robot.group_of_joint[name] == "knee" for name in self.robot.joint_names]
        joints[knees] = np.maximum(joints[knees], self.settings.smallest_knee)
        return np.concatenate([np.full(ROOT_DOF, -np.inf), joints])

    @cached_property
    def upper_positions(self) -> FloatArray:
        """(nv,) upper limits with margin; the base has none."""
        return np.concatenate(
            [np.full(ROOT_DOF, np.inf), self.robot.upper_limits - self.settings.limit_margin]
        )

    @cached_property
    def effort_limits(self) -> FloatArray:
        """(nu,) largest torques the clip may use [N m]."""
        return self.settings.effort_share * self.robot.effort_limits

    @cached_property
    def clearances(self) -> FloatArray:
        """(F, 4) how high heel and toe of each foot must be at frame j when they do not touch [m]."""
        ramp = self.settings.clearance_frames * self.motion.rate_hz / RATE_OF_WEIGHTS
        own = self.motion.contacts
        before, after = self.ends.around or (own, own)
        contacts = np.vstack([before, own, after])
        frames = len(before) + np.arange(len(own))
        clearance = np.zeros(own.shape)
        for column in range(4):
            touching = np.flatnonzero(contacts[:, column])
            away = np.abs(frames[:, None] - touching[None, :])
            nearest = away.min(axis=1, initial=len(contacts))
            # Squared: a foot lifts and lands gently.
            clearance[:, column] = self.settings.clearance_m * np.minimum(1.0, nearest / ramp) ** 2
        return clearance[: self.frames]

    def initial(self) -> FloatArray:
        """(F, nv + 12) the wanted motion, with the weight of the robot shared by the points in contact.

        Where there is flight, the points carry as much more while they touch.
        """
        nv, active = self.robot.nv, self.step_contacts
        frames = self.ends.values.copy()
        unknown = ~self.ends.known
        frames[:, :nv] = np.where(unknown[:, :nv], self.motion.positions[: self.frames], frames[:, :nv])
        count: IntArray = active.sum(axis=1)
        carrying = max(int(np.count_nonzero(count)), 1)
        weight = self.robot.mass * GRAVITY / FORCE_UNIT * len(count) / carrying
        share = active * weight / np.maximum(count, 1)[:, None]
        frames[:, nv + 2 :: 3] = np.where(unknown[:, nv + 2 :: 3], share, frames[:, nv + 2 :: 3])
        return frames
