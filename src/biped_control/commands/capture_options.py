"""Options of every command that reads a capture."""

from pathlib import Path
from typing import Annotated

import typer

CaptureFile = Annotated[Path, typer.Argument(metavar="FILE", help="Capture: .amc, .bvh, .c3d or DeepMimic.")]
AsfOption = Annotated[
    Path | None,
    typer.Option("--asf", metavar="FILE", help="Skeleton of an .amc file. Default: the one beside it."),
]
NameOption = Annotated[
    str | None,
    typer.Option("--name", metavar="NAME", help="Name of the clip. Default: the file's."),
]
CaptureRateOption = Annotated[
    float | None,
    typer.Option(
        "--capture-rate",
        metavar="HZ",
        help="Frames a second of an .amc file, which does not say. Default: 120.",
    ),
]
KindOption = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="walk|run|steady-turn|turn",
        help="What the capture shows. Default: found out from its steps.",
    ),
]
SpeedOption = Annotated[
    float | None,
    typer.Option("--speed", metavar="MPS", help="Play it faster or slower: speed of the robot."),
]
StrideOption = Annotated[
    float,
    typer.Option(
        "--stride-change", metavar="M", help="Lengthen (or shorten) the strides of a straight gait."
    ),
]
StepHeightOption = Annotated[
    float, typer.Option("--step-height", metavar="M", help="Swing the feet so much higher.")
]
TurnOption = Annotated[
    float | None,
    typer.Option(
        "--turn", metavar="DEG", help="Turn so far instead (a steady turn: in a cycle), left positive."
    ),
]
