"""The supervisor as a part of the node that commands the actuators: simulator or bridge to hardware."""

from collections.abc import Callable

from diagnostic_msgs.msg import DiagnosticStatus
from std_srvs.srv import Trigger

from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.emergency_stop import EmergencyStop
from biped_control.nodes.graph import load_graph
from biped_control.nodes.health import ERROR, OK, WARN, health
from biped_control.nodes.node_watch import LEASE_S, NodeWatch
from biped_control.robot.state import FloatArray, State
from biped_control.safety.fault import Fault
from biped_control.safety.supervisor import Supervisor, Verdict
from biped_control.steering.operator.joy_mapping import JoyMapping

_COUNTS = {
    Fault.NO_SOLUTION: "ticks without a solution",
    Fault.NO_TORQUE: "ticks without a torque",
    Fault.NO_STATE: "ticks without a state",
    Fault.OVERSPEED: "ticks of overspeed",
    Fault.DRIVE: "ticks of drive faults",
    Fault.EMERGENCY_STOP: "ticks of emergency stop",
}


class TorqueSafety:
    """Services `~/estop` and `~/reset_fault`, the joystick's button, warnings, and a part of `/diagnostics`.

    Also knows by name which of the nodes that torques depend on has died. That alone brakes nothing: what
    counts is whether torques come.

    Attributes:
        supervisor: decides about every tick; whoever owns a drive latches its faults there.
    """

    def __init__(
        self,
        node: ControlNode,
        supervisor: Supervisor,
        mapping: JoyMapping,
        reset: Callable[[], str] | None = None,
    ) -> None:
        """
        Args:
            node: who commands the actuators.
            supervisor: judges its torques.
            mapping: meaning of the joystick.
            reset: leaves a latched fault and says why it cannot, if so; without it the supervisor's own.
        """
        self._node, self.supervisor = node, supervisor
        self._reset = reset or supervisor.reset
        self._emergency_stop = EmergencyStop(node, mapping, self.stop)
        node.create_service(Trigger, "~/reset_fault", self._on_reset_fault)
        self._watch = NodeWatch(node, load_graph().loop_nodes, self._on_node)

    def stop(self, reason: str) -> None:
        """Emergency stop."""
        self.supervisor.latch(Fault.EMERGENCY_STOP, reason)

    def judge(
        self, tick: int, state: State, torques: FloatArray | None, age: int = 0, state_age: int = 0
    ) -> Verdict:
        """`Supervisor.judge` for `tick`; what does not pass unchanged is told."""
        verdict = self.supervisor.judge(state, torques, age, state_age)
        self.tell(tick, verdict)
        return verdict

    def tell(self, tick: int, verdict: Verdict) -> None:
        """Warns, at most once a second, if the torques of `tick` did not pass unchanged."""
        if verdict.reason:
            self._node.warn(f"tick {tick}: {verdict.reason}; joints: {verdict.action.value}", "torques")
        if verdict.clamped:
            self._node.warn(
                f"tick {tick}: torque cut to the limit at {', '.join(verdict.clamped)}", "clamped"
            )

    def health(self) -> DiagnosticStatus:
        """Part `safety` of the node: the latched fault, and counts since the run began."""
        supervisor = self.supervisor
        counts = {text: supervisor.faulty_ticks[fault] for fault, text in _COUNTS.items()}
        counts["ticks with a torque cut to the limit"] = supervisor.clamped_ticks
        level, text = OK, "torques pass"
        if any(counts.values()):
            level, text = WARN, "some torques did not pass unchanged"
        if supervisor.latched:
            level, text = ERROR, f"latched, joints braked: {supervisor.reason}"
        if gone := ", ".join(sorted(self._watch.gone)):
            level, text = max(level, WARN), f"no sign of life of {gone}; {text}"
        fault = supervisor.latched.name.lower().replace("_", " ")
        values: dict[str, object] = {"latched fault": fault, "nodes that are gone": gone or "none", **counts}
        return health(f"{self._node.get_name()}: safety", level, text, values)

    def _on_node(self, name: str, alive: bool) -> None:
        log = self._node.get_logger()
        if alive:
            log.info(f"{name} is there again")
        elif self._node.active:
            log.warning(f"no sign of life of {name} for {LEASE_S:g} s: it died, ended, is stopped or starved")
        self._node.tell_health()

    def _on_reset_fault(self, request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        response.success, response.message = self._try_reset()
        return response

    def _try_reset(self) -> tuple[bool, str]:
        latched = self.supervisor.reason
        if not self._node.active:
            return False, "the node is not active"
        if not latched:
            return True, "no fault is latched"
        if self._emergency_stop.held:
            return False, "the emergency stop of the joystick is held; let go of it first"
        if refusal := self._reset():
            return False, f"still braking the joints: {refusal}"
        return True, f"listening to the controller again, after: {latched}"
