"""A walking stick figure with known answers."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from scipy.interpolate import CubicSpline

from biped_control.analysis.assembly import WalkParts
from biped_control.motion.captures.landmarks import LANDMARKS, Landmarks
from biped_control.motion.clip import Clip
from biped_control.motion.steps.footsteps import FootstepPlan, plan_footsteps
from biped_control.motion.steps.step_recipe import StepRecipe
from biped_control.motion.steps.step_template import GaitTemplate, gait_template
from biped_control.motion.steps.step_wishes import wanted_steps
from biped_control.robot.model import RobotModel


@dataclass(frozen=True)
class StickWalker:
    """A person walking from heel to toe, described by a few numbers.

    Attributes:
        speed: [m/s].
        period: of the gait cycle [s].
        flat, heel_off, toe_off: contact times, part of the cycle after the heel strike.
        half_width: of the ankles from the midline [m].
        leg: thigh and shank together [m].
    """

    speed: float = 1.2
    period: float = 1.1
    flat: float = 0.10
    heel_off: float = 0.38
    toe_off: float = 0.62
    half_width: float = 0.08
    leg: float = 0.9
    heel = np.array([-0.05, -0.07])  # from the ankle, forward and up
    ball = np.array([0.13, -0.05])
    strike_pitch = np.radians(-20.0)
    lift_pitch = np.radians(55.0)

    @property
    def stride(self) -> float:
        return self.speed * self.period

    def foot(self, phase: float) -> tuple[np.ndarray, float]:
        """Ankle (forward, up) from where the flat ankle stands, and pitch; phase since heel strike, < 1."""
        if phase < self.toe_off:
            return self._standing(phase)
        lift, land = self._standing(self.toe_off)[0], self._standing(0.0)[0] + [self.stride, 0.0]
        part = (phase - self.toe_off) / (1.0 - self.toe_off)
        seconds = (1.0 - self.toe_off) * self.period
        ankle = _hermite(part, lift, np.array([1.6, 0.7]) * seconds, land, np.array([1.2, -0.1]) * seconds)
        pitch = _hermite(part, self.lift_pitch, 3.0 * seconds, self.strike_pitch, 0.0)
        return ankle, float(pitch)

    def _standing(self, phase: float) -> tuple[np.ndarray, float]:
        if phase < self.flat:
            pitch, pivot = self.strike_pitch * (1.0 - phase / self.flat), self.heel
        elif phase < self.heel_off:
            return np.array([0.0, -self.heel[1]]), 0.0
        else:
            part = (phase - self.heel_off) / (self.toe_off - self.heel_off)
            pitch, pivot = self.lift_pitch * part**2, np.array([self.ball[0], self.heel[1]])
        return np.array([0.0, -self.heel[1]]) + pivot - _turned(pivot, pitch), pitch

    def landmarks(
        self,
        seconds: float = 3.3,
        rate_hz: float = 120.0,
        heading: float = 0.0,
        slope: float = 0.0,
        turn: "Turn | None" = None,
    ) -> Landmarks:
        """The walker seen by a capture system; the right heel strikes at 0, one period, two periods ..."""
        times = np.arange(round(seconds * rate_hz)) / rate_hz
        points = np.array([self._pose(time) for time in times])
        if turn is not None:
            points = turn.bent(points)
        points[..., 2] += slope * points[..., 0]
        c, s = np.cos(heading), np.sin(heading)
        points[..., :2] = points[..., :2] @ np.array([[c, s], [-s, c]])
        return Landmarks(Path("stick_walker"), rate_hz, points)

    def _pose(self, time: float) -> np.ndarray:
        behind = 0.5 * self.toe_off * self.stride  # of the foot at its heel strike
        pelvis = np.array([self.speed * time - behind, 0.0, 0.96 * self.leg + 0.03])
        pelvis[2] += 0.01 * np.cos(4.0 * np.pi * (time / self.period - 0.3))
        at = {"lower_back": pelvis + np.array([0.0, 0.0, 0.1])}
        for side, sign, late in (("right", -1.0, 0.0), ("left", 1.0, 0.5)):
            cycles, phase = divmod(time / self.period - late, 1.0)
            ankle, pitch = self.foot(phase)
            strides = self.stride * (cycles + late)
            at[f"{side}_hip"] = pelvis + np.array([0.0, 0.09 * sign, 0.0])
            at[f"{side}_ankle"] = np.array([strides + ankle[0], sign * self.half_width, ankle[1]])
            ball = ankle + _turned(self.ball, pitch)
            at[f"{side}_ball"] = np.array([strides + ball[0], sign * self.half_width, ball[1]])
            at[f"{side}_knee"] = _knee(at[f"{side}_hip"], at[f"{side}_ankle"], 0.5 * self.leg)
            swing = 0.3 * np.cos(2.0 * np.pi * (time / self.period - late))
            at[f"{side}_shoulder"] = pelvis + np.array([0.0, 0.19 * sign, 0.5])
            at[f"{side}_elbow"] = at[f"{side}_shoulder"] + 0.3 * _sagittal(swing)
            at[f"{side}_wrist"] = at[f"{side}_elbow"] + 0.25 * _sagittal(swing - 0.4)
        return np.array([at[name] for name in LANDMARKS])


@dataclass(frozen=True)
class Turn:
    """A bend in the way that a stick walker walks: feet that stand on a straight way stand on the bent one.

    Attributes:
        angle: how far it goes, positive to the left [rad].
        start, end: between which distances [m]; it is steady in between.
    """

    angle: float
    start: float
    end: float

    def bent(self, points: np.ndarray) -> np.ndarray:
        """(T, 15, 3) points of a walk along +x, walking along the bend."""
        way = np.linspace(points[..., 0].min() - 0.1, points[..., 0].max() + 0.1, 20001)
        step = way[1] - way[0]
        headings = self.heading(way)
        line = np.cumsum(np.stack([np.cos(headings), np.sin(headings)], axis=1) * step, axis=0)
        x, y = (np.interp(points[..., 0], way, line[:, axis] - line[0, axis]) for axis in (0, 1))
        heading = self.heading(points[..., 0])
        aside = points[..., 1]
        return np.stack([x - np.sin(heading) * aside, y + np.cos(heading) * aside, points[..., 2]], axis=-1)

    def heading(self, distance: np.ndarray) -> np.ndarray:
        """Direction of the way [rad]."""
        return self.angle * np.clip((distance - self.start) / (self.end - self.start), 0.0, 1.0)


@pytest.fixture(scope="session")
def bend() -> type[Turn]:
    """Makes bends in the way of stick walkers."""
    return Turn


@pytest.fixture(scope="session")
def stick_runner() -> StickWalker:
    """A stick walker that runs: both feet are in the air for a third of its cycle."""
    return StickWalker(speed=2.5, period=0.8, flat=0.04, heel_off=0.16, toe_off=0.333)


@pytest.fixture(scope="session")
def walk(walk_parts: WalkParts) -> Clip:
    """The default walk."""
    return walk_parts.clips["walk"]


@pytest.fixture(scope="session")
def slow_walk(walk: Clip) -> Clip:
    """The way of the walk in a fourth more frames: a kinematic hub, its controls mean nothing."""
    frames = walk.steps // 8 * 10
    laps = [walk.advance.repeated(lap).move(walk.positions[: walk.steps]) for lap in (-1, 0, 1)]
    times = np.arange(frames + 2) * walk.steps / frames
    nearest = np.rint(np.arange(1, frames + 1) * walk.steps / frames).astype(int) - 1
    return replace(
        walk,
        name="slow",
        start_hub="slow",
        end_hub="slow",
        positions=CubicSpline(np.arange(-walk.steps, 2 * walk.steps), np.vstack(laps))(times),
        torques=walk.torques[nearest],
        forces=walk.forces[nearest],
        contacts=walk.contacts[nearest],
    )


@pytest.fixture(scope="session")
def templates(robot: RobotModel, walk: Clip, slow_walk: Clip) -> dict[str, GaitTemplate]:
    """Both of them taken apart, by name."""
    return {clip.name: gait_template(robot, clip) for clip in (walk, slow_walk)}


@pytest.fixture(scope="session")
def step_plan(templates: dict[str, GaitTemplate], walk: Clip) -> Callable[..., FootstepPlan]:
    """Makes plans of recipes: four plain steps from the walk to the walk, but for the fields given."""

    def plan(**fields: object) -> FootstepPlan:
        content = {"source": "steps", "start": "walk", "end": "walk", "steps": 4} | fields
        recipe = StepRecipe.model_validate(content)
        start, end = templates[recipe.start], templates[recipe.end]
        wanted = wanted_steps(recipe, start, end, walk.rate_hz)
        return plan_footsteps(recipe, wanted, start, end, walk.rate_hz)

    return plan


@pytest.fixture(scope="session")
def stick_walker() -> Callable[..., StickWalker]:
    """Makes stick walkers."""
    return StickWalker


def _turned(vector: np.ndarray, pitch: float) -> np.ndarray:
    """(forward, up) turned by `pitch`, positive with the heel up."""
    c, s = np.cos(pitch), np.sin(pitch)
    return np.array([c * vector[0] + s * vector[1], -s * vector[0] + c * vector[1]])


def _sagittal(angle: float) -> np.ndarray:
    """Direction that hangs down at 0 and points backward at 90 degrees."""
    return np.array([-np.sin(angle), 0.0, -np.cos(angle)])


def _hermite(part, start, start_slope, end, end_slope):
    p2, p3 = part**2, part**3
    return (
        (2 * p3 - 3 * p2 + 1) * start
        + (p3 - 2 * p2 + part) * start_slope
        + (3 * p2 - 2 * p3) * end
        + (p3 - p2) * end_slope
    )


def _knee(hip: np.ndarray, ankle: np.ndarray, bone: float) -> np.ndarray:
    """In front of the line from hip to ankle, `bone` away from both."""
    across = ankle - hip
    length = np.linalg.norm(across)
    assert length < 2.0 * bone, "the stick walker steps further than its legs reach"
    along = across / length
    forward = np.array([1.0, 0.0, 0.0]) - along[0] * along
    return hip + 0.5 * across + np.sqrt(bone**2 - 0.25 * length**2) * forward / np.linalg.norm(forward)
