"""Times of everything before the walk: from recipes to clips, and from a clip to its policy."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.library.build import BuildReport, BuildRequest, build_library
from biped_control.analysis.parallel.ordered_tasks import Watch
from biped_control.analysis.timing import Stopwatch
from biped_control.errors import ClipError
from biped_control.motion.library.clip_library import ClipLibrary
from biped_control.motion.library.recipe_book import RecipeBook
from biped_control.policies.discrete_map import DiscreteMap
from biped_control.policies.gain_table import build_gain_table
from biped_control.policies.library_gains import gain_tables
from biped_control.policies.riccati import cyclic_sweep

PUBLISHED = "a few hours for each clip (Muico et al. 2009, section 3.2)"
"""What the paper's authors needed from a kinematic sequence to a clip."""


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


def measure_planning(parts: WalkParts, recipe: str, rounds: int, what: str = "recipe") -> Stopwatch:
    """Spacetime optimization of a recipe of the library, and the whole way from the recipe to its gain table.

    What the recipe needs is built before. Rows are called `WHAT to clip` and `WHAT to policy`.

    Raises:
        ClipError: there is no such recipe.
        MotionError: it cannot be built.
    """
    watch = Stopwatch()
    with _library_of_its_own() as folder:
        library = ClipLibrary(parts.robot, parts.settings.rate_hz, folder)
        if recipe not in library.recipes:
            raise ClipError(f"no recipe '{recipe}'; there are {', '.join(sorted(library.recipes))}")
        needed = {name: library.build(name).clip for name in library.recipes[recipe].needs()}
        gain_tables(parts.robot, needed, parts.look_ahead, parts.settings)
        for _ in range(rounds):
            with watch.measure(f"{what} to policy"):
                with watch.measure(f"{what} to clip"):
                    clip = library.build(recipe, again=True).clip
                (folder / f"{recipe}.gains.npz").unlink(missing_ok=True)
                gain_tables(parts.robot, needed | {recipe: clip}, parts.look_ahead, parts.settings)
    return watch


def measure_library_building(parts: WalkParts, watch: Watch) -> BuildReport:
    """All recipes and their gains, several at a time, from nothing."""
    with _library_of_its_own():
        names = tuple(RecipeBook.load())
        return build_library(BuildRequest(names), parts.settings, watch)


def sharpest_turn() -> str | None:
    """Name of the recipe that turns the most; None when none turns."""
    turns = {name: abs(getattr(recipe, "turn_deg", 0.0)) for name, recipe in RecipeBook.load().items()}
    name = max(turns, key=lambda name: turns[name])
    return name if turns[name] > 0.0 else None


@contextmanager
def _library_of_its_own() -> Iterator[Path]:
    """An empty library while the block runs, also for the processes that it starts."""
    before = os.environ.get("BIPED_LIBRARY")
    with TemporaryDirectory(prefix="biped-bench-") as folder:
        os.environ["BIPED_LIBRARY"] = folder
        try:
            yield Path(folder)
        finally:
            if before is None:
                del os.environ["BIPED_LIBRARY"]
            else:
                os.environ["BIPED_LIBRARY"] = before
