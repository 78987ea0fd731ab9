"""The modal policy with a count of ticks, for experiments in which it learns or misses something."""

from biped_control.motion.reference import Reference
from biped_control.policies.modal.policy import ModalPolicy
from biped_control.robot.state import State


class CountedTicks:
    """What such policies share.

    Attributes:
        tick: number of the coming one.
    """

    def __init__(self, policy: ModalPolicy) -> None:
        self._policy, self.tick = policy, 0

    @property
    def window(self) -> int:
        """That of the policy."""
        return self._policy.window

    def reset(self, state: State, reference: Reference) -> None:
        """A new run begins."""
        self.tick = 0
        self._policy.reset(state, reference)
