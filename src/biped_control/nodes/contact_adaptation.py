"""Node `contact_adaptation`: joint torques for each tick (eqs. 12-20), within the effort limits."""

import time

import numpy as np
from biped.msg import JointTorques, RobotState
from biped.msg import PredictedControls as PredictedControlsMessage
from diagnostic_msgs.msg import DiagnosticStatus

from biped_control.contact.changeable_adaptation import ChangeableAdaptation
from biped_control.contact.ground_belief import GroundBelief
from biped_control.contact.perception import Perceived, Perception
from biped_control.contact.state_prediction import on_buses
from biped_control.contact.weights import adaptation_weights, load_table
from biped_control.nodes.control_messages import predicted_controls_from
from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.health import ERROR, OK, WARN, health
from biped_control.nodes.message_fields import doubles, time_of_tick
from biped_control.nodes.qos import CONTROL_QOS
from biped_control.nodes.robot_state_messages import observation_from, robot_state_message
from biped_control.nodes.terms import Terms
from biped_control.nodes.tick_pair import TickPair
from biped_control.policies.look_ahead import PredictedControls
from biped_control.robot.effort import clamp_effort
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.state import BoolArray, FloatArray, State
from biped_control.settings import load_settings

_NO_TORQUES = "contact adaptation gave torques that are no numbers"
_NO_CONTACTS = np.zeros((0, 3))


class ContactAdaptation(ControlNode):
    """Answers when the robot state and the predicted controls of a tick are there.

    It alone knows the state and the torques that were sent, so it also finds how late these act, and tells
    the policy on `state_ahead` which state to make controls for.
    Torques that are no numbers never leave it: it then says that it has none, and the supervisor in front of
    the actuators knows what to do. Leaving the active state it sends one message of zeros.
    """

    def __init__(self) -> None:
        super().__init__("contact_adaptation")
        self._adaptation: ChangeableAdaptation | None = None
        self._gamma = self.argument("gamma", float, self._change_gamma)
        self._switches = self.switches("feel_ground", "find_delay")
        self._on_buses = self.argument("hardware", bool)  # where torques act late
        self._rate = self.argument("rate", float)
        self._pair: TickPair[Perceived, PredictedControls, JointTorques] = TickPair(
            self._adapt, self._publish
        )
        self._tick = self._answered_tick = 0
        self._clamped = self._unsolved = self._without = 0
        self._has_torques = True
        self._perceived: Perceived | None = None
        self._perceiving_s = 0.0  # time that it took

    def configure(self) -> None:
        """Loads robot and weights."""
        robot = RobotModel.load()
        settings = load_settings().replaced(gamma=self._gamma, **self._switches).at_rate(self._rate)
        if self._on_buses:
            settings = on_buses(settings)
        self._robot = robot
        self._adaptation = ChangeableAdaptation(robot, adaptation_weights(robot, load_table()), settings)
        self._ground = GroundBelief(robot) if settings.feel_ground else None
        self._perception = Perception(robot, settings)
        self._rehearse(self._adaptation)
        self.require_terms(Terms.of(robot, self._rate))
        self._publisher = self.create_lifecycle_publisher(JointTorques, "joint_torques", CONTROL_QOS)
        self._predicts = settings.predicts_state
        if self._predicts:
            self._ahead_publisher = self.create_lifecycle_publisher(RobotState, "state_ahead", CONTROL_QOS)
        self.listen(RobotState, "robot_state", self._on_robot_state, paces=True)
        self.listen(PredictedControlsMessage, "predicted_controls", self._on_predicted_controls)

    def activate(self) -> None:
        """Waits for the first pair."""
        self._pair.forget()
        self._perceived = None

    def deactivate(self) -> None:
        """Sends zero torque for the newest tick, so that nothing keeps the last value."""
        self._publish(self._message(self._tick, np.zeros(self._robot.nu)))

    def parts(self) -> list[DiagnosticStatus]:
        """Part `torques`: counts since the node began."""
        values = {
            "ticks with a torque cut to the limit": self._clamped,
            "unsolved contact problems": self._unsolved,
            "ticks without torques": self._without,
        }
        level, text = OK, "within limits"
        if any(values.values()):
            level, text = WARN, "some torques were cut, approximate or none"
        if not self._has_torques:
            level, text = ERROR, _NO_TORQUES
        return [health("contact_adaptation: torques", level, text, values)]

    def _change_gamma(self, gamma: float) -> None:
        self._gamma = gamma
        if self._adaptation is not None:
            self._adaptation.change_gamma(gamma)

    def _rehearse(self, adaptation: ChangeableAdaptation) -> None:
        """Loads the compiled kernels now, not in the first tick."""
        nv, nu = self._robot.nv, self._robot.nu
        idle = PredictedControls(np.zeros(nu), np.zeros((4, 3)), np.ones(4, dtype=np.bool_))
        state = State(np.zeros(nv), np.zeros(nv))
        adaptation.adapt(state, idle)
        self._perception.rehearse(state)

    def _on_robot_state(self, message: RobotState) -> None:
        if self._perceived is None or message.tick != self._tick:
            sensed = observation_from(message, self._robot.nu)
            if self._perceived is None or message.tick < self._tick:
                self._forget_run()
            elif (missed := message.tick - 1 - self._answered_tick) > 0:
                self._perception.missed(missed)
            self._tick = message.tick
            self._perceived = self._perceive(message, sensed)
        if self._predicts:
            self._ahead_publisher.publish(self._state_ahead)
        self._pair.first(message.tick, self._perceived)

    def _on_predicted_controls(self, message: PredictedControlsMessage) -> None:
        self._pair.second(message.tick, predicted_controls_from(message, self._robot.nu))

    def _forget_run(self) -> None:
        self._perception.reset()
        if self._ground is not None:
            self._ground.reset()

    def _perceive(self, message: RobotState, sensed: Observation) -> Perceived:
        """Each tick once, however often it is sent. The planner feels the same ground for itself."""
        start, ground_at = time.perf_counter(), None
        if self._ground is not None:
            self._ground.update(sensed.state, sensed.contact_points, sensed.contact_forces)
            ground_at = self._ground.ground_at
        perceived = self._perception.perceive(sensed, ground_at)
        self._state_ahead = message
        if perceived.foretold is not None:
            told = Observation(perceived.foretold, _NO_CONTACTS, _NO_CONTACTS)
            self._state_ahead = robot_state_message(message.tick, self._rate, told)
        self._perceiving_s = time.perf_counter() - start
        return perceived

    def _adapt(
        self, tick: int, perceived: Perceived, predicted: PredictedControls, begins: bool
    ) -> JointTorques:
        start = time.perf_counter()
        assert self._adaptation is not None  # made by `configure`
        if begins:
            self._adaptation.reset()
        adapted = self._adaptation.adapt(perceived.ahead, predicted, perceived.ground_at)
        usable = bool(np.isfinite(adapted.torques).all())
        torques, cut = clamp_effort(adapted.torques, self._robot.effort_limits)
        self._perception.answered(predicted.ground, torques if usable else None)
        if usable:
            self._answered_tick = tick
            message = self._message(tick, torques)
            message.clamped = cut
            if cut:
                self._warn_of_cut(tick, torques != adapted.torques)
        else:
            message = self._no_torques(tick)
        message.lcp_contacts = adapted.constraints.contacts
        message.lcp_ok = usable and adapted.solution.solved
        self._has_torques = usable
        self._clamped += message.clamped > 0
        self._unsolved += not message.lcp_ok
        self._without += not usable
        message.lcp_residual = float(adapted.solution.residual)
        message.solve_ms = 1e3 * (self._perceiving_s + time.perf_counter() - start)
        return message

    def _warn_of_cut(self, tick: int, cut: BoolArray) -> None:
        joints = ", ".join(self._robot.joint_names[joint] for joint in np.flatnonzero(cut))
        self.warn(f"tick {tick}: torque cut to the effort limit at {joints}", "clamped")

    def _no_torques(self, tick: int) -> JointTorques:
        message = self._message(tick, np.zeros(0))
        message.fault = _NO_TORQUES
        self.warn(f"tick {tick}: {message.fault}", "no torques")
        return message

    def _message(self, tick: int, torques: FloatArray) -> JointTorques:
        message = JointTorques()
        message.header.stamp = time_of_tick(tick, self._rate)
        message.tick = tick
        message.torques = doubles(torques)
        return message

    def _publish(self, answer: JointTorques) -> None:
        self._publisher.publish(answer)
