"""Digests of clips: two clips with the same digest are the same clip."""

import hashlib
from collections.abc import Iterable

from biped_control.motion.clip_file import FORMAT_VERSION
from biped_control.motion.library.clip_folder import ClipFolder
from biped_control.motion.library.recipe_book import RecipeBook
from biped_control.motion.library.recipes import recipe_content

PLANNER_VERSION = 2
"""Raise it when the planner makes other clips from the same recipe, so that cached ones are built anew."""


class ClipDigests:
    """Of everything that a clip depends on: its recipe and all that this needs, or the bytes of its file."""

    def __init__(self, robot: str, rate_hz: float, recipes: RecipeBook, files: ClipFolder) -> None:
        """
        Args:
            robot: fingerprint of the robot that clips are made for.
            rate_hz: control rate.
            recipes: of the library.
            files: of the library; a clip without a recipe is looked for there.
        """
        self._robot, self._rate_hz = robot, rate_hz
        self._recipes, self._files = recipes, files
        self._known: dict[str, str] = {}

    def of(self, name: str) -> str:
        """Digest of a clip, in 16 hexadecimal digits; worked out once, until `forget`.

        Raises:
            MotionError: its recipe, or one that it needs, names what is not there.
        """
        if name not in self._known:
            if name in self._recipes:
                content = self._content(name)
            else:
                content = self._files.content(self._files.of_import(name))
            self._known[name] = hashlib.sha256(content.encode()).hexdigest()[:16]
        return self._known[name]

    def of_all(self, names: Iterable[str]) -> dict[str, str]:
        """Digests by name.

        Raises:
            MotionError: as `of`.
        """
        return {name: self.of(name) for name in names}

    def forget(self) -> None:
        """Files have changed: digests are worked out anew."""
        self._known.clear()

    def _content(self, name: str) -> str:
        self._recipes.require_ingredients(name, self._files.imported())
        recipe = self._recipes[name]
        return "\n".join(
            [
                name,
                recipe_content(recipe, self._rate_hz, self.of_all(recipe.needs())),
                self._robot,
                f"{FORMAT_VERSION}.{PLANNER_VERSION}",
            ]
        )
