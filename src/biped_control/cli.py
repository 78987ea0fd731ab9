"""The `biped` command line: which commands there are."""

import typer

from biped_control.commands.bench import bench
from biped_control.commands.doctor import doctor
from biped_control.commands.library_build import library_build
from biped_control.commands.library_list import library_list
from biped_control.commands.library_show import library_show
from biped_control.commands.library_track import library_track
from biped_control.commands.motion_import import motion_import
from biped_control.commands.motion_show import motion_show
from biped_control.commands.one_line_errors import OneLineErrors
from biped_control.commands.record import record
from biped_control.commands.reproduce import reproduce
from biped_control.commands.rollout import rollout
from biped_control.commands.steering_build import steering_build
from biped_control.commands.steering_compare import steering_compare
from biped_control.commands.steering_show import steering_show
from biped_control.commands.sweep import sweep
from biped_control.commands.teleop import teleop
from biped_control.commands.tune import tune
from biped_control.commands.walk import walk

app = typer.Typer(
    name="biped",
    cls=OneLineErrors,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
motion = typer.Typer(no_args_is_help=True, rich_markup_mode="rich", help="Work with motion capture.")
library = typer.Typer(no_args_is_help=True, rich_markup_mode="rich", help="Clips and their policies.")
steering = typer.Typer(no_args_is_help=True, rich_markup_mode="rich", help="Which clip follows which.")

app.command()(walk)
app.command()(rollout)
app.command()(teleop)
app.command()(record)
app.add_typer(motion, name="motion")
app.add_typer(library, name="library")
app.add_typer(steering, name="steering")
app.command()(sweep)
app.command()(tune)
app.command()(bench)
app.command()(reproduce)
app.command()(doctor)
motion.command("import")(motion_import)
motion.command("show")(motion_show)
library.command("build")(library_build)
library.command("list")(library_list)
library.command("show")(library_show)
library.command("track")(library_track)
steering.command("build")(steering_build)
steering.command("show")(steering_show)
steering.command("compare")(steering_compare)


@app.callback()
def _top() -> None:
    """A humanoid that walks by optimal control.

    [bold]First steps[/bold]

    \b
    biped walk                  as ROS nodes, with a browser page; Ctrl-C ends it
    biped rollout               the same in one process, without ROS
    biped teleop                steer a walk with the keyboard, from another terminal
    biped record                all topics of a walk as an MCAP file
    biped doctor                what is installed and what is missing
    biped COMMAND --help        options, examples and JSON keys of a command
    """


@motion.callback()
def _motion() -> None:
    """Work with motion capture."""


def main() -> None:
    """Entry point; ends the process with an exit status."""
    app()


if __name__ == "__main__":
    main()
