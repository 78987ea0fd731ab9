"""Node `dashboard`: the browser page of a running graph. Nothing waits for it."""

from collections.abc import Callable
from pathlib import Path

from biped_control.dashboard.controls import Controls, Setup
from biped_control.dashboard.frame_loop import FrameLoop
from biped_control.dashboard.page import HIGHEST_RATE_HZ, DashboardPage
from biped_control.dashboard.snapshot import Snapshot
from biped_control.errors import BipedError, GraphError, MessageError
from biped_control.motion.library.clip_library import ClipLibrary
from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.diagnostics_listener import DiagnosticsListener
from biped_control.nodes.executor_jobs import ExecutorJobs
from biped_control.nodes.live_view import LiveView
from biped_control.nodes.newest_messages import NewestMessages
from biped_control.nodes.page_operator import PageOperator
from biped_control.nodes.page_recording import PageRecording
from biped_control.nodes.planner_services import PlannerServices
from biped_control.nodes.running_parameters import RunningParameters
from biped_control.nodes.simulator_services import SimulatorServices
from biped_control.nodes.terms import Terms
from biped_control.policies.weights import load_table, look_ahead_weights
from biped_control.robot.model import RobotModel


class Dashboard(ControlNode):
    """Serves the page and draws the newest robot state in a thread of its own, at most 30 times a second.

    Attributes:
        page: the page, once configured.
    """

    page: DashboardPage

    def __init__(self) -> None:
        super().__init__("dashboard")
        self._port = self.argument("page_port", int)
        self._rate = self.argument("rate", float)
        self._frames: FrameLoop[Callable[[], Snapshot]] | None = None
        self._not_drawn = 0

    def configure(self) -> None:
        """Serves the page and subscribes."""
        robot = RobotModel.load()
        self._recording = PageRecording(self, ExecutorJobs(self), Path())
        services, running = SimulatorServices(self), RunningParameters(self, self._on_setup)
        controls = Controls(
            pause=services.pause,
            step=services.step,
            reset=services.reset,
            emergency_stop=services.emergency_stop,
            reset_fault=services.reset_fault,
            push=services.push,
            change_policy=running.change_policy,
            change_gamma=running.change_gamma,
            change_terrain=running.change_terrain,
            edit=PlannerServices(self).edit,
            play=running.play,
            start_recording=self._recording.start,
            stop_recording=self._recording.stop,
        )
        self.page = DashboardPage(robot, controls, self._port, clips=built_clips(robot, self._rate))
        self._frames = FrameLoop(self._draw, HIGHEST_RATE_HZ)
        self._frames.start()
        weights = look_ahead_weights(robot, load_table())
        self._view = LiveView(NewestMessages(self, self._on_news), robot, weights, self._rate)
        self._listener = DiagnosticsListener(self, self._on_diagnostics)
        self._operator = PageOperator(self, self.page, self._view)
        self.require_terms(Terms.of(robot, self._rate))
        self.get_logger().info(f"the page is at {self.page.address}")

    def cleanup(self) -> None:
        """Stops serving."""
        if self._frames is not None:
            self._frames.stop()
            self._frames = None
            self.page.close()
        if recording := getattr(self, "_recording", None):
            recording.close()
        if operator := getattr(self, "_operator", None):
            operator.close()

    def _on_setup(self, setup: Setup) -> None:
        self.page.show_setup(setup)

    def _on_news(self) -> None:
        if self._frames is None or not self._view.ready:
            return
        if self._frames.failure is not None:
            self.fail(GraphError(f"the page cannot be drawn any more: {self._frames.failure!r}"))
        self._frames.offer(self._view.snapshot)

    def _on_diagnostics(self) -> None:
        if self._frames is not None and self.page.viewers:
            self.page.show_health(self._listener.parts())

    def _draw(self, source: Callable[[], Snapshot]) -> None:
        try:
            self.page.draw(source)
        except MessageError as error:
            self._not_drawn += 1
            self.warn(f"a state was not drawn: {error} ({self._not_drawn} so far)", "not drawn")


def built_clips(robot: RobotModel, rate_hz: float) -> tuple[str, ...]:
    """Names of the clips that may be asked for; none when the library cannot be read."""
    try:
        return tuple(entry.name for entry in ClipLibrary(robot, rate_hz).entries() if entry.ready)
    except BipedError:
        return ()
