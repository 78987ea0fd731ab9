"""Finds the clip that a node is told to use, and its gains."""

import os
from pathlib import Path

from biped_control.errors import ClipError
from biped_control.motion.clip import Clip
from biped_control.motion.clip_file import load_clip
from biped_control.policies.gain_table import GainTable, load_or_build
from biped_control.policies.weights import LookAheadWeights
from biped_control.robot.model import RobotModel
from biped_control.settings import load_settings


def named_clip(name: str, robot: RobotModel, rate_hz: float) -> Clip:
    """The clip called `name` in the library, or the clip in the file of that name.

    Raises:
        ClipError: there is none, it was made for another robot, or it has another rate than `rate_hz`.
    """
    clip = load_clip(Path(name), robot)
    if clip.rate_hz != rate_hz:
        raise ClipError(
            f"clip '{clip.name}' has {clip.rate_hz:g} Hz, the loop {rate_hz:g} Hz; set rate:={clip.rate_hz:g}"
        )
    return clip


def gain_tables(robot: RobotModel, clip: Clip, weights: LookAheadWeights) -> dict[str, GainTable]:
    """Gains by clip, kept on disk between runs."""
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "biped" / "gains"
    return {clip.name: load_or_build(robot, clip, weights, load_settings().horizon_cycles, folder)}
