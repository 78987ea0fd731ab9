"""What the messages of a running graph say, as one snapshot for the page."""

from typing import Any

from biped.msg import JointTorques, PredictedControls, Reference, RobotState, SimulationStatus

from biped_control.analysis.cost import TrackingCost
from biped_control.dashboard.panels.live_plots import heading_of
from biped_control.dashboard.snapshot import ON_ITS_FEET, LiveNumbers, Snapshot, hardest_working
from biped_control.motion.reference import Reference as PlannedReference
from biped_control.nodes.control_messages import torques_from
from biped_control.nodes.newest_messages import NewestMessages
from biped_control.nodes.reference_messages import planned_tick_from
from biped_control.nodes.robot_state_messages import observation_from
from biped_control.policies.weights import LookAheadWeights
from biped_control.robot.mirror import Mirror
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State


class LiveView:
    """Joins the newest robot state with what belongs to it.

    Attributes:
        heading_wanted: yaw in the world that the operators want [rad], None if they want none.
        operator: who steers, in words.
        heading: yaw of the pelvis in the last snapshot [rad].
        time_s: simulated time of the last snapshot [s].
    """

    def __init__(
        self, messages: NewestMessages, robot: RobotModel, weights: LookAheadWeights, rate_hz: float
    ) -> None:
        """Subscribes; `messages` rings when there is something new to see."""
        self._messages = messages
        self._robot, self._mirror = robot, Mirror.of(robot)
        self._weights = weights
        self._rate = rate_hz
        self.heading_wanted: float | None = None
        self.operator = ""
        self.heading = self.time_s = 0.0
        messages.add(RobotState, "robot_state", rings=True)
        messages.add(Reference, "reference")
        messages.add(PredictedControls, "predicted_controls")
        messages.add(JointTorques, "joint_torques")
        messages.add(SimulationStatus, "simulation_status", rings=True)

    @property
    def ready(self) -> bool:
        """Whether there is a robot to see."""
        return self._messages.has("robot_state")

    def snapshot(self) -> Snapshot:
        """The newest state; only when `ready`.

        Raises:
            MessageError: a message has wrong sizes, NaN or infinity.
        """
        nu = self._robot.nu
        message = self._messages.newest("robot_state")
        observation = observation_from(message, nu)
        self.heading, self.time_s = heading_of(observation.state.q), message.tick / self._rate
        # What led to this state: in lock-step all of it was sent before the state was.
        planned = self._messages.of_tick("reference", message.tick - 1)
        torques = self._messages.of_tick("joint_torques", message.tick - 1)
        reference = None if planned is None else planned_tick_from(planned, self._mirror).reference
        applied = None if torques is None or not torques.torques else torques_from(torques, nu)
        return Snapshot(
            q=observation.state.q,
            ghost=self._ghost(reference),
            points=observation.contact_points,
            forces=observation.contact_forces,
            torques=applied,
            numbers=self._numbers(message.tick, observation.state, reference, applied),
        )

    def _ghost(self, reference: PlannedReference | None) -> FloatArray | None:
        """Where the robot should be now: where the tick before wanted it, or where the motion begins."""
        if reference is not None:
            return reference.placement.to_world(reference.next_state).q
        newest = self._messages.newest("reference")
        if newest is None:
            return None
        planned = planned_tick_from(newest, self._mirror).reference
        return planned.placement.to_world(planned.state).q

    def _numbers(
        self, tick: int, state: State, reference: PlannedReference | None, torques: FloatArray | None
    ) -> LiveNumbers:
        adapted = self._messages.newest("joint_torques")
        predicted = self._messages.newest("predicted_controls")
        status = self._messages.newest("simulation_status")
        cost = None
        if reference is not None and torques is not None:
            cost = TrackingCost(self._weights, 1.0 / self._rate).add(state, reference, torques)
        return LiveNumbers(
            time_s=tick / self._rate,
            clip=None if reference is None else _walked(reference),
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
            heading_wanted=self.heading_wanted,
            operator=self.operator,
        )


def _walked(reference: PlannedReference) -> str:
    return f"{reference.clip}, mirrored" if reference.placement.mirrored else reference.clip


def _activity(status: SimulationStatus | None) -> str:
    if status is not None and status.fell:
        return "fallen"
    return "paused" if status is not None and status.paused else ON_ITS_FEET


def _field(message: Any, name: str) -> Any:
    return None if message is None else getattr(message, name)
