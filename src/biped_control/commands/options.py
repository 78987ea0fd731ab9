"""Options that several commands have."""

from pathlib import Path
from typing import Annotated

import typer

from biped_control.errors import GraphError

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

_LONGEST = 1e9  # [s], as in config/graph.yaml


def require_duration(seconds: float) -> None:
    """
    Raises:
        GraphError: `--seconds` is no length of a walk.
    """
    if not 0.0 < seconds <= _LONGEST:
        raise GraphError(f"--seconds {seconds:g}: expected more than 0, and at most {_LONGEST:g}")
