"""The clip library: recipes that are built on demand, and clips imported from captures, in one folder."""

import logging
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from biped_control.errors import ClipError, MotionError
from biped_control.motion.clip import Clip
from biped_control.motion.clip_checks import check_clip
from biped_control.motion.clip_file import load_clip
from biped_control.motion.ingredients import Ingredients
from biped_control.motion.library.built_clip import Built
from biped_control.motion.library.catalogue import Catalogue
from biped_control.motion.library.clip_folder import BuildRecord
from biped_control.motion.library.entry import Entry
from biped_control.motion.library.recipes import build_clip

if TYPE_CHECKING:
    from biped_control.motion.spacetime import Progress

_log = logging.getLogger(__name__)


class ClipLibrary(Catalogue):
    """All clips of one robot at one control rate."""

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
        self._digests.forget()
        return path

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

    def _record(self, name: str, seconds: float | None, problem: str = "") -> BuildRecord:
        needed = self._digests.of_all(self.recipes[name].needs())
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
