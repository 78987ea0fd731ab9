"""Acclaim captures: skeleton (ASF) and motion (AMC) together, as in the CMU database."""

import logging
import re
from pathlib import Path

import numpy as np
from scipy.spatial.transform import Rotation

from biped_control.errors import CaptureError
from biped_control.motion.captures.capture import Capture
from biped_control.motion.readers.amc import read_amc
from biped_control.motion.readers.asf import ROOT, Skeleton, read_asf
from biped_control.motion.readers.axes import z_up_from_y_up
from biped_control.robot.state import FloatArray

# AMC files do not say their rate; CMU's are almost all of 120 Hz.
AMC_RATE_HZ = 120.0
_TRIAL = re.compile(r"(?P<subject>\d+)_\d+", re.ASCII)
_NUMBER = re.compile(r"\d+", re.ASCII)

_log = logging.getLogger(__name__)


def read_asf_amc(path: Path, asf: Path | None = None, rate_hz: float = AMC_RATE_HZ) -> Capture:
    """Reads a motion with its skeleton.

    The joint of each bone carries the bone's name; the far end of a bone without children is `<bone>_end`.

    Args:
        path: AMC file.
        asf: ASF file; by default the one beside `path` with the same name or the part before its last
            underscore (02_01.amc -> 02.asf).
        rate_hz: frames per second.

    Raises:
        CaptureError: a file is missing, broken, or does not belong to the other.
    """
    skeleton = read_asf(asf or find_asf(path))
    if doubt := doubt_of_names(path, skeleton.path):
        _log.warning("biped: %s", doubt)
    channels = read_amc(path, skeleton)
    joints, positions = joint_centres(skeleton, channels)
    return Capture(path, rate_hz, joints, z_up_from_y_up(positions), unit=skeleton.metres)


def doubt_of_names(motion: Path, skeleton: Path) -> str:
    """Why a skeleton seems to be another person's; empty where the names do not say.

    Nothing else could: a motion holds angles and no lengths, and two skeletons with the same bones take each
    other's motions. Only names as in the CMU collection, SUBJECT_TRIAL.amc and SUBJECT.asf, tell them apart.
    """
    trial = _TRIAL.fullmatch(motion.stem)
    if trial is None or not _NUMBER.fullmatch(skeleton.stem) or int(skeleton.stem) == int(trial["subject"]):
        return ""
    return (
        f"{motion}: a motion of subject {trial['subject']} by its name, but {skeleton.name} is the skeleton "
        f"of subject {skeleton.stem}; if that is another person, legs and steps come out wrong in length"
    )


def find_asf(path: Path) -> Path:
    """The skeleton that belongs to an AMC file by its name.

    Raises:
        CaptureError: there is none; the message lists the skeletons that are there.
    """
    names = list(dict.fromkeys([path.stem, path.stem.rpartition("_")[0] or path.stem]))
    if not path.is_file():
        raise CaptureError(f"{path}: no such file; expected an Acclaim motion (.amc)")
    for name in names:
        for suffix in (".asf", ".ASF"):
            if (candidate := path.with_name(name + suffix)).is_file():
                return candidate
    there = sorted(other.name for other in path.parent.iterdir() if other.suffix.lower() == ".asf")
    wanted = " or ".join(f"{name}.asf" for name in names)
    raise CaptureError(
        f"{path}: no skeleton {wanted} beside it (there: {', '.join(there) or 'none'}); "
        "give the right one with --asf"
    )


def joint_centres(skeleton: Skeleton, channels: dict[str, FloatArray]) -> tuple[tuple[str, ...], FloatArray]:
    """Forward kinematics.

    Args:
        skeleton: bones.
        channels: what `read_amc` returns.

    Returns:
        Names (n,) and positions (T, n, 3) of all joints and limb ends, in file axes [m].
    """
    root = channels[ROOT]
    column = {channel: root[:, i] for i, channel in enumerate(skeleton.root_channels)}
    origin = (
        np.stack([column["tx"], column["ty"], column["tz"]], axis=1) * skeleton.metres
        + skeleton.root_position
    )
    angles = np.stack([column["r" + axis] for axis in skeleton.root_sequence], axis=1)
    turn = Rotation.from_euler(skeleton.root_sequence, angles, degrees=skeleton.degrees).as_matrix()
    orientations = {ROOT: turn @ skeleton.root_axes}
    ends = {ROOT: origin}
    centres = {ROOT: origin}
    for parent, children in skeleton.children.items():
        for name in children:
            bone = skeleton.bones[name]
            orientation = orientations[parent]
            if bone.channels:
                sequence = "".join(channel[1] for channel in bone.channels)
                local = Rotation.from_euler(sequence, channels[name], degrees=skeleton.degrees).as_matrix()
                orientation = orientation @ bone.axes @ local.reshape(-1, 3, 3) @ bone.axes.T
            orientations[name] = orientation
            centres[name] = ends[parent]
            ends[name] = ends[parent] + orientation @ bone.offset
            if not skeleton.children.get(name):
                centres[f"{name}_end"] = ends[name]
    return tuple(centres), np.stack(list(centres.values()), axis=1)
