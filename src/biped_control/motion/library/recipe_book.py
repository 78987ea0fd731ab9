"""All recipes of a library: which there are, where they stand, and what must be built before what."""

import os
from collections.abc import Collection, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from biped_control.did_you_mean import did_you_mean
from biped_control.errors import ConfigurationError, MotionError
from biped_control.motion.clip_recipe import ClipRecipe
from biped_control.motion.library.recipes import load_recipes
from biped_control.resources import share_path


class RecipeBook(Mapping[str, ClipRecipe]):
    """Recipes by clip name."""

    def __init__(self, recipes: Mapping[str, ClipRecipe], files: Mapping[str, Path] | None = None) -> None:
        """
        Args:
            recipes: by clip name.
            files: where each was read from, for messages.

        Raises:
            ConfigurationError: clips need each other in a circle.
        """
        self._recipes, self._files = dict(recipes), dict(files or {})
        self._require_an_order()

    @classmethod
    def load(cls, own: Path | None = None) -> "RecipeBook":
        """Recipes that ship with the library, and the user's own; of two with one name the own one counts.

        Args:
            own: the user's file; that of $BIPED_RECIPES, if set, without.

        Raises:
            ConfigurationError: a file is unreadable or a recipe is wrong; the message names file and place.
        """
        if own is None and (named := os.environ.get("BIPED_RECIPES")):
            own = Path(named).expanduser()
        recipes: dict[str, ClipRecipe] = {}
        files: dict[str, Path] = {}
        for path in (share_path("config/library.yaml"), own):
            if path is not None:
                found = load_recipes(path)
                recipes |= found
                files |= dict.fromkeys(found, path)
        return cls(recipes, files)

    def __getitem__(self, name: str) -> ClipRecipe:
        return self._recipes[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._recipes)

    def __len__(self) -> int:
        return len(self._recipes)

    def where(self, name: str, value: object = None) -> str:
        """File and key of a recipe, or of the value in it, to begin a message with."""
        place = f"'{name}.{_key_of(self._recipes[name], value)}'" if value is not None else f"'{name}'"
        return f"{self._files[name]}: at {place}" if name in self._files else f"at {place}"

    def require_ingredients(self, name: str, others: Collection[str] = ()) -> None:
        """Raises MotionError unless everything that a recipe names is there.

        Args:
            name: clip of the recipe.
            others: names of clips that have no recipe.
        """
        recipe, known = self._recipes[name], sorted({*self._recipes, *others})
        for needed in recipe.needs():
            if needed not in known:
                # What a recipe needs are hubs, so nothing that has a recipe and is none is what was meant.
                hubs = [other for other in known if self._may_be_hub(other)]
                raise MotionError(
                    f"{self.where(name, needed)}: no clip '{needed}'{did_you_mean(needed, hubs)}; "
                    f"hubs are {', '.join(hubs)}"
                )
        for hub in recipe.hubs() or ():
            if not self._may_be_hub(hub):
                raise MotionError(
                    f"{self.where(name, hub)}: clip '{hub}' is no cycle; expected one that repeats itself, "
                    "such as a walk, a run or a stand"
                )
        for file in recipe.files():
            if not file.is_file():
                raise MotionError(
                    f"{self.where(name, file)}: no file {file}; a relative path starts from the folder of "
                    "the recipe file"
                )

    def _may_be_hub(self, name: str) -> bool:
        """Whether a clip repeats itself; of one without a recipe that is not known before it is read."""
        return name not in self._recipes or self._recipes[name].hubs() is None

    def _require_an_order(self) -> None:
        try:
            TopologicalSorter({name: recipe.needs() for name, recipe in self._recipes.items()}).prepare()
        except CycleError as error:
            circle = list(reversed(error.args[1]))
            raise ConfigurationError(
                f"{self.where(circle[0], circle[1])}: clips need each other in a circle "
                f"({' needs '.join(circle)}); expected hubs that do without"
            ) from error


def _key_of(recipe: ClipRecipe, value: object) -> str:
    """Name of the field that holds a value."""
    fields = type(recipe).model_fields
    return next((name for name in fields if getattr(recipe, name) == value), "source")
