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

FeelGroundOption = Annotated[
    bool | None,
    typer.Option(
        "--feel-ground/--flat-belief",
        help="Whether the feet say where the ground is, or it is believed to be flat. "
        "Default: as in config/control.yaml.",
    ),
]

AdjustStepsOption = Annotated[
    bool | None,
    typer.Option(
        "--adjust-steps/--keep-path",
        help="Whether footholds follow the capture point and clips the robot, or it is held to its path. "
        "Default: as in config/control.yaml.",
    ),
]

FindDelayOption = Annotated[
    bool | None,
    typer.Option(
        "--find-delay/--no-find-delay",
        help="Whether the delay of the torques (up to two ticks) is found from the velocities after "
        "them, or it is torque_delay_ticks. Default: as in config/control.yaml.",
    ),
]

ScenariosOption = Annotated[
    str | None,
    typer.Option(metavar="NAME,...", help="What to endure: names in config/scenarios.yaml, files, or none."),
]

WorkersOption = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="Processes. Default: one a core.")
]

SchedulerOption = Annotated[
    str, typer.Option(metavar="tcp://HOST:PORT", help="A Dask scheduler that runs already.")
]
