"""Node `value_function_steering`: which clip follows. For now it holds the walk that the run began with."""

from biped.msg import ClipDecision, Reference

from biped_control.nodes.control_node import CONTROL_QOS, DECISION_QOS, ControlNode


class ValueFunctionSteering(ControlNode):
    """Decides once a clip, as soon as the clip has begun, and says why."""

    def __init__(self) -> None:
        super().__init__("value_function_steering")
        self._decided = 0
        self._first = ""

    def configure(self) -> None:
        """Needs nothing but the topics."""
        self._publisher = self.create_lifecycle_publisher(ClipDecision, "clip_decision", DECISION_QOS)
        self.listen(Reference, "reference", self._on_reference, CONTROL_QOS)

    def _on_reference(self, reference: Reference) -> None:
        if reference.clip_count == 1:
            self._first = reference.clip
        # At the last frame again: a planner that has not heard the decision waits for it there.
        at_last_frame = reference.frame + 1 == reference.frames
        if reference.clip_count == self._decided and not at_last_frame:
            return
        self._decided = reference.clip_count
        decision = ClipDecision()
        decision.header.stamp = reference.header.stamp
        decision.clip_count = reference.clip_count + 1
        decision.clip = self._first or reference.clip
        decision.reason = "no heading is commanded: the walk goes straight on"
        self._publisher.publish(decision)
