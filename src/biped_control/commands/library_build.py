"""`biped library build`: clips and their gains."""

from typing import Annotated

import typer

from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.progress import announcements
from biped_control.commands.tables import clip_table


def library_build(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="Clips to build. Default: all.")
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Build recipes anew that are built already.")
    ] = False,
    json_file: JsonOption = None,
) -> None:
    """Build clips and the gains of their policies, several at a time.

    What is built and has not changed is left alone. A clip belongs to the content
    of its recipe (config/library.yaml), to the robot and to the planner's
    settings; gains belong to the clip and the weights. Other commands build what
    they need by themselves.

    [bold]Examples[/bold]

    \b
    biped library build
    biped library build walk --again

    [bold]JSON keys[/bold]: clips[] with name, frames, residual, seconds_to_build;
    rate_hz, speed_mps, cyclic, source, cached, gains_seconds.
    """
    from biped_control.analysis.library_build import build_policies
    from biped_control.settings import load_settings

    with output_to(json_file) as output:
        with announcements() as announce:
            built = build_policies(names or [], load_settings(), again, announce)
        clips = [policy.summary() for policy in built]
        output.show(clip_table(clips))
        output.result = {"clips": clips}
