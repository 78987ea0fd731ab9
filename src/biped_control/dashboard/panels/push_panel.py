"""Pushes: a body, a force, a duration, and an arrow for each direction."""

from math import cos, radians, sin
from typing import Any

import numpy as np
from viser import GuiEvent, Icon, ViserServer

from biped_control.dashboard.controls import Controls, PushRequest, attempt

_STRONGEST_N, _LONGEST_S = 400.0, 2.0
_DIRECTIONS = {"\u2191 front": 0.0, "\u2190 left": 90.0, "right \u2192": -90.0, "\u2193 back": 180.0}


class PushPanel:
    """Adds what pushes the robot to the page.

    Attributes:
        arrows: a push to the robot's own front, left, right or back, at once.
        push: a push in the direction of the slider.
        body, newtons, direction, seconds: the next push.
        yaw: of the robot in the world [rad].
        last: the push of now, for as long as it is to be seen.
    """

    def __init__(self, server: ViserServer, controls: Controls, bodies: tuple[str, ...]) -> None:
        gui = server.gui
        self._controls = controls
        self.yaw = 0.0
        self.last: PushRequest | None = None
        self.arrows = gui.add_button_group("push to its", tuple(_DIRECTIONS))
        self.arrows.on_click(
            lambda event: self._push(event, self.push_request(_DIRECTIONS[event.target.value]))
        )
        self.newtons = gui.add_slider("force [N]", 10.0, _STRONGEST_N, 10.0, 60.0)
        self.seconds = gui.add_slider("duration [s]", 0.05, _LONGEST_S, 0.05, 0.1)
        self.body = gui.add_dropdown("body", bodies)
        self.direction = gui.add_slider(
            "direction [deg]",
            -180.0,
            180.0,
            5.0,
            90.0,
            hint="seen from the robot: 0 to its front, 90 to its left",
        )
        self.push = gui.add_button("Push", icon=Icon.HAND_FINGER, color="orange")
        self.push.on_click(lambda event: self._push(event, self.push_request(self.direction.value)))

    def push_request(self, direction_deg: float) -> PushRequest:
        """The push that the sliders describe, in a direction seen from the robot."""
        angle, newtons = self.yaw + radians(direction_deg), self.newtons.value
        force = newtons * np.array([cos(angle), sin(angle), 0.0])
        return PushRequest(self.body.value, force, self.seconds.value)

    def _push(self, event: GuiEvent[Any], push: PushRequest) -> None:
        def act() -> None:
            self._controls.push(push)
            self.last = push

        attempt(event, act)
