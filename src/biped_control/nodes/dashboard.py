"""Node `dashboard`: the browser page of a running graph. It looks on; nothing waits for it."""

import sys
from collections.abc import Callable, Sequence
from threading import Event
from typing import Any

import numpy as np
from biped.msg import JointTorques, PredictedControls, Reference, RobotState, SimulationStatus
from biped.srv import Push
from std_srvs.srv import SetBool, Trigger

from biped_control.analysis.cost import TrackingCost
from biped_control.dashboard.controls_panel import Controls, PushRequest
from biped_control.dashboard.frame_loop import FrameLoop
from biped_control.dashboard.page import HIGHEST_RATE_HZ, DashboardPage
from biped_control.dashboard.snapshot import LiveNumbers, Snapshot, hardest_working
from biped_control.errors import GraphError, MessageError
from biped_control.motion.reference import Reference as PlannedReference
from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.messages import observation_from, planned_tick_from, torques_from
from biped_control.nodes.newest_messages import NewestMessages
from biped_control.nodes.node_process import run_node
from biped_control.policies.weights import load_table, look_ahead_weights
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State

_ANSWER_WITHIN_S = 2.0


class Dashboard(ControlNode):
    """Serves the page and draws the newest robot state in a thread of its own, at most 30 times a second."""

    def __init__(self) -> None:
        super().__init__("dashboard")
        self._port = self.integer("page_port", 8080, "TCP port on 127.0.0.1; 0: a free one.", 0, 65535)
        self._rate = self.rate_parameter()
        self._page: DashboardPage | None = None
        self._frames: FrameLoop[Callable[[], Snapshot]] | None = None

    def configure(self) -> None:
        """Serves the page and subscribes."""
        self._robot = robot = RobotModel.load()
        self._weights = look_ahead_weights(robot, load_table())
        self._push_client: Any = self.create_client(Push, "simulator/push")
        self._pause_client: Any = self.create_client(SetBool, "simulator/pause")
        self._reset_client: Any = self.create_client(Trigger, "simulator/reset")
        self._page = DashboardPage(robot, Controls(self._pause, self._reset, self._push), self._port)
        self._frames = FrameLoop(self._draw, HIGHEST_RATE_HZ)
        self._frames.start()
        self.require_joint_order(robot.joint_names, robot.fingerprint, self._rate)
        self._messages = NewestMessages(self, self._on_news)
        self._messages.add(RobotState, "robot_state", rings=True)
        self._messages.add(Reference, "reference")
        self._messages.add(PredictedControls, "predicted_controls")
        self._messages.add(JointTorques, "joint_torques")
        self._messages.add(SimulationStatus, "simulation_status", rings=True)
        self.get_logger().info(f"the page is at {self._page.address}")

    def cleanup(self) -> None:
        """Stops serving."""
        if self._frames is not None:
            self._frames.stop()
        if self._page is not None:
            self._page.close()

    def _on_news(self) -> None:
        if self._frames is None or not self._messages.has("robot_state"):
            return
        if self._frames.failure is not None:
            self.fail(GraphError(f"the page cannot be drawn any more: {self._frames.failure!r}"))
        self._frames.offer(self._snapshot)

    # What is seen.

    def _draw(self, source: Callable[[], Snapshot]) -> None:
        assert self._page is not None
        try:
            self._page.draw(source)
        except MessageError as error:
            self.dropped += 1
            self.warn(f"a state was not drawn: {error} ({self.dropped} so far)")

    def _snapshot(self) -> Snapshot:
        """The newest robot state with what belongs to it."""
        nu, messages = self._robot.nu, self._messages
        message = messages.newest("robot_state")
        observation = observation_from(message, nu)
        # What led to this state: in lock-step all of it was sent before the state was.
        planned, torques = (
            messages.of_tick(topic, message.tick - 1) for topic in ("reference", "joint_torques")
        )
        reference = None if planned is None else planned_tick_from(planned, nu).reference
        applied = None if torques is None else torques_from(torques, nu)
        return Snapshot(
            q=observation.state.q,
            ghost=self._ghost(reference),
            points=observation.contact_points,
            forces=observation.contact_forces,
            numbers=self._numbers(message.tick, observation.state, reference, applied),
        )

    def _ghost(self, reference: PlannedReference | None) -> FloatArray | None:
        """Where the robot should be now: where the tick before wanted it, or where the motion begins."""
        if reference is not None:
            return reference.placement.to_world(reference.next_state).q
        first = self._messages.newest("reference")
        if first is None:
            return None
        planned = planned_tick_from(first, self._robot.nu).reference
        return planned.placement.to_world(planned.state).q

    def _numbers(
        self, tick: int, state: State, reference: PlannedReference | None, torques: FloatArray | None
    ) -> LiveNumbers:
        adapted = self._messages.newest("joint_torques")
        predicted = self._messages.newest("predicted_controls")
        status = self._messages.newest("simulation_status")
        cost = None
        if reference is not None and torques is not None:
            cost = 0.5 * TrackingCost(self._weights, 1.0 / self._rate).add(state, reference, torques)
        return LiveNumbers(
            time_s=tick / self._rate,
            clip=None if reference is None else reference.clip,
            activity=_activity(status),
            speed_mps=_field(status, "speed_mps"),
            distance_m=_field(status, "distance_m"),
            tick_cost=cost,
            mean_cost=_field(status, "mean_cost"),
            torque=None if torques is None else hardest_working(self._robot, torques),
            policy_ms=_field(predicted, "solve_ms"),
            adaptation_ms=_field(adapted, "solve_ms"),
            round_trip_ms=_field(status, "round_trip_ms_p50"),
            round_trip_p99_ms=_field(status, "round_trip_ms_p99"),
            lcp_contacts=_field(adapted, "lcp_contacts"),
            lcp_solved=_field(adapted, "lcp_ok"),
            realtime_factor=_field(status, "realtime_factor"),
            missed_ticks=_field(status, "missed_ticks"),
            fault=_field(status, "fault") or "",
        )

    # What the buttons do, in a thread of the page.

    def _pause(self, stop: bool) -> None:
        self._ask(self._pause_client, SetBool.Request(data=stop))

    def _reset(self) -> None:
        self._ask(self._reset_client, Trigger.Request())

    def _push(self, push: PushRequest) -> None:
        request = Push.Request(body=push.body, duration=push.seconds)
        request.force.x, request.force.y, request.force.z = (
            float(newtons) for newtons in np.array(push.force)
        )
        self._ask(self._push_client, request)

    def _ask(self, client: Any, request: Any) -> None:
        if not client.service_is_ready():
            raise GraphError(f"nobody offers {client.srv_name}; is the simulator running?")
        answered = Event()
        future = client.call_async(request)
        future.add_done_callback(lambda _: answered.set())
        if not answered.wait(_ANSWER_WITHIN_S):
            client.remove_pending_request(future)
            raise GraphError(f"no answer from {client.srv_name} within {_ANSWER_WITHIN_S:g} s")
        answer: Any = future.result()
        if not answer.success:
            raise GraphError(answer.message)


def _activity(status: SimulationStatus | None) -> str:
    if status is not None and status.fell:
        return "fallen"
    return "paused" if status is not None and status.paused else "walking"


def _field(message: Any | None, name: str) -> Any:
    return None if message is None else getattr(message, name)


def main(args: Sequence[str] | None = None) -> int:
    """Runs the node."""
    return run_node(Dashboard, args)


if __name__ == "__main__":
    sys.exit(main())
