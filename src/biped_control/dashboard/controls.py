"""What the page asks of the running graph, and what it knows of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from viser import GuiEvent

from biped_control.errors import BipedError
from biped_control.robot.state import FloatArray


@dataclass(frozen=True)
class PushRequest:
    """A push that a person asks for.

    Attributes:
        body: link that is pushed at its centre of mass.
        force: (3,) in world axes [N].
        seconds: how long.
    """

    body: str
    force: FloatArray
    seconds: float


def _nothing(*arguments: object) -> None:
    """For pages that only show."""


def _no_file() -> str:
    return ""


def _no_word(text: str) -> str:
    return ""


@dataclass(frozen=True)
class Controls:
    """What the buttons do.

    Called in a thread of the page. What they raise as BipedError is shown to the person as its message.

    Attributes:
        pause: stops (True) or resumes (False) the simulation.
        step: lets a paused simulation go on for one tick.
        reset: puts the robot back to the start.
        emergency_stop: brakes all joints at once, until a reset.
        reset_fault: leaves a latched fault, while the robot is up and the cause is gone.
        push: pushes it.
        change_policy: another look-ahead policy takes over, by name.
        change_gamma: sets the adaptation parameter of eq. 17.
        change_terrain: another ground, by name, from the next reset on.
        edit: edits the reference, see `motion.editing.edit.parse_edit_of_now`; returns what it comes to.
        play: asks for a clip, by name, as soon as the way there is gone.
        start_recording: begins to write all topics to a file; returns its name.
        stop_recording: completes that file; returns a word about it.
    """

    pause: Callable[[bool], None] = _nothing
    step: Callable[[], None] = _nothing
    reset: Callable[[], None] = _nothing
    emergency_stop: Callable[[], None] = _nothing
    reset_fault: Callable[[], None] = _nothing
    push: Callable[[PushRequest], None] = _nothing
    change_policy: Callable[[str], None] = _nothing
    change_gamma: Callable[[float], None] = _nothing
    change_terrain: Callable[[str], None] = _nothing
    edit: Callable[[str], str] = _no_word
    play: Callable[[str], None] = _nothing
    start_recording: Callable[[], str] = _no_file
    stop_recording: Callable[[], str] = _no_file


@dataclass(frozen=True)
class Setup:
    """How the graph runs; None where nobody has said.

    Attributes:
        steered: operators are heard.
        policy: name of the look-ahead policy.
        gamma: adaptation parameter of eq. 17.
        terrain: name of the ground.
        engine: name of the physics engine.
        scenario: what there is to endure, instead of another terrain; empty for nothing.
    """

    steered: bool | None = None
    policy: str | None = None
    gamma: float | None = None
    terrain: str | None = None
    engine: str | None = None
    scenario: str | None = None


def set_value(control: Any, value: object) -> None:
    """Shows a value that the program, not a person, has set."""
    control.value = value


def attempt(event: GuiEvent[Any], action: Callable[[], object]) -> None:
    """Does what a person asked for, and tells that person when it cannot be done."""
    try:
        action()
    except BipedError as error:
        if event.client is not None:
            event.client.add_notification("Not done", str(error), color="red", auto_close_seconds=8.0)
