"""The `biped` command line: which commands there are."""

from collections.abc import Callable

import typer

from biped_control.commands.bench import bench
from biped_control.commands.bringup import bringup
from biped_control.commands.doctor import doctor
from biped_control.commands.edit import edit
from biped_control.commands.flowing_help import flowing
from biped_control.commands.gazebo_world import gazebo_world
from biped_control.commands.hil import hil
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
from biped_control.commands.safety import estop, reset_fault
from biped_control.commands.soak import soak
from biped_control.commands.status import status
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
gazebo = typer.Typer(no_args_is_help=True, rich_markup_mode="rich", help="Files for Gazebo.")


def _add(group: typer.Typer, command: Callable[..., None], name: str | None = None) -> None:
    group.command(name, help=flowing(command.__doc__))(command)


_add(app, walk)
_add(app, rollout)
_add(app, teleop)
_add(app, record)
_add(app, soak)
_add(app, hil)
_add(app, bringup)
_add(app, edit)
_add(app, status)
_add(app, estop)
_add(app, reset_fault)
app.add_typer(motion, name="motion")
app.add_typer(library, name="library")
app.add_typer(steering, name="steering")
app.add_typer(gazebo, name="gazebo")
_add(app, sweep)
_add(app, tune)
_add(app, bench)
_add(app, reproduce)
_add(app, doctor)
_add(motion, motion_import, "import")
_add(motion, motion_show, "show")
_add(library, library_build, "build")
_add(library, library_list, "list")
_add(library, library_show, "show")
_add(library, library_track, "track")
_add(steering, steering_build, "build")
_add(steering, steering_show, "show")
_add(steering, steering_compare, "compare")
_add(gazebo, gazebo_world, "world")


def _top() -> None:
    """A humanoid that walks by optimal control.

    [bold]First steps[/bold]

    \b
    biped walk                  as ROS nodes, with a browser page; Ctrl-C ends it
    biped rollout               the same in one process, without ROS
    biped teleop                steer a walk with the keyboard (another terminal)
    biped edit                  longer steps, a slope, another tempo while it walks
    biped record                all topics of a walk as an MCAP file
    biped status                how its nodes are, period by period
    biped estop                 brake all joints at once; biped reset-fault ends it
    biped doctor                what is installed and what is missing
    biped COMMAND --help        options, examples and JSON keys of a command
    """


app.callback(help=flowing(_top.__doc__))(_top)


def main() -> None:
    """Entry point; ends the process with an exit status."""
    app()


if __name__ == "__main__":
    main()
