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

ScenariosOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME,...",
        help="What to endure: names in config/scenarios.yaml, files, or none. Hard ones need --feel-ground, "
        "--adjust-steps, --find-delay.",
    ),
]

WorkersOption = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="Processes. Default: one a core.")
]

SchedulerOption = Annotated[
    str, typer.Option(metavar="tcp://HOST:PORT", help="A Dask scheduler that runs already.")
]
