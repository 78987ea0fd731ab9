"""Heading, speed, run and stop: what a person at the page wants the robot to do."""

from collections.abc import Sequence
from math import degrees, pi, radians, remainder, tau
from typing import Any

from viser import GuiEvent, Icon, ViserServer

from biped_control.dashboard.controls import Controls, attempt, set_value
from biped_control.steering.operator.keyboard import KeyboardLimits
from biped_control.steering.operator.screen_joystick import ScreenJoystick

_TURNS = {"\u21ba 90": 90.0, "\u21ba 15": 15.0, "\u21bb 15": -15.0, "\u21bb 90": -90.0}
_FASTEST_MPS = 3.0
_SMOOTHING = 0.15  # at five calls a second: about a second
_JUMP = 0.5 * pi  # a reset, not a swing
_NOTE = '<div style="font-size:12px;opacity:.65;padding:0 1em .4em">{}</div>'
_HOW = "Click on the ring around the robot, or:"
_NOT_STEERED = "This walk is not steered; start it with <code>biped walk steer:=true</code>."


class SteeringPanel:
    """Adds the controls to the page; what they say goes to a stick (`ScreenJoystick`).

    Attributes:
        note: how to steer, or why it is not possible.
        heading: yaw in the world [deg].
        turn: changes the heading by some degrees.
        speed: [m/s].
        gait: walks, or runs.
        stop: the robot stands.
        let_go: others may steer.
        clip, play: asks for a clip by name.
    """

    def __init__(
        self, server: ViserServer, stick: ScreenJoystick, controls: Controls, clips: Sequence[str]
    ) -> None:
        """
        Args:
            server: of the page.
            stick: gets what the person wants.
            controls: can play a clip.
            clips: that may be asked for.
        """
        gui = server.gui
        self._stick, self._present = stick, 0.0
        self.note = gui.add_html(_NOTE.format(_HOW))
        self.turn = gui.add_button_group("turn [deg]", tuple(_TURNS))
        self.heading = gui.add_slider(
            "heading [deg]", -180.0, 180.0, 1.0, 0.0, hint="in the world: 0 along x, 90 along y"
        )
        self.speed = gui.add_slider("speed [m/s]", 0.0, _FASTEST_MPS, 0.05, stick.speed_mps)
        self.stop = gui.add_button("Stop", icon=Icon.HAND_STOP, color="red", hint="whoever else steers")
        gaits = {"Walk": stick.speed_mps, "Run": KeyboardLimits().run_mps}
        self.gait = gui.add_button_group("gait", tuple(gaits))
        self.let_go = gui.add_button("Let go", color="gray", hint="leaves the robot to other operators")
        self.clip = gui.add_dropdown("clip", tuple(clips) or ("none",))
        self.play = gui.add_button(
            "Play the clip", icon=Icon.PLAYER_PLAY, hint="once, when the way to where it begins is gone"
        )
        self.play.on_click(lambda event: attempt(event, lambda: controls.play(str(self.clip.value))))
        self._controls = (
            self.turn,
            self.heading,
            self.speed,
            self.stop,
            self.gait,
            self.let_go,
            self.clip,
            self.play,
        )
        self.turn.on_click(lambda event: self.steer(stick.heading + radians(_TURNS[event.target.value])))
        self.heading.on_update(self._on_heading)
        self.speed.on_update(self._on_speed)
        self.gait.on_click(lambda event: self.steer(speed_mps=gaits[event.target.value]))
        self.stop.on_click(self._on_stop)
        self.let_go.on_click(lambda event: stick.let_go())

    def steer(self, heading: float | None = None, speed_mps: float | None = None) -> None:
        """A person wants another heading [rad] or speed [m/s]."""
        self._stick.steer(heading, speed_mps)
        set_value(self.heading, round(degrees(self._stick.heading)))
        set_value(self.speed, min(self._stick.speed_mps, _FASTEST_MPS))

    def show_present(self, heading: float) -> None:
        """While nobody steers here, the heading is the robot's own [rad]: turns count from it.

        To be called a few times a second: the swing of the pelvis is averaged out.
        """
        change = remainder(heading - self._present, tau)
        self._present += change if abs(change) > _JUMP else _SMOOTHING * change
        if not self._stick.held:
            self._stick.heading = remainder(self._present, tau)
            set_value(self.heading, round(degrees(self._stick.heading)))

    def enable(self, steered: bool) -> None:
        """Whether the robot listens to operators at all."""
        self.note.content = _NOTE.format(_HOW if steered else _NOT_STEERED)
        for control in self._controls:
            control.visible = steered  # button groups cannot be disabled

    def _on_heading(self, event: GuiEvent[Any]) -> None:
        if event.client is not None:  # a person, not `steer`
            self._stick.steer(heading=radians(self.heading.value))

    def _on_stop(self, event: GuiEvent[Any]) -> None:
        self._stick.stop()
        set_value(self.speed, min(self._stick.speed_mps, _FASTEST_MPS))

    def _on_speed(self, event: GuiEvent[Any]) -> None:
        if event.client is not None:
            self._stick.steer(speed_mps=float(self.speed.value))
