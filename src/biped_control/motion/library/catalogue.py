"""What is in the clip library: names, files, digests and hubs of clips, before any is loaded or built."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from biped_control.did_you_mean import did_you_mean
from biped_control.errors import BipedError, ClipError
from biped_control.motion.clip_file import load_clip
from biped_control.motion.clip_name import NAME
from biped_control.motion.clip_recipe import ClipRecipe
from biped_control.motion.library.clip_digests import ClipDigests
from biped_control.motion.library.clip_folder import ClipFolder, library_folder
from biped_control.motion.library.entry import Entry
from biped_control.motion.library.recipe_book import RecipeBook
from biped_control.robot.model import RobotModel


class Catalogue:
    """All clips of one robot at one control rate, as recipes and files tell of them."""

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
        self._digests = ClipDigests(robot.fingerprint, rate_hz, self.recipes, self._files)

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
        return Entry(name, "imported", imported[name], self._digests.of(name), True)

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

    def require_importable(self, name: str) -> None:
        """Raises ClipError unless an imported clip may be called `name`."""
        if not NAME.fullmatch(name):
            raise ClipError(f"clip name '{name}': expected letters, digits, '-' and '_' only")
        if name in self.recipes:
            raise ClipError(f"clip name '{name}' belongs to a recipe; import the clip under another name")

    def _recipe_entry(self, name: str) -> Entry:
        try:
            digest = self._digests.of(name)
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
