"""What a gait cycle teaches about steps: where and when its feet stand, how feet and body move around that.

Time is counted in beats: a straight walk has two equal ones a cycle, one for each foot, and its feet may
strike a little off the beat. The body is seen from a frame that glides along the middle line at the walk's
mean speed, a foot from the place where it stood last.
"""

from dataclasses import dataclass

import numpy as np
import pinocchio as pin
from scipy.interpolate import CubicSpline

from biped_control.errors import MotionError
from biped_control.motion.clip import Clip
from biped_control.motion.foot_roll import heel_of_standing_foot
from biped_control.motion.kinematic_cycle import FEET, HEEL_COLUMN, Foot
from biped_control.motion.steps.step_soles import sole_gaps
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import sole_of
from biped_control.robot.state import BoolArray, FloatArray

BEATS = 2  # of a cycle
LEAVES, LANDS = 3, 4
"""Anchors of a foot's motion at which its swing begins and ends."""

_MARGIN = 4  # frames on either side of what splines are asked for


@dataclass(frozen=True)
class FootTemplate:
    """One foot over a cycle.

    Attributes:
        offset: (3,) heel x, y [m] and yaw [rad] of the foothold, seen from the point of the middle line that
            the foot's beat belongs to.
        strike: heel strike after the foot's beat, in beats.
        timing: (3,) toe contact, heel off and toe off after the heel strike, in beats.
        anchors: (5,) frames after the strike at which the foot strikes, is flat, last was flat, last touched,
            and strikes again.
        motion: frames after the strike -> x, y, z of the foot link, seen from the heel of the foothold with
            axes along the walk [m], and its yaw, pitch, roll [rad].
    """

    offset: FloatArray
    strike: float
    timing: FloatArray
    anchors: FloatArray
    motion: CubicSpline


@dataclass(frozen=True)
class GaitTemplate:
    """A straight cyclic clip as a source of steps.

    Attributes:
        name: of the clip.
        beat: frames of one beat.
        step: advance of the middle line in one beat [m].
        origin: x of the middle line's point on beat 0, where the right foot stands [m].
        height: mean height of the centre of mass [m].
        gap: how near its soles come, seen from above [m].
        feet: right and left.
        body: frames after beat 0, within one cycle -> (nv,) positions; x, y and yaw are seen from the gliding
            frame. Its legs are the clip's own.
    """

    name: str
    beat: int
    step: float
    origin: float
    height: float
    gap: float
    feet: dict[Foot, FootTemplate]
    body: CubicSpline

    @property
    def stride(self) -> float:
        """Advance in one cycle [m]."""
        return BEATS * self.step

    def ahead(self, foot: Foot) -> float:
        """How far the body's frame is ahead of a foot's point of the middle line when the foot leaves [m]."""
        template = self.feet[foot]
        return float(template.strike + template.timing[2] - 0.5) * self.step

    def body_at(self, beats: FloatArray) -> FloatArray:
        """(n, nv) body at any time, in beats."""
        body: FloatArray = self.body((beats % BEATS) * self.beat)
        return body


def gait_template(robot: RobotModel, clip: Clip) -> GaitTemplate:
    """Takes a cyclic clip apart.

    Raises:
        MotionError: it does not walk straight ahead, heel first, beginning with the right foot.
    """
    advance, frames = clip.advance, clip.steps
    if not clip.cyclic or frames % BEATS or abs(advance.y) > 1e-9 or abs(advance.yaw) > 1e-9:
        raise MotionError(
            f"clip '{clip.name}' ({frames} frames, {advance}): steps can be made from cycles that walk "
            "straight ahead and have an even number of frames"
        )
    contacts = np.roll(clip.contacts, 1, axis=0)  # of frames; those of clips belong to steps
    stances = {foot: _Stance.of(robot, clip, contacts, foot) for foot in FEET}
    if stances["right"].strike != 0:
        raise MotionError(
            f"clip '{clip.name}': the right heel strikes at frame {stances['right'].strike}; expected 0"
        )
    step, beat = 0.5 * advance.x, frames // BEATS
    origin = 0.5 * float(stances["right"].hold[0] + stances["left"].hold[0] - step)
    feet = {
        foot: stance.template(np.array([origin + number * step, 0.0, 0.0]), number * beat, beat, 2.0 * step)
        for number, (foot, stance) in enumerate(stances.items())
    }
    times = np.arange(-_MARGIN, frames + _MARGIN, dtype=np.float64)
    body = np.array([_position(clip, int(time)) for time in times])
    body[:, 0] -= origin - 0.5 * step + step / beat * times
    return GaitTemplate(
        name=clip.name,
        beat=beat,
        step=step,
        origin=origin,
        height=_height(robot, clip),
        gap=float(sole_gaps(robot, clip.positions[:frames]).min()),
        feet=feet,
        body=CubicSpline(times, body),
    )


@dataclass(frozen=True)
class _Stance:
    """Measured on the clip: `hold` (3,) heel x, y and yaw; `timing` (3,) in frames; (C + 2 m, 6) `track`."""

    strike: int
    timing: FloatArray
    hold: FloatArray
    track: FloatArray

    @classmethod
    def of(cls, robot: RobotModel, clip: Clip, contacts: BoolArray, foot: Foot) -> "_Stance":
        column = HEEL_COLUMN[foot]
        landings = np.flatnonzero(contacts[:, column] & ~np.roll(contacts[:, column], 1))
        strike = int(landings[0]) if len(landings) == 1 else 0
        heel, toe = np.roll(contacts[:, column : column + 2], -strike, axis=0).T
        toe_on = int(np.argmax(toe))
        heel_off, toe_off = int(np.argmin(heel)), toe_on + int(np.argmin(toe[toe_on:]))
        in_order = toe_on < heel_off <= toe_off and heel.sum() == heel_off and toe.sum() == toe_off - toe_on
        if len(landings) != 1 or not in_order:
            raise MotionError(
                f"clip '{clip.name}': the {foot} foot does not land on the heel, lie flat and leave from the "
                "toe once in a cycle; steps can be made from such walks and runs only"
            )
        track = _foot_track(robot, clip, foot, strike)
        flat = track[_MARGIN + (toe_on + heel_off) // 2]
        sole = sole_of(robot, robot.limbs.side(foot).foot)
        hold = np.array([*heel_of_standing_foot(sole, flat[:2], flat[3]), flat[3]])
        return cls(strike, np.array([toe_on, heel_off, toe_off], dtype=np.float64), hold, track)

    def template(self, middle: FloatArray, on_beat: int, beat: int, stride: float) -> FootTemplate:
        """Seen from the middle line's point of its beat."""
        toe_on, heel_off, toe_off = self.timing
        track = self.track.copy()
        track[:, :2] -= self.hold[:2]
        frames = BEATS * beat
        return FootTemplate(
            offset=self.hold - middle,
            strike=(self.strike - on_beat) / beat,
            timing=self.timing / beat,
            anchors=np.array([0.0, toe_on, heel_off - 1.0, toe_off - 1.0, frames]),
            motion=CubicSpline(np.arange(-_MARGIN, frames + _MARGIN), track),
        )


def _foot_track(robot: RobotModel, clip: Clip, foot: Foot, strike: int) -> FloatArray:
    """(C + 2 m, 6) foot link around its strike: x, y, z in the clip's frame, yaw, pitch, roll."""
    model, data = robot.pinocchio, robot.pinocchio.createData()
    frame = robot.frame_id(robot.limbs.side(foot).foot)
    track = []
    for time in range(-_MARGIN, clip.steps + _MARGIN):
        pin.forwardKinematics(model, data, _position(clip, strike + time))
        pose = pin.updateFramePlacement(model, data, frame)
        roll, pitch, yaw = pin.rpy.matrixToRpy(pose.rotation)
        track.append([*pose.translation, yaw, pitch, roll])
    return np.array(track)


def _height(robot: RobotModel, clip: Clip) -> float:
    """Mean height of the centre of mass [m]."""
    model, data = robot.pinocchio, robot.pinocchio.createData()
    return float(np.mean([pin.centerOfMass(model, data, q)[2] for q in clip.positions[: clip.steps]]))


def _position(clip: Clip, frame: int) -> FloatArray:
    return clip.advance.repeated(frame // clip.steps).move(clip.positions[frame % clip.steps])
