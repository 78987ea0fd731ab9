"""`biped edit`: the reference edited while the robot walks."""

from typing import Annotated

import typer

from biped_control.commands.graph_question import ask_graph
from biped_control.commands.output import JsonOption
from biped_control.motion.editing.edit import parse_edit_of_now


def edit(
    changes: Annotated[list[str], typer.Argument(metavar="NAME=VALUE", help="What shall be different.")],
    json_file: JsonOption = None,
) -> None:
    """Edit the motion that the robot follows, while it walks under policy modal.

    Asks reference_planner of the walk on this machine, or in the domain of
    ROS_DOMAIN_ID if that is set. All of it is done, or, where a leg is too short
    or the ground too smooth, nothing. What is not named stays as it is.

    \b
    stride=-0.1m    longer or shorter steps     height=0.03m    feet swing higher
    hands=0.1m      hands higher                tempo=0.9       slower or faster
    clip=walk_slow  another clip takes over, as soon as it fits, with the steps
                    of before at first; where it ends, its hub goes on
    slope=3deg      the ground ahead rises: say it where it really does; it has
                    no end until the next slope
    over=2s         how long it takes to go over to it (1 s)

    [bold]Examples[/bold]

    \b
    biped walk policy:=modal
    biped edit stride=-0.1m tempo=1.1 over=2s      in another terminal
    biped edit clip=turn_left_60

    [bold]JSON keys[/bold]: answers{node: text}
    """
    text = ",".join(changes)
    parse_edit_of_now(text)
    ask_graph("edit", json_file, edit=text)
