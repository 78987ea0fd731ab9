"""Options that several commands have."""

from pathlib import Path
from typing import Annotated

import typer

RecipesOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Your own recipes, beside those that ship; of two with one name yours counts. "
        "Default: $BIPED_RECIPES, if set.",
    ),
]
