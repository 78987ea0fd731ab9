"""The browser page: the moving robot, its reference, ground forces, live numbers, a few buttons."""

import threading
import time
from collections.abc import Callable

from viser import ClientHandle, ViserServer

from biped_control.dashboard.body_poses import BodyPoses
from biped_control.dashboard.controls_panel import Controls, ControlsPanel
from biped_control.dashboard.follow import Follower
from biped_control.dashboard.ground_marks import GroundMarks
from biped_control.dashboard.numbers_panel import numbers_html
from biped_control.dashboard.page_server import address_of, close_server, open_server
from biped_control.dashboard.robot_figure import RobotFigure
from biped_control.dashboard.snapshot import LiveNumbers, Snapshot
from biped_control.dashboard.stage import WORLD, Stage
from biped_control.dashboard.urdf_shapes import visual_shapes
from biped_control.robot.model import RobotModel

HIGHEST_RATE_HZ = 30.0
_GHOST_PAINT = (0.1, 0.5, 0.9, 0.13)
_TEXT_PERIOD_S = 0.2


class DashboardPage:
    """Serves the page; `draw` shows a snapshot. Costs next to nothing while nobody looks."""

    def __init__(self, robot: RobotModel, controls: Controls, port: int = 8080) -> None:
        """
        Args:
            robot: what to draw.
            controls: what the buttons do.
            port: TCP port on 127.0.0.1; 0 takes a free one.

        Raises:
            DashboardError: the port is taken or is none; the message says what to do.
        """
        self._server = open_server(port)
        self._lock = threading.Lock()
        self._newest: Callable[[], Snapshot] | None = None
        self._text_due = 0.0
        self._last_time_s = 0.0
        self._viewers = 0
        self._build(robot, controls)
        self._server.on_client_connect(self._welcome)
        self._server.on_client_disconnect(self._farewell)

    @property
    def address(self) -> str:
        """What to type into a browser."""
        return address_of(self._server)

    @property
    def server(self) -> ViserServer:
        """The server below, for tests and for who wants to add to the page."""
        return self._server

    def draw(self, source: Callable[[], Snapshot]) -> None:
        """Shows the snapshot that `source` makes in all open pages.

        While nobody looks, `source` is only remembered for who comes next, not called.
        """
        with self._lock:
            self._newest = source
            if self._viewers:
                self._show(source())

    def close(self) -> None:
        """Stops serving. Calling it twice is fine."""
        close_server(self._server)

    def _build(self, robot: RobotModel, controls: Controls) -> None:
        server, poses = self._server, BodyPoses(robot)
        self._stage = Stage(server)
        self._figure = RobotFigure(server.scene, f"{WORLD}/robot", poses)
        self._ghost = RobotFigure(server.scene, f"{WORLD}/ghost", poses, _GHOST_PAINT)
        self._marks = GroundMarks(server.scene, f"{WORLD}/marks", robot)
        self._follower = Follower()
        self._text = server.gui.add_html(numbers_html(LiveNumbers()))
        self.panel = ControlsPanel(server, controls, _pushable_links(robot))

    def _show(self, snapshot: Snapshot) -> None:
        panel = self.panel
        time_s = snapshot.numbers.time_s or 0.0
        with self._server.atomic():
            if time_s < self._last_time_s:
                self._marks.wipe()  # the simulation was reset
            self._last_time_s = time_s
            if panel.follow.value:
                self._stage.look_at(self._follower.track(snapshot.q[:2]))
            self._figure.show(snapshot.q)
            self._ghost.show(snapshot.ghost if panel.ghost.value else None)
            self._marks.show(snapshot, panel.arrows.value, panel.prints.value)
            if time.monotonic() >= self._text_due:
                self._text_due = time.monotonic() + _TEXT_PERIOD_S
                self._text.content = numbers_html(snapshot.numbers)

    def _welcome(self, client: ClientHandle) -> None:
        with self._lock:
            self._viewers += 1
            if self._newest is not None:
                self._show(self._newest())

    def _farewell(self, client: ClientHandle) -> None:
        with self._lock:
            self._viewers -= 1


def _pushable_links(robot: RobotModel) -> tuple[str, ...]:
    """Links one can see, the torso first: that is where people push."""
    links = dict.fromkeys([robot.limbs.torso, *(shape.link for shape in visual_shapes(robot.urdf))])
    return tuple(links)
