"""DeepMimic motion files: JSON with a loop mode and frames of joint rotations of one certain humanoid."""

import json
from pathlib import Path
from typing import Any

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.spatial.transform import Rotation

from biped_control.errors import CaptureError
from biped_control.motion.captures.capture import Capture
from biped_control.motion.readers.deepmimic_humanoid import FRAME_NUMBERS, JOINTS
from biped_control.motion.readers.rates import whole_rate
from biped_control.robot.state import FloatArray

_LOOPS = ("none", "wrap")
_ROUNDING = 0.05  # of the norm of a quaternion
_UNEVEN = 0.01  # of the duration of a frame
_LARGEST = 1e6


def read_deepmimic(path: Path) -> Capture:
    """Reads a motion of DeepMimic's humanoid.

    A frame lasts until the next, so the duration of the last one means nothing. Frames of uneven duration are
    resampled to even ones.

    Raises:
        CaptureError: unreadable, truncated, frames of another character, numbers that are no rotations.
    """
    content = _load(path)
    frames = _frames(path, content["Frames"])
    loop = str(content.get("Loop", "none")).lower()
    if loop not in _LOOPS:
        raise CaptureError(f"{path}: Loop is {loop!r}, expected one of {', '.join(_LOOPS)}")
    names, positions = joint_centres(path, frames)
    rate_hz, positions, repairs = _even(path, frames[:-1, 0], positions)
    return Capture(path, rate_hz, names, positions, repairs, wraps=loop == "wrap")


def joint_centres(path: Path, frames: FloatArray) -> tuple[tuple[str, ...], FloatArray]:
    """Forward kinematics.

    Args:
        path: file, for messages.
        frames: (T, 44) as in the file.

    Returns:
        Names (n,) and positions (T, n, 3) of the root and all joints, z up, x forward [m].

    Raises:
        CaptureError: a quaternion is far from a unit one; the message names frame and joint.
    """
    centres = {"root": frames[:, 1:4]}
    orientations = {"root": _rotations(path, "root", frames[:, 4:8])}
    place = 8
    for joint in JOINTS:
        parent = orientations[joint.parent]
        centres[joint.name] = centres[joint.parent] + parent @ np.array(joint.offset)
        numbers = frames[:, place : place + joint.numbers]
        place += joint.numbers
        if joint.numbers == 4:
            parent = parent @ _rotations(path, joint.name, numbers)
        elif joint.numbers == 1:
            parent = parent @ Rotation.from_euler("z", numbers).as_matrix()
        orientations[joint.name] = parent
    positions = np.stack(list(centres.values()), axis=1)
    x_forward = np.stack([positions[..., 0], -positions[..., 2], positions[..., 1]], axis=-1)
    return tuple(centres), x_forward


def _rotations(path: Path, joint: str, quaternions: FloatArray) -> FloatArray:
    norms = np.linalg.norm(quaternions, axis=1)
    wrong = np.abs(norms - 1.0) > _ROUNDING
    if wrong.any():
        frame = int(np.argmax(wrong))
        raise CaptureError(
            f"{path}: frame {frame + 1}, '{joint}': {np.round(quaternions[frame], 4)} is no unit quaternion; "
            "expected w, x, y, z"
        )
    matrices: FloatArray = Rotation.from_quat(quaternions[:, [1, 2, 3, 0]]).as_matrix()
    return matrices


def _load(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_bytes())
    except OSError as error:
        raise CaptureError(
            f"{path}: cannot be read ({error.strerror or error}); expected a DeepMimic motion"
        ) from error
    except (ValueError, RecursionError) as error:
        raise CaptureError(f"{path}: no JSON ({error}); is the file truncated?") from error
    if not isinstance(content, dict) or not isinstance(content.get("Frames"), list):
        raise CaptureError(f"{path}: no list 'Frames'; expected a DeepMimic motion, {{Loop, Frames}}")
    return content


def _frames(path: Path, rows: list[Any]) -> FloatArray:
    """(T, 44) the frames as finite numbers."""
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, list) or len(row) != FRAME_NUMBERS:
            found = f"{len(row)} numbers" if isinstance(row, list) else f"{str(row)[:20]!r}"
            raise CaptureError(
                f"{path}: frame {number}: {found}, expected {FRAME_NUMBERS}, as of DeepMimic's humanoid3d; "
                "other characters cannot be read"
            )
        for place, value in enumerate(row, start=1):
            # Written so that NaN fails too; true and false are numbers in Python.
            if type(value) not in (int, float) or not abs(value) <= _LARGEST:
                raise CaptureError(
                    f"{path}: frame {number}: number {place} is {str(value)[:20]!r}, expected a finite number"
                )
    if len(rows) < 2:
        raise CaptureError(f"{path}: {len(rows)} frames, expected at least 2")
    return np.array(rows, dtype=np.float64)


def _even(
    path: Path, durations: FloatArray, positions: FloatArray
) -> tuple[float, FloatArray, tuple[str, ...]]:
    """Rate, positions at that rate, and what was done for it."""
    usual = float(np.median(durations))
    if durations.min() <= 0.0 or not 1e-4 < usual < 1.0:
        frame = int(np.argmin(durations))
        raise CaptureError(
            f"{path}: frame {frame + 1} lasts {durations[frame]:g} s, most {usual:g} s; expected positive "
            "durations of less than a second"
        )
    rate_hz = whole_rate(1.0 / usual)
    uneven = np.abs(durations - usual) > _UNEVEN * usual
    if not uneven.any():
        return rate_hz, positions, ()
    times = np.concatenate([[0.0], np.cumsum(durations)])
    # Of a cycle the last frame counts, so the step is chosen to hit it.
    count = max(1, round(times[-1] / usual))
    even = CubicSpline(times, positions, axis=0)(np.linspace(0.0, times[-1], count + 1))
    return (
        whole_rate(count / float(times[-1])),
        even,
        (f"{int(uneven.sum())} frames of uneven duration resampled",),
    )
