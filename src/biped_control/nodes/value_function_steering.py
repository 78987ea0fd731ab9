"""Node `value_function_steering`: which clip follows. For now it keeps to an itinerary."""

from biped.msg import ClipDecision, Reference

from biped_control.nodes.control_node import CONTROL_QOS, DECISION_QOS, ControlNode
from biped_control.robot.model import RobotModel
from biped_control.steering.programme import load_programme


class ValueFunctionSteering(ControlNode):
    """Decides once a clip, as soon as the clip has begun, and says why."""

    def __init__(self) -> None:
        super().__init__("value_function_steering")
        self._clip_name = self.text("clip", "walk", "Clip to play, a name in the library or a file.")
        self._rate = self.rate_parameter()
        self._decided = 0

    def configure(self) -> None:
        """Finds out which clips the walk consists of."""
        self._itinerary = load_programme(self._clip_name, RobotModel.load(), self._rate).itinerary
        self._publisher = self.create_lifecycle_publisher(ClipDecision, "clip_decision", DECISION_QOS)
        self.listen(Reference, "reference", self._on_reference, CONTROL_QOS)

    def _on_reference(self, reference: Reference) -> None:
        # At the last frame again: a planner that has not heard the decision waits for it there.
        at_last_frame = reference.frame + 1 == reference.frames
        if reference.clip_count == self._decided and not at_last_frame:
            return
        self._decided = reference.clip_count
        decision = ClipDecision()
        decision.header.stamp = reference.header.stamp
        decision.clip_count = reference.clip_count + 1
        leg = self._itinerary.leg(decision.clip_count)
        decision.clip, decision.reason = leg.clip, leg.reason
        self._publisher.publish(decision)
