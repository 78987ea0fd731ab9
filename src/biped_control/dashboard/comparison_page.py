"""The browser page of a capture: the captured person as sticks, the robot beside, played in a loop."""

import time
from threading import Event
from typing import Any

import numpy as np
from viser import GuiEvent

from biped_control.dashboard.body_poses import BodyPoses
from biped_control.dashboard.page_server import address_of, close_server, open_server
from biped_control.dashboard.scene.follow import Follower
from biped_control.dashboard.scene.robot_figure import RobotFigure
from biped_control.dashboard.scene.stage import WORLD, Stage
from biped_control.dashboard.scene.stick_figure import StickFigure
from biped_control.motion.retargeting.comparison import Comparison
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

ASIDE = np.array([0.0, 1.1, 0.0])  # [m] where the captured person walks, seen from the robot
_PICTURES_PER_SECOND = 30.0
_CAPTION_HEIGHT = 1.95  # [m]


class ComparisonPage:
    """Serves the page; `play` runs it.

    Attributes:
        playing, moment, speed: what the person at the page has chosen.
        captions: of the robot and of the captured person.
    """

    def __init__(self, robot: RobotModel, comparison: Comparison, port: int = 8080) -> None:
        """
        Args:
            robot: of the comparison.
            comparison: what to show.
            port: TCP port on 127.0.0.1; 0 takes a free one.

        Raises:
            DashboardError: the port is taken or is none.
        """
        self._comparison = comparison
        self._server = server = open_server(port)
        self._stage, self._follower = Stage(server), Follower()
        server.initial_camera.position = (3.6, -2.6, 1.5)
        server.initial_camera.look_at = (0.0, 0.45, 0.9)
        self._figure = RobotFigure(server.scene, f"{WORLD}/robot", BodyPoses(robot))
        self._sticks = StickFigure(server.scene, f"{WORLD}/captured", comparison.landmarks)
        captions = (("robot", comparison.robot), ("captured", comparison.captured))
        self.captions = [
            server.scene.add_label(f"{WORLD}/caption/{name}", text, anchor="bottom-center")
            for name, text in captions
        ]
        self._length = (comparison.frames - 1) / comparison.rate_hz
        gui = server.gui
        self.playing = gui.add_checkbox("play", initial_value=True)
        self.moment = gui.add_slider("time [s]", 0.0, round(self._length, 2), 0.01, 0.0)
        self.speed = gui.add_slider("speed", 0.1, 1.0, 0.1, 1.0)
        self.moment.on_update(self._moved)
        self.show(0.0)

    @property
    def address(self) -> str:
        """What to type into a browser."""
        return address_of(self._server)

    def show(self, seconds: float) -> None:
        """Draws the moment `seconds` after the first frame."""
        comparison = self._comparison
        frame = min(round(seconds * comparison.rate_hz), comparison.frames - 1)
        q = comparison.positions[frame]
        with self._server.atomic():
            self._stage.look_at(self._follower.track(q[:2]))
            self._figure.show(q)
            self._sticks.show(frame, ASIDE)
            for caption, aside in zip(self.captions, (np.zeros(3), ASIDE), strict=True):
                caption.position = _above(q) + aside

    def play(self, stop: Event) -> None:
        """Plays in a loop, as fast as the person at the page wants, until `stop` is set."""
        period = 1.0 / _PICTURES_PER_SECOND
        due = time.monotonic()
        while not stop.wait(max(0.0, due - time.monotonic())):
            due += period
            if self.playing.value:
                moment = float(self.moment.value) + period * float(self.speed.value)
                moment = moment if moment <= self._length else 0.0
                self.moment.value = moment  # type: ignore[misc]  # its setter is inherited
                self.show(moment)

    def _moved(self, event: GuiEvent[Any]) -> None:
        if event.client is not None:  # by a person, not by `play`
            self.show(float(self.moment.value))

    def close(self) -> None:
        """Stops serving. Calling it twice is fine."""
        close_server(self._server)


def _above(q: FloatArray) -> FloatArray:
    return np.array([q[0], q[1], _CAPTION_HEIGHT])
