"""Gains of several clips, kept in the library's folder between runs."""

from collections.abc import Callable, Mapping

from biped_control.errors import PolicyError
from biped_control.motion.clip import Clip
from biped_control.motion.library.clip_folder import library_folder, not_writable
from biped_control.policies.gain_table import GainTable, build_gain_table, load_or_build
from biped_control.policies.weights import LookAheadWeights
from biped_control.robot.model import RobotModel
from biped_control.settings import ControlSettings


def gain_tables(
    robot: RobotModel,
    clips: Mapping[str, Clip],
    weights: LookAheadWeights,
    settings: ControlSettings,
    announce: Callable[[str, str], None] | None = None,
) -> dict[str, GainTable]:
    """Gains of clips whose end hubs are among them, by name.

    Args:
        robot: the robot of the clips.
        clips: by name.
        weights: of the regulator.
        settings: of the control loop.
        announce: see `load_or_build`.

    Raises:
        PolicyError: a clip has no finite gains, or the folder cannot be written to.
    """
    folder, cycles = library_folder(), settings.horizon_cycles
    if settings.adjust_steps:
        folder = folder / "adjusting"  # both kinds are kept: runs of both may go on at once
    tables: dict[str, GainTable] = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, clip in _hubs_first(clips):
            successor = None if clip.cyclic else tables[clip.end_hub].start
            tables[name] = load_or_build(robot, clip, weights, cycles, folder, successor, announce)
    except OSError as error:
        raise PolicyError(not_writable(folder, error)) from error
    return tables


def gains_in_memory(
    robot: RobotModel, clips: Mapping[str, Clip], weights: LookAheadWeights, cycles: int
) -> dict[str, GainTable]:
    """As `gain_tables`, but not kept: the library holds one table a clip, and other processes use it.

    Args:
        robot, clips, weights: see `gain_tables`.
        cycles: of the Riccati sweep of a cyclic clip.

    Raises:
        PolicyError: a clip has no finite gains.
    """
    tables: dict[str, GainTable] = {}
    for name, clip in _hubs_first(clips):
        successor = None if clip.cyclic else tables[clip.end_hub].start
        tables[name] = build_gain_table(robot, clip, weights, cycles, successor)
    return tables


def _hubs_first(clips: Mapping[str, Clip]) -> list[tuple[str, Clip]]:
    """A clip needs the cost to go of its end hub."""
    return sorted(clips.items(), key=lambda item: not item[1].cyclic)
