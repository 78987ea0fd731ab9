"""Whether an edit can be done: legs and arms long enough, the ground rough enough."""

from dataclasses import replace

import numpy as np

from biped_control.errors import MotionError
from biped_control.motion.clip import Clip
from biped_control.motion.editing.arm_shift import ArmShift
from biped_control.motion.editing.edit import ReferenceEdit
from biped_control.motion.editing.foot_shift import OUT_OF_REACH_M, FootShift, Shift
from biped_control.motion.editing.gait_track import GaitTrack
from biped_control.motion.editing.parameters import EditParameters
from biped_control.motion.editing.stretched_steps import steady_offset
from biped_control.robot.state import FloatArray, State

_LOWER_BY, _LOWEST = 0.005, 0.06  # [m] of the pelvis
_SPARE = 0.01  # [m] lower still: on the way to the edited reference legs reach a little farther
_LARGEST_ARM_MISS = 0.01  # [m]
_EVERY = 6  # frames
_CARRIED_N = 200.0  # ground forces smaller than this say nothing of friction


def parameters_of(edit: ReferenceEdit, hub: Clip, before: EditParameters) -> EditParameters:
    """What an edit makes of the parameters so far, while a hub is played.

    Raises:
        MotionError: the hub goes nowhere, so that it has no steps that could be longer.
    """
    found = before
    if edit.stride_m is not None:
        step = 0.5 * hub.way_m
        if edit.stride_m and not hub.travels:
            raise MotionError(f"edit: clip '{hub.name}' goes nowhere, so its stride cannot be edited")
        found = replace(found, stretch=edit.stride_m / step if edit.stride_m else 0.0)
    for name, value in (("step_height", edit.step_height_m), ("hands", edit.hands_m), ("tempo", edit.tempo)):
        if value is not None:
            found = replace(found, **{name: value})
    return found


def require_friction(hub: Clip, wanted: EditParameters, grade: float, friction: float) -> None:
    """The accelerations of a longer and faster way, on a slope, within a friction cone.

    Raises:
        MotionError: the ground is too smooth.
    """
    total = hub.forces.sum(axis=1)
    carried = total[total[:, 2] > _CARRIED_N]
    if len(carried) == 0:
        return
    ratio = float((np.linalg.norm(carried[:, :2], axis=1) / carried[:, 2]).max())
    needed = ratio * (1.0 + abs(wanted.stretch)) * wanted.tempo**2 + abs(grade)
    if needed > friction:
        raise MotionError(
            f"edit: clip '{hub.name}' would need friction {needed:.2f}, the ground has {friction:g}; "
            "expected shorter or slower steps or a gentler slope"
        )


def lowered(
    feet: FootShift, arms: ArmShift, hub: Clip, track: GaitTrack, wanted: EditParameters, grade: float
) -> EditParameters:
    """The parameters with the pelvis as low as legs need it over the whole hub.

    Raises:
        MotionError: a leg or an arm is too short.
    """
    frames = range(0, hub.steps, _EVERY)
    tried, step = replace(wanted, lower=0.0), 0
    for frame in frames:  # a leg that is long enough stays so when the pelvis comes down for another frame
        while (miss := _miss(feet, track, frame, tried, grade)) > OUT_OF_REACH_M:
            step += 1
            if step > round(_LOWEST / _LOWER_BY):
                raise _too_short(miss)
            tried = replace(tried, lower=step * _LOWER_BY)
    _require_arms(arms, [track.pose(frame) for frame in frames], tried.hands)
    return replace(tried, lower=tried.lower + _SPARE) if step else tried


def _too_short(miss: float) -> MotionError:
    return MotionError(
        f"edit: a leg is {1e3 * miss:.0f} mm too short, with the pelvis {1e2 * _LOWEST:.0f} cm lower; "
        "expected shorter steps or a gentler slope"
    )


def _require_arms(arms: ArmShift, poses: list[FloatArray], rise: float) -> None:
    worst = max(arms.apply(q, rise)[1] for q in poses) if rise else 0.0
    if worst > _LARGEST_ARM_MISS:
        raise MotionError(
            f"edit: an arm is {1e2 * worst:.0f} cm too short for hands {1e2 * rise:.0f} cm higher"
        )


def _miss(feet: FootShift, track: GaitTrack, frame: int, wanted: EditParameters, grade: float) -> float:
    """Of the worse foot, on a slope along the clip that passes below the pelvis [m]."""
    state = State(track.pose(frame), np.zeros(track.positions.shape[1]))
    turn, still = np.array([0.0, -grade, 0.0]), np.zeros(3)
    shifts = []
    for foot, motion in enumerate(feet.feet(state)):
        offset = steady_offset(track, frame, foot, wanted.stretch)
        rise = grade * (motion.placement.translation[0] + offset[0] - state.q[0])
        rise += wanted.step_height * track.bump(frame, foot)
        shifts.append(Shift(np.array([offset[0], offset[1], rise]), still, turn))
    pelvis = Shift(np.array([0.0, 0.0, -wanted.lower]), still, still)
    return feet.apply(state, pelvis, (shifts[0], shifts[1])).miss
