"""Node `look_ahead_policy`: predicted controls for each tick (eq. 11 under the default policy)."""

import time

from biped.msg import PredictedControls, Reference, RobotState

from biped_control.errors import PolicyError
from biped_control.nodes.control_messages import predicted_controls_message
from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.message_fields import time_of_tick
from biped_control.nodes.qos import CONTROL_QOS
from biped_control.nodes.reference_messages import PlannedTick, planned_tick_from
from biped_control.nodes.robot_state_messages import state_from
from biped_control.nodes.terms import Terms
from biped_control.nodes.tick_pair import TickPair
from biped_control.policies.changeable_policy import ChangeablePolicy
from biped_control.policies.factory import POLICIES, create_policy, require_known
from biped_control.policies.library_gains import gain_tables
from biped_control.policies.look_ahead import LookAheadPolicy as Policy
from biped_control.policies.weights import load_regulator_table, look_ahead_weights
from biped_control.robot.mirror import Mirror
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import State
from biped_control.settings import load_settings
from biped_control.steering.repertoire import load_clips


class LookAheadPolicy(ControlNode):
    """Answers when the robot state and the reference of a tick are there.

    Where torques act late the state is that in which they will, foretold by `contact_adaptation`.
    """

    def __init__(self) -> None:
        super().__init__("look_ahead_policy")
        self._clip_name = self.argument("clip", str)
        self._steer = self.argument("steer", bool)
        self._switches = self.switches("adjust_steps", "find_delay")
        self._policies: dict[str, Policy] = {}
        self._edited = False
        self._policy_name = self.argument("policy", str, self._change_policy)
        self._rate = self.argument("rate", float)
        self._pair: TickPair[State, PlannedTick, PredictedControls] = TickPair(self._predict, self._publish)

    def configure(self) -> None:
        """Loads clips and gains, building the gains when they are not there yet."""
        robot = RobotModel.load()
        programme = load_clips(self._clip_name, self._steer, robot, self._rate)
        settings = load_settings().replaced(**self._switches).at_rate(self._rate)
        weights = look_ahead_weights(robot, load_regulator_table(settings.adjust_steps))
        self._joints, self._mirror = robot.nu, Mirror.of(robot)
        tables = gain_tables(robot, programme.clips, weights, settings)
        self._policies = {
            name: create_policy(name, robot, programme.clips, tables, weights, settings) for name in POLICIES
        }
        self._policy = ChangeablePolicy(self._named(self._policy_name))
        start = programme.first.reference(0, Placement())
        for policy in self._policies.values():
            policy.reset(start.state, start)
            policy.predict(start.state, start)  # loads the compiled kernels now, not in the first tick
        self.require_terms(Terms.of(robot, self._rate, programme.first))
        self._publisher = self.create_lifecycle_publisher(
            PredictedControls, "predicted_controls", CONTROL_QOS
        )
        topic = "state_ahead" if settings.predicts_state else "robot_state"
        self.listen(RobotState, topic, self._on_robot_state, paces=True)
        self.listen(Reference, "reference", self._on_reference)

    def activate(self) -> None:
        """Waits for the first pair."""
        self._pair.forget()

    def _change_policy(self, name: str) -> None:
        if self._policies:
            policy = self._named(name)
            if self._edited and policy.window == 0:
                raise PolicyError(
                    f"the reference is edited, and policy '{name}' has gains for the clips as they are; take "
                    "the edits back first (`biped edit stride=0 height=0 hands=0 tempo=1`, and clip= "
                    "that of before; a slope stays until the simulator is reset)"
                )
            self._policy.change_to(policy)
        self._policy_name = name

    def _named(self, name: str) -> Policy:
        require_known(name)
        return self._policies[name]

    def _on_robot_state(self, message: RobotState) -> None:
        self._pair.first(message.tick, state_from(message, self._joints))

    def _on_reference(self, message: Reference) -> None:
        self._pair.second(message.tick, planned_tick_from(message, self._mirror))

    def _predict(self, tick: int, state: State, planned: PlannedTick, begins: bool) -> PredictedControls:
        start = time.perf_counter()
        self._edited = planned.reference.edited
        if begins:
            self._policy.reset(state, planned.reference)
        controls = self._policy.predict(state, planned.reference)
        solve_ms = 1e3 * (time.perf_counter() - start)
        return predicted_controls_message(tick, time_of_tick(tick, self._rate), controls, solve_ms)

    def _publish(self, answer: PredictedControls) -> None:
        self._publisher.publish(answer)
