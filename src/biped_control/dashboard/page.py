"""The browser page: the moving robot, its reference, ground forces, live numbers and plots, controls."""

import threading
import time
from collections.abc import Callable, Sequence

from viser import ClientHandle, ViserServer

from biped_control.dashboard.body_poses import BodyPoses
from biped_control.dashboard.controls import Controls, Setup, set_value
from biped_control.dashboard.graph_health import PartHealth
from biped_control.dashboard.last_known import LastKnown
from biped_control.dashboard.page_server import address_of, close_server, open_server
from biped_control.dashboard.panels.controls_panel import ControlsPanel
from biped_control.dashboard.panels.live_plots import LivePlots, heading_of
from biped_control.dashboard.panels.numbers_panel import numbers_html
from biped_control.dashboard.scene.follow import Follower
from biped_control.dashboard.scene.ground_marks import GroundMarks
from biped_control.dashboard.scene.heading_dial import HeadingDial
from biped_control.dashboard.scene.push_arrow import PushArrow
from biped_control.dashboard.scene.robot_figure import RobotFigure
from biped_control.dashboard.scene.stage import WORLD, Stage
from biped_control.dashboard.snapshot import LiveNumbers, Snapshot
from biped_control.dashboard.urdf_shapes import visual_shapes
from biped_control.robot.model import RobotModel
from biped_control.steering.operator.screen_joystick import ScreenJoystick

HIGHEST_RATE_HZ = 30.0
_GHOST_PAINT = (0.1, 0.5, 0.9, 0.13)
_TEXT_PERIOD_S = 0.2
_PLOT_PERIOD_S = 0.25
_CRUISE_MPS = 1.2


class DashboardPage:
    """Serves the page; `draw` shows a snapshot. Costs next to nothing while nobody looks.

    Attributes:
        stick: what the person at the page steers with.
        panel: the controls.
        plots: the plots.
    """

    def __init__(
        self,
        robot: RobotModel,
        controls: Controls,
        port: int = 8080,
        stick: ScreenJoystick | None = None,
        clips: tuple[str, ...] = (),
    ) -> None:
        """
        Args:
            robot: what to draw.
            controls: what the buttons do.
            port: TCP port on 127.0.0.1; 0 takes a free one.
            stick: gets what the person at the page wants the robot to do.
            clips: names of those that may be asked for.

        Raises:
            DashboardError: the port is taken or is none; the message says what to do.
        """
        self._server = open_server(port)
        self._lock = threading.Lock()
        self._newest: Callable[[], Snapshot] | None = None
        self._text_due = self._plots_due = 0.0
        self._last_time_s, self._last_known = 0.0, LastKnown()
        self._viewers = 0
        self.stick = stick or ScreenJoystick(_CRUISE_MPS)
        self._build(robot, controls, clips)
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

    @property
    def viewers(self) -> int:
        """How many browsers have the page open."""
        return self._viewers

    def show_setup(self, setup: Setup) -> None:
        """Shows how the graph runs, and enables what that allows."""
        self.panel.tuning.show(setup)
        steered = setup.steered is not False
        self.panel.steering.enable(steered)
        if not steered:
            set_value(self.panel.dial, False)

    def show_health(self, parts: Sequence[PartHealth]) -> None:
        """Shows how the nodes of the graph are."""
        self.panel.health.show(parts)

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

    def _build(self, robot: RobotModel, controls: Controls, clips: tuple[str, ...]) -> None:
        server, poses = self._server, BodyPoses(robot)
        self._stage = Stage(server)
        self._figure = RobotFigure(server.scene, f"{WORLD}/robot", poses)
        self._ghost = RobotFigure(server.scene, f"{WORLD}/ghost", poses, _GHOST_PAINT)
        self._marks = GroundMarks(server.scene, f"{WORLD}/marks", robot)
        self._follower = Follower()
        self._push_arrow = PushArrow(server.scene, f"{WORLD}/push", robot)
        self._text = server.gui.add_html(numbers_html(LiveNumbers()))
        self.panel = ControlsPanel(server, controls, self.stick, _pushable_links(robot), clips)
        self.dial = HeadingDial(server.scene, f"{WORLD}/dial", self.panel.steering.steer)
        self.plots = LivePlots(server, robot)

    def _show(self, snapshot: Snapshot) -> None:
        panel, numbers = self.panel, snapshot.numbers
        time_s = numbers.time_s or 0.0
        heading = panel.pushing.yaw = heading_of(snapshot.q)
        with self._server.atomic():
            if time_s < self._last_time_s:
                self._marks.wipe()  # the simulation was reset
            self._last_time_s = time_s
            middle = self._follower.track(snapshot.q[:2])
            if panel.follow.value:
                self._stage.look_at(middle)
            self._figure.show(snapshot.q)
            self._ghost.show(snapshot.ghost if panel.ghost.value else None)
            loads = self._marks.show(snapshot, panel.arrows.value, panel.prints.value)
            self._push_arrow.show(panel.pushing.last, snapshot.q, time_s)
            self.dial.hide(not panel.dial.value)
            self.dial.show(middle, self._stage.shift, heading, numbers.heading_wanted)
            self.plots.add(snapshot, loads)
            self._show_slowly(numbers, heading, time.monotonic())

    def _show_slowly(self, numbers: LiveNumbers, heading: float, now: float) -> None:
        """What nobody can read 30 times a second."""
        known = self._last_known.fill(numbers, now)
        if now >= self._text_due:
            self._text_due = now + _TEXT_PERIOD_S
            self._text.content = numbers_html(known)
            self.panel.steering.show_present(heading)
        if now >= self._plots_due:
            self._plots_due = now + _PLOT_PERIOD_S
            self.plots.panel.visible = self.panel.plots.value
            if self.panel.plots.value:
                self.plots.draw()

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
