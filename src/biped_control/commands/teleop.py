"""`biped teleop`: steering with the keys of a terminal."""

import os
import sys
import time
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from biped_control.commands.output import JsonOption, output_to
from biped_control.errors import GraphError

if TYPE_CHECKING:
    from biped_control.commands.raw_terminal import RawTerminal
    from biped_control.nodes.velocity_publisher import VelocityPublisher

_RATE_HZ = 20.0  # an operator is lost after 0.5 s of silence
_DISCOVERY_S = 5.0  # within which the middleware has told who is there

_KEYS = """\
  [bold]w[/bold] or up      faster             [bold]a[/bold] or left    turn left while held
  [bold]s[/bold] or down    slower             [bold]d[/bold] or right   turn right while held
  [bold]r[/bold]            run, walk again    [bold]x[/bold]            straight ahead
  [bold]space[/bold]        stop               [bold]q[/bold]            stop and quit"""


def teleop(
    topic: Annotated[str, typer.Option(metavar="NAME", help="Topic of the velocities.")] = "cmd_vel",
    unstamped: Annotated[
        bool, typer.Option("--unstamped", help="Publish Twist instead of TwistStamped.")
    ] = False,
    json_file: JsonOption = None,
) -> None:
    """Steer a walking robot with the keyboard.

    Publishes cmd_vel 20 times a second, to the walk that runs on this machine, or
    in the domain of ROS_DOMAIN_ID if that is set. The space bar says stop (topic
    stop): the robot stands, whatever others say, until somebody steers anew.
    Whatever ends teleop says stop, too; only if it is killed the robot does what
    config/operator.yaml says (when_lost).

    [bold]Keys[/bold]

    \b
    w, up      faster            a, left    turn left while held
    s, down    slower            d, right   turn right while held
    r          run, walk again   x          straight ahead
    space      stop              q          stop and quit

    [bold]Examples[/bold]

    \b
    biped teleop                                  beside a `biped walk`
    ROS_DOMAIN_ID=7 biped teleop --unstamped      other robots, too

    [bold]JSON keys[/bold]: domain, seconds, messages
    """
    from biped_control.commands.raw_terminal import raw_terminal

    with raw_terminal() as terminal, output_to(json_file) as output, _publisher(topic, unstamped) as robot:
        output.result = _drive(terminal, robot)


def _publisher(topic: str, unstamped: bool) -> "VelocityPublisher":
    try:
        from biped_control.nodes.running_graph import domain_to_join
        from biped_control.nodes.velocity_publisher import VelocityPublisher
    except ImportError as error:
        raise GraphError(
            f"ROS 2 cannot be imported ({error}); run `make env`, and `biped doctor` to see what is missing"
        ) from error
    return VelocityPublisher("teleop", topic, domain_to_join(os.environ), stamped=not unstamped)


def _drive(terminal: "RawTerminal", robot: "VelocityPublisher") -> dict[str, object]:
    """Publishes what the keys say until somebody quits or the terminal is gone."""
    from biped_control.commands.terminal_keys import KEYS, KeySplitter
    from biped_control.steering.operator.keyboard import Key, Keyboard

    keyboard, splitter = Keyboard(), KeySplitter()
    began, messages = time.monotonic(), 0
    Console(stderr=True, highlight=False).print(_KEYS)
    while (text := terminal.read(1.0 / _RATE_HZ)) is not None:
        now = time.monotonic()
        keys = [KEYS[key] for key in splitter.split(text) if key in KEYS]
        for key in keys:
            keyboard.press(key, now)
        velocity = keyboard.velocity(now)
        if keyboard.stops(now) or Key.STOP in keys:
            robot.stop()
        else:
            robot.publish(velocity)
        messages += 1
        heard = _heard(robot.listeners, now - began)
        _show(velocity.forward_mps, velocity.turn_rate, heard)
        if Key.QUIT in keys:
            break
    print(file=sys.stderr)
    return {"domain": robot.domain, "seconds": time.monotonic() - began, "messages": messages}


def _heard(listeners: int, seconds: float) -> str:
    """What to say of those who listen; a walk that is running is not found at once."""
    if listeners:
        return ""
    return "looking for a walk" if seconds < _DISCOVERY_S else "nobody listens"


def _show(speed: float, turn_rate: float, heard: str) -> None:
    turning = "left " if turn_rate > 0.0 else "right" if turn_rate < 0.0 else "-    "
    print(f"\r  {speed:4.2f} m/s  turning {turning}  {heard:18}", end="", file=sys.stderr, flush=True)
