"""The clip library: recipes that are built on demand, and clips imported from captures, in one folder."""

import hashlib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from biped_control.atomic_write import atomic_write
from biped_control.errors import ClipError
from biped_control.motion.clip import Clip, dynamics_residual
from biped_control.motion.clip_file import FORMAT_VERSION, load_clip, save_clip
from biped_control.motion.clip_recipe import ClipRecipe
from biped_control.motion.ingredients import Ingredients
from biped_control.motion.recipes import build_clip, load_recipes, recipe_content
from biped_control.resources import cache_folder
from biped_control.robot.model import RobotModel

if TYPE_CHECKING:
    from biped_control.motion.spacetime import Progress

PLANNER_VERSION = 1
"""Raise it when the planner makes other clips from the same recipe, so that cached ones are built anew."""

_SUFFIX = ".clip.npz"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


def library_folder() -> Path:
    """$BIPED_LIBRARY, or `library` in the cache folder (~/.cache/biped)."""
    return Path(os.environ.get("BIPED_LIBRARY") or cache_folder() / "library")


@dataclass(frozen=True)
class Entry:
    """A clip of the library.

    Attributes:
        name: unique in the library.
        origin: made from a recipe, or imported from a capture.
        path: its file; that of a recipe names the recipe's content.
        ready: the file is there. Recipes that are not ready are built when they are loaded.
    """

    name: str
    origin: Literal["recipe", "imported"]
    path: Path
    ready: bool


@dataclass(frozen=True)
class Built:
    """A clip and what its making took.

    Attributes:
        clip: the clip.
        robot: the robot it was made for.
        seconds_to_build: when it was built, be it now or earlier; None for files of unknown origin.
        cached: it was there already.
    """

    clip: Clip
    robot: RobotModel
    seconds_to_build: float | None
    cached: bool

    @cached_property
    def residual(self) -> float:
        """Largest violation of the dynamics [N, N m]."""
        return dynamics_residual(self.robot, self.clip)

    def summary(self) -> dict[str, object]:
        """The documented JSON keys, and a few more."""
        return {
            "name": self.clip.name,
            "frames": self.clip.steps,
            "residual": self.residual,
            "seconds_to_build": self.seconds_to_build,
            "rate_hz": self.clip.rate_hz,
            "speed_mps": self.clip.speed_mps,
            "cyclic": self.clip.cyclic,
            "source": self.clip.source,
            "cached": self.cached,
        }


class ClipLibrary:
    """All clips of one robot at one control rate."""

    def __init__(
        self,
        robot: RobotModel,
        rate_hz: float,
        folder: Path | None = None,
        recipes: Mapping[str, ClipRecipe] | None = None,
    ) -> None:
        """Opens a library; nothing is built yet.

        Args:
            robot: clips are made for it, others are refused.
            rate_hz: control rate.
            folder: where clips are kept; `library_folder()` by default.
            recipes: by clip name; those that ship with the library by default.

        Raises:
            ConfigurationError: the recipes that ship with the library are broken.
        """
        self.robot, self.rate_hz = robot, rate_hz
        self.folder = folder or library_folder()
        self.recipes = dict(load_recipes() if recipes is None else recipes)

    def entries(self) -> list[Entry]:
        """Recipes first, then imported clips, each in the order of their names."""
        made = [self._recipe_entry(name) for name in sorted(self.recipes)]
        files = sorted(self.folder.glob(f"*{_SUFFIX}")) if self.folder.is_dir() else []
        names = ((path.name.removesuffix(_SUFFIX), path) for path in files)
        return made + [Entry(name, "imported", path, True) for name, path in names if _NAME.fullmatch(name)]

    def entry(self, name: str) -> Entry:
        """What is known of a clip without loading it.

        Raises:
            ClipError: there is none of that name; the message lists all names.
        """
        entries = {entry.name: entry for entry in self.entries()}
        if name not in entries:
            raise ClipError(
                f"no clip '{name}' in {self.folder}; there are {', '.join(entries) or 'none'}. "
                "Import one with `biped motion import FILE`"
            )
        return entries[name]

    def load(self, name: str, progress: "Progress | None" = None) -> Clip:
        """A clip by name; a recipe that is not built yet is built.

        Raises:
            ClipError: no clip of that name (the message lists all names), or its file is broken or for
                another robot.
            MotionError: its recipe cannot be built.
        """
        return self.build(name, progress=progress).clip

    def build(self, name: str, again: bool = False, progress: "Progress | None" = None) -> Built:
        """As `load`, with numbers. `again` builds a recipe even when its clip is there."""
        entry = self.entry(name)
        if entry.origin == "imported":
            return self.read(entry)
        if entry.ready and not again:
            try:
                return self.read(entry)
            except ClipError:
                pass  # a damaged cache file is no reason to stop: build it again
        started = perf_counter()
        ingredients = Ingredients(self.robot, self.rate_hz, {})
        clip = build_clip(ingredients, name, self.recipes[name], progress)
        seconds = round(perf_counter() - started, 3)
        self._write(clip, entry.path, seconds)
        return Built(clip, self.robot, seconds, cached=False)

    def add(self, clip: Clip, seconds_to_build: float) -> Path:
        """Keeps an imported clip under its name; one of the same name is replaced.

        Returns:
            The file.

        Raises:
            ClipError: the name is not usable as a file name or belongs to a recipe, or the clip is for
                another robot or rate.
        """
        self.require_importable(clip.name)
        self._check(clip)
        path = self.folder / f"{clip.name}{_SUFFIX}"
        self._write(clip, path, seconds_to_build)
        return path

    def hubs(self, entry: Entry) -> tuple[str, str]:
        """Names of the clips that a clip starts from and ends in, known before it is built.

        Raises:
            ClipError: its file is broken.
        """
        if entry.origin == "recipe":
            return self.recipes[entry.name].hubs() or (entry.name, entry.name)
        clip = load_clip(entry.path)
        return clip.start_hub, clip.end_hub

    def read(self, entry: Entry) -> Built:
        """A clip that is ready.

        Raises:
            ClipError: its file is broken, or for another robot or rate.
        """
        clip = load_clip(entry.path, self.robot)
        self._check(clip)
        try:
            seconds = float(json.loads(_record(entry.path).read_text(encoding="utf-8"))["seconds_to_build"])
        except (OSError, ValueError, KeyError, TypeError):
            seconds = None
        return Built(clip, self.robot, seconds, cached=True)

    def require_importable(self, name: str) -> None:
        """Raises ClipError unless an imported clip may be called `name`."""
        if not _NAME.fullmatch(name):
            raise ClipError(f"clip name '{name}': expected letters, digits, '-' and '_' only")
        if name in self.recipes:
            raise ClipError(f"clip name '{name}' belongs to a recipe; import the clip under another name")

    def _recipe_entry(self, name: str) -> Entry:
        content = "\n".join(
            [
                name,
                recipe_content(self.recipes[name], self.rate_hz),
                self.robot.fingerprint,
                f"{FORMAT_VERSION}.{PLANNER_VERSION}",
            ]
        )
        digest = hashlib.sha256(content.encode()).hexdigest()[:16]
        path = self.folder / f"{name}.{digest}{_SUFFIX}"
        return Entry(name, "recipe", path, path.is_file())

    def _check(self, clip: Clip) -> None:
        clip.require_robot(self.robot)
        if clip.rate_hz != self.rate_hz:
            raise ClipError(
                f"clip '{clip.name}' runs at {clip.rate_hz:g} Hz, the control loop at {self.rate_hz:g} Hz; "
                "import it again at that rate"
            )

    def _write(self, clip: Clip, path: Path, seconds: float) -> None:
        try:
            save_clip(clip, path)
            record = _record(path)
            with atomic_write(record) as temporary:
                temporary.write_text(json.dumps({"seconds_to_build": seconds}), encoding="utf-8")
        except OSError as error:
            raise ClipError(
                f"{path}: cannot be written ({error}); set BIPED_LIBRARY to a folder that can"
            ) from error


def _record(path: Path) -> Path:
    """File beside a clip that keeps what its making took."""
    return path.with_name(path.name.removesuffix(_SUFFIX) + ".json")
