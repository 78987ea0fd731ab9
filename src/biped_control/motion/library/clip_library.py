"""The clip library: recipes that are built on demand, and clips imported from captures, in one folder."""

import hashlib
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from biped_control.did_you_mean import did_you_mean
from biped_control.errors import BipedError, ClipError, MotionError
from biped_control.motion.clip import NAME, Clip
from biped_control.motion.clip_checks import check_clip
from biped_control.motion.clip_file import FORMAT_VERSION, load_clip
from biped_control.motion.clip_recipe import ClipRecipe
from biped_control.motion.ingredients import Ingredients
from biped_control.motion.library.built_clip import Built
from biped_control.motion.library.clip_folder import BuildRecord, ClipFolder, library_folder
from biped_control.motion.library.recipe_book import RecipeBook
from biped_control.motion.library.recipes import build_clip, recipe_content
from biped_control.robot.model import RobotModel

if TYPE_CHECKING:
    from biped_control.motion.spacetime import Progress

PLANNER_VERSION = 2
"""Raise it when the planner makes other clips from the same recipe, so that cached ones are built anew."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Entry:
    """A clip of the library.

    Attributes:
        name: unique in the library.
        origin: made from a recipe, or imported from a capture.
        path: its file; that of a recipe names the recipe's content, and everything else that it depends on.
        digest: of that content.
        ready: the file is there. Recipes that are not ready are built when they are loaded.
        stale: the last file that was made from a recipe of this name, when it is not ready.
        problem: why it cannot be built, as far as that is known; else empty.
    """

    name: str
    origin: Literal["recipe", "imported"]
    path: Path
    digest: str
    ready: bool
    stale: Path | None = None
    problem: str = ""

    @property
    def usable(self) -> Path:
        """The file to read, if there is one."""
        return self.path if self.ready or self.stale is None else self.stale


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
            recipes: by clip name; those that ship with the library and those of $BIPED_RECIPES by default.

        Raises:
            ConfigurationError: the recipes are broken.
        """
        self.robot, self.rate_hz = robot, rate_hz
        self.folder = folder or library_folder()
        if recipes is None:
            recipes = RecipeBook.load()
        self.recipes = recipes if isinstance(recipes, RecipeBook) else RecipeBook(recipes)
        self._files = ClipFolder(self.folder)
        self._digests: dict[str, str] = {}

    def entries(self) -> list[Entry]:
        """Recipes first, then imported clips, each in the order of their names."""
        imported = [name for name in self._files.imported() if name not in self.recipes]
        return [self.entry(name) for name in [*sorted(self.recipes), *imported]]

    def entry(self, name: str) -> Entry:
        """What is known of a clip without loading it.

        Raises:
            ClipError: there is none of that name; the message lists all names.
        """
        if name in self.recipes:
            return self._recipe_entry(name)
        imported = self._files.imported()
        if name not in imported:
            known = [*sorted(self.recipes), *imported]
            raise ClipError(
                f"no clip '{name}' in {self.folder}{did_you_mean(name, known)}; "
                f"there are {', '.join(known) or 'none'}. "
                "Import one with `biped motion import FILE`"
            )
        return Entry(name, "imported", imported[name], self._digest(name), True)

    def load(self, name: str, progress: "Progress | None" = None) -> Clip:
        """A clip by name; a recipe that is not built yet is built.

        When that fails, or has failed before, the last clip that was made from a recipe of this name serves
        as long as everything that it was made from is still in use; a warning says so.

        Raises:
            ClipError: no clip of that name (the message lists all names), or its file is broken or for
                another robot.
            MotionError: its recipe cannot be built.
        """
        entry = self.entry(name)
        if entry.problem and not entry.ready:
            return self._last_good(entry, f"{entry.problem} (`biped library build {name}` tries again)")
        try:
            return self._build(name, judge=False, progress=progress).clip
        except MotionError as error:
            return self._last_good(entry, str(error))

    def build(self, name: str, again: bool = False, progress: "Progress | None" = None) -> Built:
        """As `load`, with numbers, without a way out, and never from a clip of a recipe that breaks a rule.

        Args:
            name: of the clip.
            again: build a recipe even when a good clip of it is there.
            progress: hears of the iterations.

        Raises:
            ClipError, MotionError: as `load`.
        """
        return self._build(name, True, again, progress)

    def add(self, clip: Clip, seconds_to_build: float) -> Path:
        """Keeps an imported clip under its name; one of the same name is replaced.

        Returns:
            The file.

        Raises:
            ClipError: the name is not usable as a file name or belongs to a recipe, or the clip is for
                another robot or rate.
            MotionError: the clip breaks a rule, or its hubs are not there.
        """
        self.require_importable(clip.name)
        self._check(clip)
        check_clip(self.robot, clip, self._hubs_of(clip)).require(clip.name)
        path = self._files.of_import(clip.name)
        record = BuildRecord(seconds_to_build, self.robot.fingerprint, self.rate_hz)
        self._files.keep(clip, path, record)
        self._digests.clear()
        return path

    def has_imported(self, name: str) -> bool:
        """Whether there is an imported clip of that name."""
        return name in self._files.imported()

    def users(self, name: str) -> list[str]:
        """Names of the other clips that start from or end in a clip, or are made from it, sorted."""
        found = {other for other, recipe in self.recipes.items() if name in recipe.needs()}
        for other in self._files.imported():
            if other not in self.recipes:
                with suppress(ClipError):  # which hubs a broken file had, nobody knows
                    found |= {other} if name in self.hubs(self.entry(other)) else set()
        return sorted(found - {name})

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
        """A clip that is ready, or the last that was.

        Raises:
            ClipError: its file is broken, or for another robot or rate; or nothing was built yet.
        """
        path = entry.usable
        clip = load_clip(path, self.robot)
        self._check(clip)
        seconds = self._files.record(path).seconds_to_build
        return Built(clip, self.robot, self._hubs_of(clip), seconds, cached=True, stale=not entry.ready)

    def require_importable(self, name: str) -> None:
        """Raises ClipError unless an imported clip may be called `name`."""
        if not NAME.fullmatch(name):
            raise ClipError(f"clip name '{name}': expected letters, digits, '-' and '_' only")
        if name in self.recipes:
            raise ClipError(f"clip name '{name}' belongs to a recipe; import the clip under another name")

    def _build(
        self, name: str, judge: bool, again: bool = False, progress: "Progress | None" = None
    ) -> Built:
        """`judge`: whether clips of recipes that are there already must keep the rules; that takes time."""
        entry = self.entry(name)
        if entry.origin == "imported":
            return self.read(entry)
        if entry.ready and not again:
            try:
                built = self.read(entry)
                if judge:
                    built.checks.require(name)
                return built
            except (ClipError, MotionError):
                pass  # a cache file that is damaged or breaks a rule is no reason to stop: build it again
        self.recipes.require_ingredients(name, self._files.imported())
        needed = self.recipes[name].needs()
        clips = {other: self._build(other, judge, progress=progress).clip for other in needed}
        started = perf_counter()
        try:
            ingredients = Ingredients(self.robot, self.rate_hz, clips)
            clip = build_clip(ingredients, name, self.recipes[name], progress)
            check_clip(self.robot, clip, clips).require(name)
        except MotionError as error:
            problem = f"{self.recipes.where(name)}: {error}"
            # The clip that is there, if one is, was built in its own time.
            before = self._files.record(entry.path).seconds_to_build
            self._files.note(entry.path, self._record(name, before, problem))
            raise MotionError(problem) from error
        seconds = round(perf_counter() - started, 3)
        self._files.keep(clip, entry.path, self._record(name, seconds))
        return Built(clip, self.robot, clips, seconds, cached=False)

    def _recipe_entry(self, name: str) -> Entry:
        try:
            digest = self._digest(name)
        except BipedError as error:
            digest, problem = "unknown", str(error)
        else:
            problem = self._files.record(self._files.of_recipe(name, digest)).problem
        path = self._files.of_recipe(name, digest)
        if path.is_file():
            return Entry(name, "recipe", path, digest, True, problem=problem)
        problem = problem or self._problem_below(name)
        versions = self._files.versions(name, self.robot.fingerprint, self.rate_hz)
        stale = next((path for _, path in versions), None)
        return Entry(name, "recipe", path, digest, False, stale, problem)

    def _problem_below(self, name: str) -> str:
        """Why a clip that `name` needs cannot be built; empty as far as nothing is known."""
        for needed in self.recipes[name].needs():
            if needed in self.recipes and (problem := self._recipe_entry(needed).problem):
                return f"{self.recipes.where(name, needed)}: clip '{needed}' cannot be built: {problem}"
        return ""

    def _hubs_of(self, clip: Clip) -> dict[str, Clip]:
        """Those of its hubs that are there, by name."""
        hubs = {name: self._hub(name) for name in {clip.start_hub, clip.end_hub} - {clip.name}}
        return {name: hub for name, hub in hubs.items() if hub is not None}

    def _hub(self, name: str) -> Clip | None:
        """A hub of a clip that is there, if the hub is there too."""
        if name not in self.recipes and name not in self._files.imported():
            return None
        path = self.entry(name).usable
        return load_clip(path, self.robot) if path.is_file() else None

    def _digest(self, name: str) -> str:
        """Of everything that a clip depends on.

        Raises:
            MotionError: its recipe, or one that it needs, names what is not there.
        """
        if name not in self._digests:
            if name in self.recipes:
                content = self._content(name)
            else:
                content = self._files.content(self._files.of_import(name))
            self._digests[name] = hashlib.sha256(content.encode()).hexdigest()[:16]
        return self._digests[name]

    def _content(self, name: str) -> str:
        self.recipes.require_ingredients(name, self._files.imported())
        recipe = self.recipes[name]
        needed = {other: self._digest(other) for other in recipe.needs()}
        return "\n".join(
            [
                name,
                recipe_content(recipe, self.rate_hz, needed),
                self.robot.fingerprint,
                f"{FORMAT_VERSION}.{PLANNER_VERSION}",
            ]
        )

    def _record(self, name: str, seconds: float | None, problem: str = "") -> BuildRecord:
        needed = {other: self._digest(other) for other in self.recipes[name].needs()}
        return BuildRecord(seconds, self.robot.fingerprint, self.rate_hz, needed, problem)

    def _last_good(self, entry: Entry, problem: str) -> Clip:
        if entry.stale is None:
            raise MotionError(problem)
        for needed, digest in self._files.record(entry.stale).needed.items():
            other = self.entry(needed)
            if other.usable != self._files.of_recipe(needed, digest) and other.digest != digest:
                raise MotionError(
                    f"{problem}; the last good one ({entry.stale}) does not fit clip '{needed}' of now"
                )
        clip = self.read(entry).clip
        _log.warning("biped: %s; the last good clip is used, %s", problem, entry.stale)
        return clip

    def _check(self, clip: Clip) -> None:
        clip.require_robot(self.robot)
        if clip.rate_hz != self.rate_hz:
            raise ClipError(
                f"clip '{clip.name}' runs at {clip.rate_hz:g} Hz, the control loop at {self.rate_hz:g} Hz; "
                "import it again at that rate"
            )


__all__ = ["Built", "ClipLibrary", "Entry", "library_folder"]
