"""What the quadratic regulators need of a clip at run time, computed once and kept on disk."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from biped_control.atomic_write import atomic_write
from biped_control.errors import PolicyError
from biped_control.motion.clip import Clip
from biped_control.motion.clip_file import UNREADABLE
from biped_control.policies.discrete_map import DiscreteMap, stacked_controls
from biped_control.policies.mapped_archive import MappedArchive, map_archive, write_archive
from biped_control.policies.riccati import CostToGo, Sweep, cyclic_sweep, sweep
from biped_control.policies.weights import LookAheadWeights
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

FORMAT_VERSION = 2
"""Raise it when the file changes, or the numbers that a clip and its weights lead to."""

_ARRAYS = (
    "velocity_rows",
    "velocity_linear",
    "gains",
    "offsets",
    "controls",
    "start_quadratic",
    "start_linear",
)


@dataclass(frozen=True)
class GainTable:
    """Riccati results of one clip of T steps.

    Attributes:
        clip: name of the clip.
        key: hash of everything the numbers depend on.
        velocity_rows: (T, nv, 2 nv) the velocity rows of S_{k+1}; the controls act on nothing else.
        velocity_linear: (T, nv) the same of s_{k+1}.
        gains: (T, nu + 12, 2 nv) gains of the linear policy.
        offsets: (T, nu + 12) its offsets.
        controls: (T, nu + 12) reference controls, forces in the clip frame.
        start_quadratic, start_linear: S_0 and s_0, the terminal cost of clips that lead into this one.
        file: where the arrays lie, unless they are in memory.
    """

    clip: str
    key: str
    velocity_rows: FloatArray
    velocity_linear: FloatArray
    gains: FloatArray
    offsets: FloatArray
    controls: FloatArray
    start_quadratic: FloatArray
    start_linear: FloatArray
    file: MappedArchive | None = None

    def release(self) -> None:
        """Gives back memory that the next look at the arrays can fill from the file again."""
        if self.file is not None:
            self.file.release()

    @property
    def start(self) -> CostToGo:
        """Cost to go of the clip's first state."""
        return CostToGo(self.start_quadratic, self.start_linear)


def build_gain_table(
    robot: RobotModel, clip: Clip, weights: LookAheadWeights, cycles: int, successor: CostToGo | None = None
) -> GainTable:
    """Linearizes a clip and runs the Riccati sweep.

    Args:
        robot: the robot of the clip.
        clip: the motion.
        weights: Table 2.
        cycles: look-ahead of a cyclic clip, in cycles (section 5.2: at least two).
        successor: cost to go of the hub that the clip ends in, in the hub's own frame; needed unless the clip
            is cyclic.

    Raises:
        ClipError: the clip was made for another robot.
        PolicyError: the clip is not cyclic and has no successor, or there are no finite gains.
    """
    clip.require_robot(robot)
    swept = _swept(robot, clip, weights, cycles, successor)
    return _table(clip, swept, _key(clip, weights, cycles, successor), robot.nv)


def load_or_build(
    robot: RobotModel,
    clip: Clip,
    weights: LookAheadWeights,
    cycles: int,
    folder: Path,
    successor: CostToGo | None = None,
    announce: Callable[[str, str], None] | None = None,
) -> GainTable:
    """The table of a clip from `folder`, built and kept there if it is missing or for other numbers.

    Args:
        robot, clip, weights, cycles, successor: see `build_gain_table`.
        folder: where it is kept.
        announce: hears what is going on when it is built, and how far that is.

    Raises:
        ClipError, PolicyError: see `build_gain_table`.
        OSError: the folder cannot be written to.
    """
    key = _key(clip, weights, cycles, successor)
    path = folder / f"{clip.name}.gains.npz"
    try:
        table = load_gain_table(path)
        if table.key == key:
            return table
    except PolicyError:
        pass  # a damaged or old cache file is worth nothing: build it again
    if announce is not None:
        announce("computing gains", f"clip '{clip.name}'")
    save_gain_table(build_gain_table(robot, clip, weights, cycles, successor), path)
    return load_gain_table(path)  # mapped, so that the gains of a whole library need no memory


def save_gain_table(table: GainTable, path: Path) -> None:
    """Writes a table; an existing file is replaced only once the new one is complete."""
    path.parent.mkdir(parents=True, exist_ok=True)
    header = json.dumps({"format": FORMAT_VERSION, "clip": table.clip, "key": table.key})
    arrays = {name: getattr(table, name) for name in _ARRAYS}
    with atomic_write(path) as unfinished:
        write_archive(unfinished, {"header": np.array(header), **arrays})


def load_gain_table(path: Path) -> GainTable:
    """Opens a table; its arrays stay on disk until they are used.

    Raises:
        PolicyError: missing, truncated or of another version.
    """
    try:
        file = map_archive(path)
        header = json.loads(str(file.arrays["header"]))
        if header["format"] != FORMAT_VERSION:
            raise PolicyError(
                f"{path}: gain table format {header['format']}, this version reads {FORMAT_VERSION}"
            )
        arrays = {name: file.arrays[name] for name in _ARRAYS}
        return GainTable(header["clip"], header["key"], **arrays, file=file)
    except UNREADABLE as error:
        raise PolicyError(f"{path}: not a readable gain table ({error})") from error


def _swept(
    robot: RobotModel, clip: Clip, weights: LookAheadWeights, cycles: int, successor: CostToGo | None
) -> Sweep:
    linear = DiscreteMap(robot, clip.dt).linearize(clip)
    if clip.cyclic:
        return cyclic_sweep(linear, weights, clip.advance, cycles)
    if successor is None:
        raise PolicyError(f"clip '{clip.name}' is not cyclic: its gains need those of '{clip.end_hub}' first")
    return sweep(linear, weights, successor.seen_from(clip.advance))


def _table(clip: Clip, swept: Sweep, key: str, nv: int) -> GainTable:
    return GainTable(
        clip=clip.name,
        key=key,
        velocity_rows=np.ascontiguousarray(swept.quadratic[1:, nv:]),
        velocity_linear=np.ascontiguousarray(swept.linear[1:, nv:]),
        gains=swept.gains,
        offsets=swept.offsets,
        controls=stacked_controls(clip),
        start_quadratic=swept.quadratic[0],
        start_linear=swept.linear[0],
    )


def _key(clip: Clip, weights: LookAheadWeights, cycles: int, successor: CostToGo | None) -> str:
    digest = hashlib.sha256(f"{FORMAT_VERSION} {clip.robot} {clip.rate_hz} {clip.advance} {cycles}".encode())
    arrays = [
        clip.positions,
        clip.torques,
        clip.forces,
        clip.contacts,
        weights.state,
        weights.deviation,
        weights.magnitude,
    ]
    if not clip.cyclic and successor is not None:
        arrays += [successor.quadratic, successor.linear]
    for array in arrays:
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:16]
