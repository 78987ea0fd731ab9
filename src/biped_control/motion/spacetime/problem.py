"""The data of one spacetime problem: everything that does not change from iteration to iteration."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from biped_control.motion.kinematic_cycle import FEET, HEEL_COLUMN, KinematicCycle
from biped_control.motion.spacetime.closure import Closure, cycle_closure
from biped_control.motion.spacetime.settings import RATE_OF_WEIGHTS, SpacetimeSettings
from biped_control.robot.chain_root import ROOT_DOF
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
        cycle: the motion wanted.
        settings: weights and limits.
        closure: what follows the last unknown frame.
    """

    robot: RobotModel
    cycle: KinematicCycle
    settings: SpacetimeSettings
    closure: Closure

    @classmethod
    def of_cycle(
        cls, robot: RobotModel, cycle: KinematicCycle, settings: SpacetimeSettings
    ) -> "SpacetimeProblem":
        """The periodic problem of a gait cycle."""
        return cls(robot, cycle, settings, cycle_closure(robot, cycle))

    @property
    def frames(self) -> int:
        """Number N of unknown frames."""
        return self.closure.frames

    @property
    def dt(self) -> float:
        """Control period [s]."""
        return 1.0 / self.cycle.rate_hz

    @property
    def frame_weight(self) -> float:
        """Factor on weights of quantities at a frame: sums over frames stay the same integral at any rate."""
        return RATE_OF_WEIGHTS / self.cycle.rate_hz

    @property
    def change_weight(self) -> float:
        """The same for differences between frames."""
        return self.cycle.rate_hz / RATE_OF_WEIGHTS

    @cached_property
    def contacts(self) -> BoolArray:
        """(N, 4) contacts of frame j, where the feet are placed."""
        return self.cycle.contacts[: self.frames]

    @cached_property
    def step_contacts(self) -> BoolArray:
        """(C, 4) contacts of step k, where forces act: those of frame k + 1. All steps of the cycle."""
        return np.roll(self.cycle.contacts, -1, axis=0)

    @cached_property
    def force_active(self) -> BoolArray:
        """(N, 12) which unknown forces may be other than zero."""
        return np.repeat(self.step_contacts[: self.frames], 3, axis=1)

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
        """(N, 4) how high heel and toe of each foot must be at frame j when they do not touch [m]."""
        ramp = self.settings.clearance_frames * self.cycle.rate_hz / RATE_OF_WEIGHTS
        frames = np.arange(self.cycle.frames)
        clearance = np.zeros((self.cycle.frames, 4))
        for column in range(4):
            touching = np.flatnonzero(self.cycle.contacts[:, column])
            away = np.abs(frames[:, None] - touching[None, :])
            nearest = np.minimum(away, self.cycle.frames - away).min(axis=1)
            clearance[:, column] = (
                self.settings.clearance_m * np.minimum(1.0, nearest / ramp) ** 2
            )  # squared: a foot lifts and lands gently
        return clearance[: self.frames]

    @cached_property
    def footholds(self) -> FloatArray:
        """(N, 2, 3) heel x, y [m] and yaw [rad] of the right and left foothold that frame j belongs to."""
        holds = np.zeros((self.frames, 2, 3))
        for place, foot in enumerate(FEET):
            hold = self.cycle.foothold(foot)
            for frame in range(self.frames):
                holds[frame, place] = hold.at(frame, self.cycle.frames, self.cycle.advance)
        return holds

    def initial(self) -> FloatArray:
        """(N, nv + 12) the wanted motion, with the weight of the robot shared by the points in contact."""
        nv, active = self.robot.nv, self.step_contacts[: self.frames]
        unknowns = np.zeros((self.frames, self.closure.width))
        unknowns[:, :nv] = self.cycle.positions[: self.frames]
        weight = self.robot.mass * GRAVITY / FORCE_UNIT
        unknowns[:, nv + 2 :: 3] = active * weight / np.maximum(active.sum(axis=1), 1)[:, None]
        return unknowns


__all__ = ["FORCE_UNIT", "HEEL_COLUMN", "SpacetimeProblem"]
