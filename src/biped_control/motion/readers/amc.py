"""Acclaim motion files (AMC): for each frame one line of channels a bone, in the skeleton's order."""

from pathlib import Path

import numpy as np

from biped_control.errors import CaptureError
from biped_control.motion.readers.asf import ROOT, Skeleton
from biped_control.motion.readers.numbered_lines import Line, read_lines
from biped_control.robot.state import FloatArray

_KEYWORDS = (":fully-specified", ":degrees", ":radians")


def read_amc(path: Path, skeleton: Skeleton) -> dict[str, FloatArray]:
    """Reads the channels of a motion.

    Returns:
        Bone name (and "root") -> (T, its channels), as written in the file: root translation in file units,
        angles in degrees or radians as the skeleton says.

    Raises:
        CaptureError: unreadable, truncated, a channel that is no finite number, or a motion of another
            skeleton; the message names line, frame and bone.
    """
    lines = read_lines(path, comment="#")
    start = next((i for i, line in enumerate(lines) if not line.words[0].startswith(":")), len(lines))
    _check_keywords(lines[:start], skeleton)
    if start == len(lines) or lines[start].words != ("1",):
        line = lines[min(start, len(lines) - 1)]
        raise line.error(
            f"found '{' '.join(line.words)[:40]}', expected frame number 1 of an Acclaim motion (.amc)"
        )
    counts = {ROOT: 6, **{bone.name: len(bone.channels) for bone in skeleton.bones.values() if bone.channels}}
    frames: list[dict[str, FloatArray]] = []
    for line in lines[start:]:
        if len(line.words) == 1 and line.words[0].isdecimal():
            if frames:
                _check_complete(line, frames, counts, skeleton)
            if int(line.words[0][:18]) != len(frames) + 1:
                raise line.error(f"frame {line.words[0]}, expected frame {len(frames) + 1}")
            frames.append({})
            continue
        bone, frame = line.words[0], frames[-1]
        what = f"frame {len(frames)}, bone '{bone}'"
        if bone not in counts:
            raise line.error(
                f"{what}: the skeleton {skeleton.path} has no such bone with channels; "
                "is it the skeleton of this motion?"
            )
        if bone in frame:
            raise line.error(f"{what}: appears twice in the frame")
        try:
            frame[bone] = line.numbers(what, counts[bone])
        except CaptureError as error:
            if len(line.words) - 1 == counts[bone]:
                raise
            raise CaptureError(
                f"{error}; does the skeleton {skeleton.path} belong to this motion?"
            ) from error
    _check_complete(lines[-1], frames, counts, skeleton)
    return {bone: np.array([frame[bone] for frame in frames]) for bone in counts}


def _check_keywords(lines: list[Line], skeleton: Skeleton) -> None:
    for line in lines:
        word = line.words[0].lower()
        if word not in _KEYWORDS:
            raise line.error(f"keyword {line.words[0]}, expected one of {', '.join(_KEYWORDS)}")
        if word != ":fully-specified" and (word == ":degrees") != skeleton.degrees:
            unit = "degrees" if skeleton.degrees else "radians"
            raise line.error(f"{line.words[0]}, but the skeleton {skeleton.path} is in {unit}")


def _check_complete(
    line: Line, frames: list[dict[str, FloatArray]], counts: dict[str, int], skeleton: Skeleton
) -> None:
    if missing := [bone for bone in counts if bone not in frames[-1]]:
        raise line.error(
            f"frame {len(frames)} ends without bones {missing}; the file is truncated, "
            f"or {skeleton.path} is not its skeleton"
        )
