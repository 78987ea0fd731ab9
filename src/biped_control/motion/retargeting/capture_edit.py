"""Variants of one capture: another speed, stride, step height or turn."""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from biped_control.configuration_file import explain
from biped_control.errors import MotionError
from biped_control.motion.kinematic_cycle import FEET, Foot
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray

if TYPE_CHECKING:
    from biped_control.motion.captures.landmarks import Landmarks
    from biped_control.motion.retargeting.captured_cycle import CapturedCycle
    from biped_control.motion.retargeting.take_kind import JudgedTake

# Who only plays clips reads recipes and the edits in them, too: slow imports stand where they are used.


class CaptureEdit(BaseModel):
    """What a variant has otherwise; lengths and speeds are the robot's, None leaves them as captured.

    Attributes:
        speed_mps: mean speed; the motion is played faster or slower.
        stride_change_m: added to the distance between two landings of a foot, at the captured cadence.
        step_height_m: added to the height of the feet in mid-swing.
        turn_deg: how far a turn goes, or a steady turn in a cycle; left positive.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    speed_mps: float | None = Field(default=None, gt=0.2, lt=6.0)
    stride_change_m: float = Field(default=0.0, ge=-0.8, le=0.8)
    step_height_m: float = Field(default=0.0, ge=-0.05, le=0.3)
    turn_deg: float | None = Field(default=None, ge=-360.0, le=360.0)

    @property
    def of_cycle(self) -> bool:
        """Whether it changes the steps of a gait cycle."""
        return self.stride_change_m != 0.0 or self.step_height_m != 0.0

    def require_fits(self, take: "JudgedTake") -> None:
        """Raises MotionError where a take has nothing that the edit could change."""
        if self.turn_deg is not None and take.kind in ("walk", "run"):
            raise MotionError(
                f"{take.cycle.source}: a straight {take.kind} has no turn to make {self.turn_deg:g} degrees; "
                "expected a turn or a steady turn"
            )
        if self.of_cycle and take.kind == "turn":
            raise MotionError(
                f"{take.cycle.source}: stride and step height of a turn cannot be changed; "
                "expected a gait cycle"
            )
        if self.stride_change_m and not take.cycle.straight:
            raise MotionError(
                f"{take.cycle.source}: the stride of a steady turn cannot be changed; "
                "expected a straight walk"
            )

    def faster(self, take: "JudgedTake", scale: float) -> float:
        """How many times as fast the capture must be played; `scale` is robot over human length."""
        if self.speed_mps is None:
            return 1.0
        cycle = take.cycle
        stride = scale * cycle.stride + self.stride_change_m
        return self.speed_mps * cycle.frames / (cycle.rate_hz * stride)

    def sharper(self, take: "JudgedTake") -> float:
        """How many times as far the capture must turn."""
        angle = take.turn.angle if take.turn is not None else take.cycle.advance.yaw
        return 1.0 if self.turn_deg is None else float(np.radians(self.turn_deg)) / angle

    def applied(self, cycle: "CapturedCycle", scale: float) -> "CapturedCycle":
        """The cycle with other steps; `scale` is robot over human length.

        Raises:
            MotionError: nothing is left of the stride.
        """
        stride = cycle.stride + self.stride_change_m / scale
        if (
            self.speed_mps is not None
        ):  # cycles last whole frames: what speed is missing comes from the stride
            stride = self.speed_mps * cycle.frames / (cycle.rate_hz * scale)
        if cycle.straight and stride != cycle.stride:
            cycle = with_stride(cycle, stride)
        return with_higher_steps(cycle, self.step_height_m / scale) if self.step_height_m else cycle


def edit_from(
    speed_mps: float | None, stride_change_m: float, step_height_m: float, turn_deg: float | None
) -> CaptureEdit:
    """An edit of values that a person has typed.

    Raises:
        ConfigurationError: a value is out of range; the message names it.
    """
    try:
        return CaptureEdit(
            speed_mps=speed_mps,
            stride_change_m=stride_change_m,
            step_height_m=step_height_m,
            turn_deg=turn_deg,
        )
    except ValidationError as error:
        raise explain(error, CaptureEdit, "edit of the capture") from error


def with_stride(cycle: "CapturedCycle", stride: float) -> "CapturedCycle":
    """A straight cycle with another stride: way of the pelvis and footholds are stretched, bodies are not.

    Raises:
        MotionError: the stride is not positive.
    """
    from biped_control.motion.captures.landmarks import LANDMARKS

    if stride < 0.2:
        raise MotionError(
            f"{cycle.source}: a stride of {stride:.2f} m (captured: {cycle.stride:.2f} m); "
            "expected more than 0.2 m"
        )
    more = stride / cycle.stride - 1.0
    hips = more * 0.5 * (cycle["right_hip"] + cycle["left_hip"])[:, 0]
    shifts = {foot: more * _foothold_track(cycle, foot) for foot in FEET}
    points = cycle.points.copy()
    for place, name in enumerate(LANDMARKS):
        side, _, joint = name.partition("_")
        shift = hips
        for foot in FEET:
            if side == foot and joint in ("ankle", "ball"):
                shift = shifts[foot]
            elif side == foot and joint == "knee":
                shift = 0.5 * (hips + shifts[foot])
        points[:, place, 0] += shift
    return replace(cycle, points=points, advance=Placement(stride))


def _foothold_track(cycle: "CapturedCycle", foot: Foot) -> FloatArray:
    """(C,) where along the way a foot stands; while it swings, it goes over to the next foothold [m]."""
    from biped_control.motion.retargeting.gait_events import cycle_events
    from biped_control.motion.smooth_step import smooth_step

    events = cycle_events(cycle, foot)
    since, lifts = np.arange(cycle.frames), int(events.timing[2])
    swung = np.array([smooth_step(part) for part in (since - lifts) / (cycle.frames - lifts)])
    frames = events.standing.strike + since
    track = np.empty(cycle.frames)
    track[frames % cycle.frames] = events.standing.ankle[0] + cycle.stride * (swung - frames // cycle.frames)
    return track


def with_higher_steps(cycle: "CapturedCycle", height: float) -> "CapturedCycle":
    """A cycle whose feet swing higher by `height` [m] in mid-swing, smoothly from toe off to landing."""
    from biped_control.motion.captures.landmarks import LANDMARKS
    from biped_control.motion.retargeting.gait_events import cycle_events

    points = cycle.points.copy()
    for foot in FEET:
        events = cycle_events(cycle, foot)
        lifts = int(events.timing[2])
        swing = np.arange(lifts, cycle.frames)
        bump = height * np.sin(np.pi * (swing - lifts) / (cycle.frames - lifts)) ** 2
        frames = (events.standing.strike + swing) % cycle.frames
        for joint, share in (("ankle", 1.0), ("ball", 1.0), ("knee", 0.5)):
            points[frames, LANDMARKS.index(f"{foot}_{joint}"), 2] += share * bump
    return replace(cycle, points=points)


def with_turn(landmarks: "Landmarks", times: float, period: float) -> "Landmarks":
    """A take whose way turns `times` as far as captured, everything on it carried along.

    Args:
        landmarks: clean.
        times: factor on all changes of heading.
        period: of a gait cycle [s]; the way is that of the hips without their sway.
    """
    from scipy.ndimage import uniform_filter1d

    hips = 0.5 * (landmarks["right_hip"] + landmarks["left_hip"])[:, :2]
    window = max(3, round(period * landmarks.rate_hz))
    way = uniform_filter1d(_continued(hips, window), window, axis=0)[window:-window]
    steps = np.gradient(way, axis=0)
    heading = np.unwrap(np.arctan2(steps[:, 1], steps[:, 0]))
    new_heading = heading[0] + times * (heading - heading[0])
    lengths = np.linalg.norm(np.diff(way, axis=0), axis=1)
    middle = 0.5 * (new_heading[1:] + new_heading[:-1])
    moves = lengths[:, None] * np.stack([np.cos(middle), np.sin(middle)], axis=1)
    new_way = way[0] + np.concatenate([np.zeros((1, 2)), np.cumsum(moves, axis=0)])
    c, s = np.cos(new_heading - heading)[:, None], np.sin(new_heading - heading)[:, None]
    offset = landmarks.points[..., :2] - way[:, None]
    points = landmarks.points.copy()
    points[..., 0] = new_way[:, None, 0] + c * offset[..., 0] - s * offset[..., 1]
    points[..., 1] = new_way[:, None, 1] + s * offset[..., 0] + c * offset[..., 1]
    return replace(landmarks, points=points)


def _continued(track: FloatArray, frames: int) -> FloatArray:
    """(T + 2 frames, 2) a track that goes on at both ends with the mean velocity that it has there."""
    many = min(frames, len(track) - 1)
    beyond = np.arange(1, frames + 1)[:, None]
    before = track[0] - beyond[::-1] * (track[many] - track[0]) / many
    after = track[-1] + beyond * (track[-1] - track[-1 - many]) / many
    return np.concatenate([before, track, after])
