"""Node `value_function_steering`: which clip follows, as operators wish or as an itinerary says."""

import numpy as np
from biped.msg import ClipDecision, JointTorques, RobotState
from biped.msg import Reference as ReferenceMessage
from builtin_interfaces.msg import Time

from biped_control.analysis.recent_cost import RecentCost
from biped_control.errors import GraphError
from biped_control.motion.clip import Clip
from biped_control.motion.reference import Reference
from biped_control.nodes.control_messages import torques_if_any_from
from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.operator_topics import OperatorTopics
from biped_control.nodes.qos import CONTROL_QOS, DECISION_QOS
from biped_control.nodes.reference_messages import PlannedTick, planned_tick_from, require_place
from biped_control.nodes.robot_state_messages import state_from
from biped_control.nodes.terms import Terms
from biped_control.nodes.tick_join import TickJoin
from biped_control.policies.weights import load_table, look_ahead_weights
from biped_control.robot.mirror import Mirror
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State
from biped_control.steering.heel_strike import half_cycles
from biped_control.steering.operator.joy_mapping import load_joy_mapping
from biped_control.steering.operator.settings import load_operator_settings
from biped_control.steering.pilot import Pilot
from biped_control.steering.planner import Choice
from biped_control.steering.planner_choice import planner_for
from biped_control.steering.programme import load_programme
from biped_control.steering.repertoire import load_repertoire

_NEEDED = ("reference", "joint_torques")  # topics without whose first message the cost would begin elsewhere


class ValueFunctionSteering(ControlNode):
    """Decides once a clip, and once more where a hub may be left amid its cycle, and says why.

    Without `steer` it keeps to an itinerary and decides as soon as a clip has begun. With it, it decides when
    the clip is over: what operators say counts from the next decision on, and not before. In real time, where
    nobody waits, it decides a tick earlier.
    """

    def __init__(self) -> None:
        super().__init__("value_function_steering")
        self._clip_name = self.argument("clip", str)
        self._rate = self.argument("rate", float)
        self._realtime = self.argument("realtime", bool)
        self._steer = self.argument("steer", bool)
        self._planner_name = self.argument("planner", str)
        self._pilot: Pilot | None = None
        self._play = self.text("play", "", "Steered: clip to play next; empty: none.", self._ask_for)

    def configure(self) -> None:
        """Loads the clips and whoever chooses among them."""
        robot = RobotModel.load()
        self._publisher = self.create_lifecycle_publisher(ClipDecision, "clip_decision", DECISION_QOS)
        if self._steer:
            first = self._configure_steering(robot)
        else:
            programme = load_programme(self._clip_name, robot, self._rate)
            first, self._itinerary = programme.first, programme.itinerary
            self.listen(ReferenceMessage, "reference", self._follow_itinerary, CONTROL_QOS, paces=True)
        self.require_terms(Terms.of(robot, self._rate, first))

    def activate(self) -> None:
        """A run begins."""
        self._decision: ClipDecision | None = None
        self._tick = 0
        if self._pilot is not None:
            self._pilot.begin()
            self._operators.reset()
            self._cost = RecentCost(self._weights, 1.0 / self._rate)
            self._join.forget()

    def cleanup(self) -> None:
        """Ends what listens to operators."""
        if operators := getattr(self, "_operators", None):
            operators.close()

    def _publish(self, clip_count: int, frame: int, stamp: Time, choice: Choice) -> None:
        decision = ClipDecision(clip_count=clip_count, frame=frame, clip=choice.clip, reason=choice.reason)
        decision.mirrored = choice.mirrored
        decision.header.stamp = stamp
        self._decision = decision
        self._publisher.publish(decision)

    def _is_decided(self, clip_count: int, frame: int) -> bool:
        decision = self._decision
        return decision is not None and (decision.clip_count, decision.frame) == (clip_count, frame)

    def _follow_itinerary(self, message: ReferenceMessage) -> None:
        # At the last frame again: a planner that has not heard the decision waits for it there.
        require_place(message)
        if message.clip != self._itinerary.leg(message.clip_count).clip:
            return  # an edit has gone over to another clip, and the planner goes its own way
        following, at_last_frame = message.clip_count + 1, message.frame + 1 == message.frames
        if at_last_frame or not self._is_decided(following, message.frames - 1):
            leg = self._itinerary.leg(following)
            self._publish(following, message.frames - 1, message.header.stamp, Choice(leg.clip, leg.reason))

    def _configure_steering(self, robot: RobotModel) -> Clip:
        self._joints, self._mirror = robot.nu, Mirror.of(robot)
        self._weights = look_ahead_weights(robot, load_table())
        repertoire, settings = load_repertoire(self._clip_name, robot, self._rate), load_operator_settings()
        chosen = planner_for(repertoire.library, self._planner_name)
        self.get_logger().info(f"{chosen.planner.name} planner; {repertoire.graph.describe()}")
        for note in filter(None, (*chosen.notes, repertoire.lack)):
            self.get_logger().warning(note)
        halves = half_cycles(repertoire.clips, robot)
        self._pilot = Pilot(repertoire.clips, repertoire.graph, chosen.planner, settings, halves)
        self._pilot.ask_for(self._play)
        self._join = TickJoin(self._on_tick)
        self._planned: PlannedTick | None = None
        self.listen(RobotState, "robot_state", self._on_state, CONTROL_QOS, paces=True)
        self.listen(ReferenceMessage, "reference", self._on_reference, CONTROL_QOS)
        self.listen(JointTorques, "joint_torques", self._on_torques, CONTROL_QOS)
        start_speed = repertoire.graph.hubs[self._clip_name]
        self._operators = OperatorTopics(self, settings, load_joy_mapping(), start_speed)
        return repertoire.clips[self._clip_name]

    def _on_state(self, message: RobotState) -> None:
        if message.tick < self._tick:
            self.activate()
        self._join.state(message.tick, state_from(message, self._joints))
        # The planner begins when this is said; nothing that comes before can be missed then.
        if message.tick == 0 and all(self.count_publishers(topic) for topic in _NEEDED):
            self._publish(1, 0, message.header.stamp, Choice(self._clip_name, "the walk begins with it"))

    def _on_torques(self, message: JointTorques) -> None:
        torques = torques_if_any_from(message, self._joints)
        self._join.torques(message.tick, torques if len(torques) else np.zeros(self._joints))

    def _on_reference(self, message: ReferenceMessage) -> None:
        assert self._pilot is not None
        planned = planned_tick_from(message, self._mirror)
        if message.tick > self._tick or self._tick == 0:
            self._tick, self._planned, self._stamp = message.tick, planned, message.header.stamp
            heading, seconds = self._pilot.heading(planned.reference), message.tick / self._rate
            standing = self._pilot.stands(planned.reference)
            self._intent = self._operators.intent(heading, seconds, standing)
            if self._operators.wish.command.stop:
                self._pilot.ask_for("")  # also what a stop that is over by the next decision came after
            self._join.reference(message.tick, planned.reference)
            if self._realtime and self._pilot.decides(planned.reference):
                self._decide(planned)
        elif self._is_decided(planned.clip_count + 1, planned.reference.frame):
            self._publisher.publish(self._decision)  # a planner that has not heard it waits

    def _on_tick(self, tick: int, reference: Reference, torques: FloatArray, after: State) -> None:
        assert self._pilot is not None
        self._cost.add(after, reference, torques)
        planned = self._planned
        if planned is not None and tick == self._tick and self._pilot.decides(reference):
            self._decide(planned)

    def _decide(self, planned: PlannedTick) -> None:
        assert self._pilot is not None
        following, frame = planned.clip_count + 1, planned.reference.frame
        if not self._is_decided(following, frame):
            wish = self._operators.wish
            choice = self._pilot.decide(planned.reference, self._cost.value, self._intent, wish)
            self._publish(following, frame, self._stamp, choice)
            self.get_logger().debug(f"clip {following}: '{choice.clip}', because {choice.reason}")

    def _ask_for(self, clip: str) -> None:
        if clip and not self._steer:
            raise GraphError(f"'{clip}' cannot be asked for: start the walk with steer:=true")
        if self._pilot is not None:
            self._pilot.ask_for(clip, self._operators.wish_now())
            if clip:
                self._operators.end_stop()
        self._play = clip
