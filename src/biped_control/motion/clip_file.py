"""Clips on disk: a compressed NumPy archive with a version and the robot's fingerprint, nothing pickled."""

import json
import zipfile
import zlib
from pathlib import Path

import numpy as np

from biped_control.atomic_write import atomic_write
from biped_control.errors import ClipError
from biped_control.motion.clip import Clip
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement

FORMAT_VERSION = 2
# What NumPy and zlib raise on files that are cut or have changed bytes.
UNREADABLE = (
    OSError,
    ValueError,
    KeyError,
    TypeError,
    IndexError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    zipfile.BadZipFile,
    zlib.error,
)
CAPTURE_SUFFIXES = (".amc", ".asf", ".bvh", ".c3d", ".json", ".txt")
"""How files with captured motion, which clips are made from, usually end."""
_ARRAYS = ("positions", "torques", "forces", "contacts")


def save_clip(clip: Clip, path: Path) -> None:
    """Writes a clip; an existing file is replaced only once the new one is complete."""
    path.parent.mkdir(parents=True, exist_ok=True)
    header = {
        "format": FORMAT_VERSION,
        "name": clip.name,
        "rate_hz": clip.rate_hz,
        "advance": [clip.advance.x, clip.advance.y, clip.advance.yaw],
        "cyclic": clip.cyclic,
        "start_hub": clip.start_hub,
        "end_hub": clip.end_hub,
        "robot": clip.robot,
        "source": clip.source,
    }
    arrays = {name: getattr(clip, name) for name in _ARRAYS}
    with atomic_write(path) as unfinished, unfinished.open("wb") as file:
        np.savez_compressed(file, header=np.array(json.dumps(header)), **arrays)


def load_clip(path: Path, robot: RobotModel | None = None) -> Clip:
    """Reads a clip; with `robot` given, one made for another robot is refused.

    Raises:
        ClipError: missing, truncated, not a clip, of another version or for another robot.
    """
    try:
        with np.load(path, allow_pickle=False) as archive:
            header = json.loads(str(archive["header"]))
            if header["format"] != FORMAT_VERSION:
                raise ClipError(
                    f"{path}: clip format {header['format']}, this version reads {FORMAT_VERSION}; "
                    "build the clip again"
                )
            clip = Clip(
                name=header["name"],
                rate_hz=float(header["rate_hz"]),
                positions=archive["positions"],
                torques=archive["torques"],
                forces=archive["forces"],
                contacts=archive["contacts"],
                advance=_placement(header["advance"]),
                cyclic=bool(header["cyclic"]),
                start_hub=header["start_hub"],
                end_hub=header["end_hub"],
                robot=header["robot"],
                source=header["source"],
            )
    except FileNotFoundError as error:
        raise ClipError(f"{path}: no such clip file; `biped library list` shows what there is") from error
    except UNREADABLE as error:
        if path.suffix.lower() in CAPTURE_SUFFIXES:
            raise ClipError(
                f"{path}: that is a capture and no clip; `biped motion import {path}` makes a clip from it"
            ) from error
        reason = what_is_wrong(path, error)
        raise ClipError(
            f"{path}: not a readable clip file ({reason}); build or import the clip again"
        ) from error
    if robot is not None:
        clip.require_robot(robot)
    return clip


def what_is_wrong(path: Path, error: Exception) -> str:
    """Why an archive of NumPy cannot be read, in words, for one of the errors in `UNREADABLE`."""
    if isinstance(error, OSError) or zipfile.is_zipfile(path):
        return " ".join(str(error).split())
    return "it is no archive of NumPy, or it is cut off"  # NumPy takes all else for a pickle, and says so


def _placement(numbers: object) -> Placement:
    if not isinstance(numbers, list) or len(numbers) != 3:
        raise ValueError(f"advance is {numbers!r}, expected x, y, yaw")
    x, y, yaw = (float(number) for number in numbers)
    return Placement(x, y, yaw)
