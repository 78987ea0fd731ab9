"""Buttons of the page: pause, reset, push, and what is drawn."""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Any

import numpy as np
from viser import GuiEvent, Icon, ViserServer

from biped_control.errors import BipedError
from biped_control.robot.state import FloatArray

_STRONGEST_N, _LONGEST_S = 400.0, 2.0


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


@dataclass(frozen=True)
class Controls:
    """What the buttons do.

    Called in a thread of the page. What they raise as BipedError is shown to the person as its message.

    Attributes:
        pause: stops (True) or resumes (False) the simulation.
        reset: puts the robot back to the start.
        push: pushes it.
    """

    pause: Callable[[bool], None]
    reset: Callable[[], None]
    push: Callable[[PushRequest], None]


class ControlsPanel:
    """Adds the buttons to the page.

    Attributes:
        run, push: the buttons.
        body, newtons, direction, seconds: the next push.
        follow, ghost, arrows, prints: what the person wants to see.
    """

    def __init__(self, server: ViserServer, controls: Controls, bodies: tuple[str, ...]) -> None:
        gui = server.gui
        actions = {
            "Pause": lambda: controls.pause(True),
            "Resume": lambda: controls.pause(False),
            "Reset": controls.reset,
        }
        self.run = gui.add_button_group("walk", tuple(actions))
        self.run.on_click(lambda event: self._try(event, actions[event.target.value]))
        with gui.add_folder("Push"):
            self.body = gui.add_dropdown("body", bodies)
            self.newtons = gui.add_slider("force [N]", 10.0, _STRONGEST_N, 10.0, 60.0)
            self.direction = gui.add_slider(
                "direction [deg]", -180.0, 180.0, 5.0, 90.0, hint="0: towards +x, 90: towards +y"
            )
            self.seconds = gui.add_slider("duration [s]", 0.05, _LONGEST_S, 0.05, 0.1)
            self.push = gui.add_button("Push", icon=Icon.HAND_FINGER, color="orange")
            self.push.on_click(lambda event: self._try(event, lambda: controls.push(self.push_request())))
        with gui.add_folder("View", expand_by_default=False):
            self.follow = gui.add_checkbox("follow the robot", True)
            self.ghost = gui.add_checkbox("reference as a ghost", True)
            self.arrows = gui.add_checkbox("ground forces", True)
            self.prints = gui.add_checkbox("footprints", True)

    def push_request(self) -> PushRequest:
        """The push that the sliders describe."""
        angle, newtons = radians(self.direction.value), self.newtons.value
        force = newtons * np.array([cos(angle), sin(angle), 0.0])
        return PushRequest(self.body.value, force, self.seconds.value)

    def _try(self, event: GuiEvent[Any], action: Callable[[], None]) -> None:
        try:
            action()
        except BipedError as error:
            if event.client is not None:
                event.client.add_notification("Not done", str(error), color="red", auto_close_seconds=8.0)
