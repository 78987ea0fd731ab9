"""The modal policy with a reaction that comes late, as only the paper's experiments ask for."""

from collections.abc import Sequence

from biped_control.analysis.reproduction.jain_ticks import CountedTicks
from biped_control.motion.reference import Reference
from biped_control.policies.look_ahead import PredictedControls
from biped_control.policies.modal.policy import ModalPolicy
from biped_control.robot.state import State

_REACTION_S = 0.2


class DelayedReaction(CountedTicks):
    """A `LookAheadPolicy` whose slow plans know nothing of a push for 200 ms (section 6)."""

    def __init__(
        self, policy: ModalPolicy, pushed_at_s: float, rate_hz: float, shadow: Sequence[State] | None
    ) -> None:
        """
        Args:
            policy: that reacts with delay.
            pushed_at_s: when the push begins [s].
            rate_hz: of ticks.
            shadow: states by tick of a robot that is not pushed, which it takes for its own meanwhile; the
                reference's, as in the paper, unless given.
        """
        super().__init__(policy)
        self._shadow = shadow
        begins = round(pushed_at_s * rate_hz)
        self._unaware = range(begins, begins + round(_REACTION_S * rate_hz))

    def predict(self, state: State, reference: Reference) -> PredictedControls:
        """Controls for the coming tick."""
        believed = None
        if self.tick in self._unaware:
            believed = reference.placement.to_world(reference.state)
            if self._shadow is not None:
                believed = self._shadow[self.tick]
        self.tick += 1
        return self._policy.predict(state, reference, believed)
