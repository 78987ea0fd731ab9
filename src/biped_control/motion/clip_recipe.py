"""What every recipe of a clip has in common, whatever its kind."""

from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, PlainSerializer, ValidationInfo

FOLDER = "folder"
"""Key of the validation context: folder of the file that the recipe stands in."""


def _beside_the_recipe(path: Path, info: ValidationInfo) -> Path:
    folder = (info.context or {}).get(FOLDER)
    path = path.expanduser()
    return path if folder is None else Path(folder) / path


RecipeFile = Annotated[
    Path,
    AfterValidator(_beside_the_recipe),
    # What is in the file counts, not where it lies: a moved folder builds nothing anew.
    PlainSerializer(lambda path: path.name, return_type=str, when_used="json"),
]
"""A file that a recipe names; a relative path starts from the folder of the recipe file."""


class ClipRecipe(BaseModel):
    """A kind of recipe adds `source: Literal["its name"]`, its own fields, and a line in `library.recipes`.

    A kind that makes clips between hubs names these in fields `start` and `end`, or in `start` alone if that
    is where they end, too; kinds without make cycles.
    Equal recipes make equal clips: whatever else a maker reads belongs to `files` or `settings`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    def needs(self) -> tuple[str, ...]:
        """Names of the clips that must be finished first: its hubs, unless a kind says otherwise."""
        return tuple(dict.fromkeys(self.hubs() or ()))

    def hubs(self) -> tuple[str, str] | None:
        """Names of the clips that it starts from and ends in; None for a cycle, which is its own hub."""
        start = getattr(self, "start", None)
        return None if start is None else (start, getattr(self, "end", start))

    def files(self) -> tuple[Path, ...]:
        """Files whose bytes the clip depends on; a kind that reads more than its fields name adds them."""
        values = [getattr(self, field) for field in type(self).model_fields]
        return tuple(value for value in values if isinstance(value, Path))

    def settings(self) -> tuple[BaseModel, ...]:
        """Other configuration that the maker reads; that of `motion.spacetime` counts always."""
        return ()

    def expected_work(self) -> float:
        """Roughly how long the clip takes to make, beside others: long ones are begun first."""
        return 1.0
