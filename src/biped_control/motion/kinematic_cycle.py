"""One period of walking as pure kinematics: what captures and norms are turned into before optimization.

It looks right but obeys no dynamics yet; `motion.spacetime` turns it into a clip.
"""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from biped_control.errors import MotionError
from biped_control.motion.kinematic_motion import KinematicMotion
from biped_control.robot.mirror import mirror_matrix
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import BoolArray, FloatArray

Foot = Literal["right", "left"]
FEET: tuple[Foot, Foot] = ("right", "left")

HEEL_COLUMN: dict[Foot, int] = {"right": 0, "left": 2}
"""Column of a foot's heel in every (..., 4) contact array; its toe is the next one."""


@dataclass(frozen=True)
class Foothold:
    """Where a foot stands during the stance that begins inside the cycle.

    Attributes:
        heel_x, heel_y: middle of the heel edge on the ground, in the frame of the cycle [m].
        yaw: heading of the foot [rad].
        strike_frame: frame at which the heel lands, 0 <= strike_frame < C. Before it, the foot stands (or
            swings away from standing) one stride length further back.
    """

    heel_x: float
    heel_y: float
    yaw: float
    strike_frame: int

    def at(self, frame: int, frames: int, advance: Placement) -> FloatArray:
        """(3,) heel x, y [m] and yaw [rad] of the latest stance at any `frame` of a cycle of `frames`."""
        moved = advance.repeated((frame - self.strike_frame) // frames)
        place = moved.compose(Placement(self.heel_x, self.heel_y, self.yaw))
        return np.array([place.x, place.y, place.yaw])


@dataclass(frozen=True)
class KinematicCycle:
    """One full gait cycle of C frames (C even) at the control rate.

    It repeats: q_{j+C} = q_j moved by `advance`. Frame 0 is the heel strike of the right foot. A straight
    walk goes along +x about the midline y = 0.

    Attributes:
        rate_hz: frames per second.
        positions: (C, nv) chain-root positions.
        contacts: (C, 4) is right heel, right toe, left heel, left toe on the ground in frame j.
        advance: where the next cycle begins, seen from this one; (stride, 0, 0) for a straight walk.
        symmetric: the second half is the mirror image of the first, moved by half a stride.
        right, left: where the feet stand.
        source: where the motion came from, for people.
    """

    rate_hz: float
    positions: FloatArray
    contacts: BoolArray
    advance: Placement
    symmetric: bool
    right: Foothold
    left: Foothold
    source: str

    def __post_init__(self) -> None:
        frames = len(self.positions)
        if self.positions.ndim != 2 or frames < 4 or frames % 2:
            raise MotionError(
                f"{self.source}: positions have shape {self.positions.shape}; "
                "expected (C, nv) with an even number C >= 4 of frames"
            )
        if self.contacts.shape != (frames, 4) or self.contacts.dtype != np.bool_:
            raise MotionError(
                f"{self.source}: contacts are {self.contacts.dtype} of shape {self.contacts.shape}, "
                f"expected bool ({frames}, 4)"
            )
        if not np.isfinite(self.positions).all():
            frame, coordinate = np.argwhere(~np.isfinite(self.positions))[0]
            raise MotionError(f"{self.source}: coordinate {coordinate} of frame {frame} is not finite")
        if not (np.isfinite(self.stride) and self.advance.x > 0.0 and self.rate_hz > 0.0):
            raise MotionError(
                f"{self.source}: {self.advance} each cycle at {self.rate_hz} Hz; "
                "expected a positive x and rate: turn the walk to face +x"
            )
        if self.symmetric and not self.straight:
            raise MotionError(
                f"{self.source}: {self.advance} each cycle; a symmetric walk goes straight along +x"
            )
        for foot in FEET:
            self._check_foot(foot)

    @property
    def frames(self) -> int:
        """Number of frames C."""
        return len(self.positions)

    @property
    def stride(self) -> float:
        """Distance between the beginnings of two cycles [m]."""
        return float(np.hypot(self.advance.x, self.advance.y))

    @property
    def straight(self) -> bool:
        """Whether the walk neither turns nor drifts sideways."""
        return self.advance.y == 0.0 and self.advance.yaw == 0.0

    @property
    def speed_mps(self) -> float:
        """Mean walking speed [m/s]."""
        return self.stride * self.rate_hz / self.frames

    def foothold(self, foot: Foot) -> Foothold:
        """Where `foot` stands."""
        return self.right if foot == "right" else self.left

    def at(self, frame: int) -> FloatArray:
        """(nv,) positions at any frame, also outside the cycle."""
        return self.advance.repeated(frame // self.frames).move(self.positions[frame % self.frames])

    def motion(self) -> KinematicMotion:
        """The C frames as a general motion; headings follow a steady turn."""
        frames = np.arange(self.frames)
        footholds = [
            [self.foothold(foot).at(int(frame), self.frames, self.advance) for foot in FEET]
            for frame in frames
        ]
        return KinematicMotion(
            rate_hz=self.rate_hz,
            positions=self.positions,
            contacts=self.contacts,
            footholds=np.array(footholds),
            headings=self.advance.yaw * frames / self.frames,
            source=self.source,
        )

    def symmetrized(self, robot: RobotModel) -> "KinematicCycle":
        """Mean of a straight cycle and its mirror image half a period later.

        Positions are averaged frame by frame; strikes move to frames 0 and C/2; contact times and footholds
        become the mean of both feet.
        """
        half, mirror = self.frames // 2, mirror_matrix(robot)
        later = np.array([self.at(frame + half) for frame in range(self.frames)])
        mirrored = later @ mirror.T
        mirrored[:, 0] -= 0.5 * self.stride
        timing = np.rint(0.5 * (self.timing("right") + self.timing("left"))).astype(int)
        x = 0.5 * (self.right.heel_x + self.left.heel_x - 0.5 * self.stride)
        half_width = 0.5 * (self.left.heel_y - self.right.heel_y)
        yaw = 0.5 * (self.left.yaw - self.right.yaw)
        return replace(
            self,
            positions=0.5 * (self.positions + mirrored),
            contacts=contact_schedule(self.frames, timing, timing, half),
            symmetric=True,
            right=Foothold(x, -half_width, -yaw, 0),
            left=Foothold(x + 0.5 * self.stride, half_width, yaw, half),
        )

    def mirror_error(self, robot: RobotModel) -> float:
        """Largest difference between the cycle and its mirror image half a period later [m, rad]."""
        half, mirror = self.frames // 2, mirror_matrix(robot)
        later = np.array([self.at(frame + half) for frame in range(self.frames)]) @ mirror.T
        later[:, 0] -= 0.5 * self.stride
        return float(np.abs(later - self.positions).max())

    def timing(self, foot: Foot) -> FloatArray:
        """(3,) frames from heel strike to toe contact, heel off and toe off."""
        column, strike = HEEL_COLUMN[foot], self.foothold(foot).strike_frame
        heel, toe = np.roll(self.contacts[:, column : column + 2], -strike, axis=0).T
        toe_on = int(np.argmax(toe))
        return np.array([toe_on, np.argmin(heel), toe_on + np.argmin(toe[toe_on:])], dtype=np.float64)

    def _check_foot(self, foot: Foot) -> None:
        column, hold = HEEL_COLUMN[foot], self.foothold(foot)
        if not 0 <= hold.strike_frame < self.frames:
            raise MotionError(
                f"{self.source}: {foot} strike frame {hold.strike_frame} lies outside 0..{self.frames - 1}"
            )
        heel, toe = np.roll(self.contacts[:, column : column + 2], -hold.strike_frame, axis=0).T
        for part, on in (("heel", heel), ("toe", toe)):
            landings = int(np.count_nonzero(on & ~np.roll(on, 1)))
            if landings != 1:
                raise MotionError(
                    f"{self.source}: the {foot} {part} lands {landings} times in one cycle; "
                    "expected exactly one contact and one swing phase"
                )
        if not heel[0] or heel[-1]:
            raise MotionError(
                f"{self.source}: the {foot} heel does not land at its strike frame {hold.strike_frame}"
            )


def contact_schedule(
    frames: int, right_timing: FloatArray, left_timing: FloatArray, left_strike: int, right_strike: int = 0
) -> BoolArray:
    """Contacts of a heel-to-toe walk.

    Args:
        frames: cycle length C.
        right_timing, left_timing: (3,) whole frames from a foot's heel strike to its toe contact, heel off
            and toe off.
        left_strike, right_strike: frame of the heel strikes.

    Returns:
        (C, 4) right heel, right toe, left heel, left toe.
    """
    contacts = np.zeros((frames, 4), dtype=np.bool_)
    strikes, timings = (right_strike, left_strike), (right_timing, left_timing)
    for foot, strike, timing in zip(FEET, strikes, timings, strict=True):
        column = HEEL_COLUMN[foot]
        toe_on, heel_off, toe_off = (int(value) for value in timing)
        since = (np.arange(frames) - strike) % frames
        contacts[:, column] = since < heel_off
        contacts[:, column + 1] = (toe_on <= since) & (since < toe_off)
    return contacts
