"""Times of everything before the walk: from a recipe to a clip, and from a clip to its policy."""

from pathlib import Path
from tempfile import TemporaryDirectory

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.timing import Stopwatch
from biped_control.motion.library import ClipLibrary
from biped_control.policies.discrete_map import DiscreteMap
from biped_control.policies.gain_table import build_gain_table
from biped_control.policies.riccati import cyclic_sweep


def measure_policy_building(parts: WalkParts, rounds: int) -> Stopwatch:
    """Linearization, Riccati sweep, and the whole way from the clip to its gain table."""
    watch = Stopwatch()
    clip, cycles = parts.clips[parts.first], parts.settings.horizon_cycles
    discrete_map = DiscreteMap(parts.robot, clip.dt)
    for _ in range(rounds):
        with watch.measure("linearization"):
            linear = discrete_map.linearize(clip)
        with watch.measure("Riccati sweep"):
            cyclic_sweep(linear, parts.look_ahead, clip.advance, cycles)
        with watch.measure("clip to policy"):
            build_gain_table(parts.robot, clip, parts.look_ahead, cycles)
    return watch


def measure_planning(parts: WalkParts, recipe: str, rounds: int) -> Stopwatch:
    """Spacetime optimization of a recipe of the library, and the whole way from the recipe to its gain table.

    Raises:
        ClipError: there is no such recipe.
    """
    watch = Stopwatch()
    with TemporaryDirectory(prefix="biped-bench-") as folder:
        library = ClipLibrary(parts.robot, parts.settings.rate_hz, Path(folder))
        for _ in range(rounds):
            with watch.measure("recipe to policy"):
                with watch.measure("recipe to clip"):
                    clip = library.build(recipe, again=True).clip
                build_gain_table(parts.robot, clip, parts.look_ahead, parts.settings.horizon_cycles)
    return watch
