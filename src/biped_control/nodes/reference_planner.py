"""Node `reference_planner`: what to follow in each tick."""

import time

from biped.msg import ClipDecision, Reference, RobotState

from biped_control.motion.editing.edit import parse_edit_of_now
from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.edit_service import EditService
from biped_control.nodes.policy_in_use import PolicyInUse
from biped_control.nodes.qos import CONTROL_QOS, DECISION_QOS
from biped_control.nodes.reference_messages import PlannedTick, reference_message
from biped_control.nodes.robot_state_messages import observation_from
from biped_control.nodes.terms import Terms
from biped_control.policies.factory import POLICIES, window_of
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.settings import load_settings
from biped_control.steering.adaptive_reference import AdaptiveReference
from biped_control.steering.clip_player import ClipPlayer
from biped_control.steering.heel_strike import half_cycles
from biped_control.steering.repertoire import load_clips, other_clips

_STEERING_TIMEOUT_S = 2.0


class ReferencePlanner(ControlNode):
    """Answers every robot state with the reference of its tick.

    The reference depends on the number of the tick and on steering's decisions alone. Where a clip ends or
    may be left, the node waits for the decision, so that the same decisions give the same motion however slow
    the machine is.
    `~/edit` edits what is followed, from the next tick on, while the policy plans ahead along it.
    One that goes over to another clip leaves the itinerary for good: where that clip ends, its hub goes on.
    A steering that stays silent is done without: the hub that the clip ends in then goes on. Where it has
    more to do than to keep to an itinerary, it says when a run may begin.
    """

    def __init__(self) -> None:
        super().__init__("reference_planner")
        self._clip_name = self.argument("clip", str)
        self._steer = self.argument("steer", bool)
        self._switches = self.switches("feel_ground", "adjust_steps")
        self._rate = self.argument("rate", float)
        self._policy = self.argument("policy", str)  # at the start; changes of it are heard
        # In real time the robot does not wait.
        self._patience = 0.0 if self.argument("realtime", bool) else _STEERING_TIMEOUT_S
        self._decisions: dict[tuple[int, int], str] = {}  # by clip_count and frame
        self._tick = 0
        self._waiting_since: float | None = None
        self._steering_is_silent = False
        self._latest: RobotState | None = None
        self._answer: Reference | None = None

    def configure(self) -> None:
        """Loads the clip and those around it."""
        robot = RobotModel.load()
        self._programme = load_clips(self._clip_name, self._steer, robot, self._rate)
        self._joints = robot.nu
        settings = load_settings().replaced(**self._switches).at_rate(self._rate)
        windows = {name: window_of(name, settings) for name in POLICIES}
        clips = self._programme.clips
        others = {} if self._steer else other_clips(clips, robot, self._rate)  # steering knows no others
        self._clips = {**others, **clips}
        self._reference = AdaptiveReference(robot, clips, settings, max(windows.values()), others)
        self._halves = half_cycles(self._programme.clips, robot) if self._steer else {}
        self.require_terms(Terms.of(robot, self._rate, self._programme.first))
        self._publisher = self.create_lifecycle_publisher(Reference, "reference", CONTROL_QOS)
        self.listen(RobotState, "robot_state", self._on_robot_state, paces=True)
        self._reference.rehearse(ClipPlayer(self._clips, self._programme.itinerary.first))
        PolicyInUse(self, self._policy, lambda name: self._reference.plan_ahead(windows.get(name, 0) > 0))
        EditService(self, self._edit)
        self.listen(ClipDecision, "clip_decision", self._on_decision, DECISION_QOS)

    def activate(self) -> None:
        """Begins with the first clip."""
        self._restart()

    def _restart(self) -> None:
        self._player = ClipPlayer(self._clips, self._programme.itinerary.first, halves=self._halves)
        self._tick, self._waiting_since, self._answer = 0, None, None
        self._reference.reset()
        self._felt_tick = -1
        self._may_begin = not self._steer
        self._steering_is_silent = False
        self._decisions.clear()

    def _edit(self, text: str) -> str:
        return self._reference.editing.edit(parse_edit_of_now(text), self._player)

    def _on_decision(self, decision: ClipDecision) -> None:
        if decision.clip_count == self._player.clip_count + 1:
            self._player.require_following(decision.clip)
        waits = self._waiting_since is not None or not self._may_begin
        if decision.clip_count == self._player.clip_count:
            self._may_begin = True
        begun = self._player.clip_count  # what was decided for clips that have begun is of no use any more
        self._decisions = {key: clip for key, clip in self._decisions.items() if key[0] > begun}
        self._decisions[decision.clip_count, decision.frame] = decision.clip
        self._steering_is_silent = False
        if waits and self._latest is not None:
            self._on_robot_state(self._latest)

    def _on_robot_state(self, state: RobotState) -> None:
        # Before anything changes: a bad state is dropped, and a good one of the same tick may follow.
        felt = observation_from(state, self._joints) if any(self._switches.values()) else None
        again = self._latest is not None and self._latest.tick == state.tick
        self._latest = state
        if state.tick < self._tick:
            self._restart()
        if felt is not None:
            self._feel(state.tick, felt)
        arrived = self._advance_to(state.tick)
        if arrived and (self._answer is None or self._answer.tick != state.tick):
            player = self._player
            planned = PlannedTick(self._reference.reference(player), player.clip.steps, player.clip_count)
            self._answer = reference_message(state.tick, state.header.stamp, planned)
        if self._answer is not None and (arrived or again):
            # Not arrived: the last answer again, in case steering has not seen it.
            self._publisher.publish(self._answer)

    def _feel(self, tick: int, felt: Observation) -> None:
        """Each tick once, however often it is sent."""
        if tick > self._felt_tick:
            self._felt_tick = tick
            self._reference.feel(felt.state, felt.contact_points, felt.contact_forces)

    def _advance_to(self, tick: int) -> bool:
        """Plays on to `tick`; False while a decision is missing, be it that steering is ready to begin."""
        if not self._may_begin:
            return False
        while self._tick < tick:
            following = None
            if self._player.at_decision and not self._goes_its_own_way:
                following = self._decisions.pop((self._player.clip_count + 1, self._player.frame), None)
                if following is None and not self._patience_is_over():
                    return False
            self._reference.advance(self._player, following)
            self._tick += 1
        self._waiting_since = None
        return True

    @property
    def _goes_its_own_way(self) -> bool:
        """After an edit to another clip an itinerary is of no use, nor is steering until it is done."""
        editing = self._reference.editing
        return editing.goes_over or (editing.gone_over and not self._steer)

    def _patience_is_over(self) -> bool:
        """Asked again with every robot state; a simulator that gets no torque repeats its state."""
        if not self._steering_is_silent:
            now = time.monotonic()
            self._waiting_since = self._waiting_since or now
            if now - self._waiting_since < self._patience:
                return False
        self._steering_is_silent = True  # for the next clips there is no waiting, until it speaks again
        count, hub = self._player.clip_count, self._player.clip.end_hub
        self.warn(f"steering is silent after clip {count}; '{hub}' follows")
        return True
