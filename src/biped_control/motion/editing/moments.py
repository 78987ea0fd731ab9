"""Moments of a motion, seen from the feet that stand: what another motion must be like to take over there."""

from dataclasses import dataclass, replace
from math import pi, remainder

import numpy as np
import pinocchio as pin

from biped_control.motion.editing.foot_shift import FootMotion, FootShift
from biped_control.motion.editing.gait_track import GaitTrack
from biped_control.motion.editing.stretched_steps import steady_offset
from biped_control.robot.chain_root import YAW
from biped_control.robot.mirror import Mirror
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import BoolArray, FloatArray, State


@dataclass(frozen=True)
class Moments:
    """Frames of a motion, each in a frame of its own on the ground, amid the standing feet and along them.

    Attributes:
        frames: (m,) in frames of the clip.
        positions, velocities: (m, nv).
        capture: (m, 2) capture point [m].
        stands: (m, 2) whether right and left foot stand.
        rest: (m,) until a foot that swings is put down, infinite where none does [s].
    """

    frames: FloatArray
    positions: FloatArray
    velocities: FloatArray
    capture: FloatArray
    stands: BoolArray
    rest: FloatArray

    def mirrored(self, mirror: Mirror) -> "Moments":
        """The same with left and right exchanged."""
        return Moments(
            self.frames,
            mirror.coordinates(self.positions),
            mirror.coordinates(self.velocities),
            self.capture * [1.0, -1.0],
            self.stands[:, ::-1],
            self.rest,
        )


class MomentSampler:
    """Takes moments out of motions of one robot."""

    def __init__(self, robot: RobotModel, feet: FootShift) -> None:
        """
        Args:
            robot: of the motions.
            feet: its legs.
        """
        self._model, self._data = robot.pinocchio, robot.pinocchio.createData()
        self._feet = feet

    def track(
        self, track: GaitTrack, frames: FloatArray, rate_hz: float, stretch: float, tempo: float
    ) -> Moments:
        """Moments at (m,) frames of a track at which a foot stands; the others are left out.

        Args:
            track: of a clip.
            frames: of it.
            rate_hz: of the clip.
            stretch, tempo: with which it is played. On a longer way the pelvis is seen from the feet as they
                are then; what that does to the joints of legs is left out.
        """
        kept, states, captures, stand, rest = [], [], [], [], []
        for frame in frames.tolist():
            stands = track.stance_at(frame)
            if not stands.any():
                continue
            q = track.pose(frame)
            state = State(q, (q - track.pose(frame - 1.0)) * rate_hz * tempo)
            seat = footing(self._feet.feet(state), stands)
            if stretch:
                offsets = [steady_offset(track, frame, int(foot), stretch) for foot in np.flatnonzero(stands)]
                x, y = np.mean(offsets, axis=0)
                seat = replace(seat, x=seat.x + float(x), y=seat.y + float(y))
                state.v[:2] *= 1.0 + stretch
            seen = seat.inverse().to_world(state)
            seen.q[YAW] = remainder(seen.q[YAW], 2.0 * pi)
            kept.append(frame)
            states.append(seen)
            captures.append(self._capture_point(seen))
            stand.append(stands)
            swings = [track.swing_left(frame, foot) for foot in np.flatnonzero(~stands).tolist()]
            rest.append(min(swings, default=np.inf) / (rate_hz * tempo))
        count, nv = len(kept), track.positions.shape[1]
        return Moments(
            np.array(kept),
            np.array([state.q for state in states]).reshape(count, nv),
            np.array([state.v for state in states]).reshape(count, nv),
            np.array(captures).reshape(count, 2),
            np.array(stand, dtype=np.bool_).reshape(count, 2),
            np.array(rest),
        )

    def _capture_point(self, state: State) -> FloatArray:
        """(2,) where a foot would bring the linear inverted pendulum to rest [m]."""
        pin.centerOfMass(self._model, self._data, state.q, state.v)
        place, rate = self._data.com[0], self._data.vcom[0]
        gravity = float(-self._model.gravity.linear[2])
        return np.asarray(place[:2] + rate[:2] * np.sqrt(place[2] / gravity))


def footing(feet: list[FootMotion], stands: BoolArray) -> Placement:
    """A frame on the ground amid those of the (2,) feet that stand, along them; amid both if none does."""
    chosen = [foot.placement for foot, stand in zip(feet, stands, strict=True) if stand or not stands.any()]
    ahead = sum((foot.rotation[:2, 0] for foot in chosen), np.zeros(2))
    x, y = np.mean([foot.translation[:2] for foot in chosen], axis=0)
    return Placement(float(x), float(y), float(np.arctan2(ahead[1], ahead[0])))
