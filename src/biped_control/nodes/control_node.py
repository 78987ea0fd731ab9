"""What all nodes have in common: life cycle, checked input, failures that name their cause."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from diagnostic_msgs.msg import DiagnosticStatus
from rclpy.lifecycle import LifecycleState, TransitionCallbackReturn
from rclpy.qos import QoSProfile

from biped_control.errors import BipedError
from biped_control.nodes.checked_messages import CheckedMessages
from biped_control.nodes.diagnostics import Diagnostics
from biped_control.nodes.node_watch import SignOfLife
from biped_control.nodes.parameter_node import ParameterNode
from biped_control.nodes.qos import CONTROL_QOS

if TYPE_CHECKING:
    from biped_control.nodes.terms import Terms
    from biped_control.nodes.terms_check import TermsCheck

_THROTTLE_S = 1.0


class ControlNode(ParameterNode):
    """A lifecycle node that publishes nothing unless it is active.

    Subclasses fill in `configure`, `activate`, `deactivate` and `cleanup`. What these raise as BipedError
    fails the transition with its message. `start` goes through configure and activate at once when parameter
    `autostart` says so.

    Attributes:
        failure: why the node cannot go on; its process then ends with exit status 1.
        finished: the node has done all its work; its process ends with exit status 0.
        timing: of its ticks.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.failure: BipedError | None = None
        self.finished = False
        self.active = False
        self._terms_check: TermsCheck | None = None
        self._made: list[Any] = []
        self._sign_of_life: SignOfLife | None = None
        self._warned: dict[str, float] = {}
        self._messages = CheckedMessages(self, self._may_answer)
        self._diagnostics = Diagnostics(self, self._messages.dropped, self._messages.unanswered, self.parts)
        self.timing = self._diagnostics.timing
        self._autostart = self.flag("autostart", True, "Configure and activate without being asked.")
        self.priority = self.argument("priority", int)

    # Life cycle.

    def configure(self) -> None:
        """Loads everything that takes time; creates publishers and subscriptions."""

    def activate(self) -> None:
        """From now on messages are answered."""

    def deactivate(self) -> None:
        """Sends what must be sent last; publishers still work."""

    def cleanup(self) -> None:
        """Frees what `configure` took."""

    def tell_health(self) -> None:
        """Tells on `/diagnostics` at once what has changed."""
        self._diagnostics.publish()

    def parts(self) -> list[DiagnosticStatus]:
        """What there is to tell on `/diagnostics` of an active node, besides its ticks."""
        return []

    def start(self) -> None:
        """Configures and activates, if `autostart` is set."""
        if self._autostart:
            self.trigger_configure()
            if self.failure is None:
                self.trigger_activate()

    def stop(self) -> None:
        """Leaves the active state, so that last messages are sent, and frees everything."""
        if self.active:
            self.trigger_deactivate()
        self.cleanup()

    def destroy_node(self) -> None:
        """Frees everything, the middleware's participant too."""
        self._end_sign_of_life()
        super().destroy_node()
        # rclpy's state machine holds the middleware's node, and is in a circle with this object: with it,
        # sockets and threads would live on until the garbage collector comes by.
        self._state_machine = None  # type: ignore[assignment]

    def on_configure(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Runs `configure`; when it fails, nothing that it made is left."""
        before = self._entities()
        result = self._transition(self.configure, lambda: super(ControlNode, self).on_configure(state))
        self._made = [entity for entity in self._entities() if entity not in before]
        if result != TransitionCallbackReturn.SUCCESS:
            self._destroy_made()
        return result

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Enables the publishers, then runs `activate`."""
        super().on_activate(state)
        self.active = True
        result = self._transition(self.activate)
        if result == TransitionCallbackReturn.SUCCESS:
            self._sign_of_life = SignOfLife(self)
        else:
            self._fall_silent(state)
        return result

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Runs `deactivate`, then disables the publishers."""
        try:
            return self._transition(self.deactivate)
        finally:
            self._fall_silent(state)
            self._end_sign_of_life()

    def on_cleanup(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Runs `cleanup` and takes back all topics, services and timers."""
        result = self._transition(self.cleanup)
        self._destroy_made()
        return result

    def on_shutdown(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Deactivates first, so that nothing keeps the last value."""
        if self.active:
            self.on_deactivate(state)
        return self._transition(self.cleanup)

    def show_life(self) -> None:
        """Others notice within `LEASE_S` that the node is there, if it is active; see `SignOfLife`."""
        if self._sign_of_life is not None:
            self._sign_of_life.renew()

    def _fall_silent(self, state: LifecycleState) -> None:
        self.active = False
        super().on_deactivate(state)

    def _end_sign_of_life(self) -> None:
        if self._sign_of_life is not None:
            self._sign_of_life.end()
            self._sign_of_life = None

    def _entities(self) -> list[Any]:
        return [*self.publishers, *self.subscriptions, *self.clients, *self.services, *self.timers]

    def _destroy_made(self) -> None:
        for entity in self._made:
            for destroy in (
                self.destroy_publisher,
                self.destroy_subscription,
                self.destroy_client,
                self.destroy_service,
                self.destroy_timer,
            ):
                if destroy(entity):
                    break
        self._made = []

    def _transition(self, *steps: Callable[[], object]) -> TransitionCallbackReturn:
        try:
            for step in steps:
                step()
        except BipedError as error:
            if self._autostart:
                self.fail(error)
            else:  # whoever manages the node decides what becomes of it
                self.get_logger().error(str(error))
            return TransitionCallbackReturn.FAILURE
        return TransitionCallbackReturn.SUCCESS

    def fail(self, error: BipedError) -> None:
        """Ends the node's process, because of `error`."""
        self.get_logger().fatal(str(error))
        self.failure = error

    # Messages.

    @property
    def dropped(self) -> int:
        """Messages that were dropped because of wrong sizes, NaN or other nonsense, on all topics."""
        return sum(self._messages.dropped.values())

    def listen(
        self,
        kind: type[Any],
        topic: str,
        callback: Callable[[Any], None],
        qos: QoSProfile = CONTROL_QOS,
        warns: bool = True,
        paces: bool = False,
    ) -> Any:
        """Subscribes; while active, `callback` gets every message but bad ones, which are counted.

        Args:
            kind: of message.
            topic: name.
            callback: gets the messages.
            qos: of the subscription.
            warns: says so when a message is dropped; another node says it otherwise.
            paces: each message begins a tick of this node, for its diagnostics.

        Returns:
            The subscription, for those who want to end it before the node does.
        """
        return self._messages.listen(kind, topic, callback, qos, warns, paces)

    def warn(self, text: str, subject: str = "") -> None:
        """Logs a warning, about each subject at most once a second."""
        now = time.monotonic()
        if now - self._warned.get(subject, float("-inf")) >= _THROTTLE_S:
            self._warned[subject] = now
            self.get_logger().warning(text)

    def require_terms(self, terms: "Terms") -> None:
        """Fails beside a simulator or robot whose joints, description, rate, clip or version are others.

        Until its terms are known no message is answered, unless there is nobody who would tell them.
        """
        from biped_control.nodes.terms_check import TermsCheck  # needs the messages, which may not be built

        self._terms_check = TermsCheck(self, terms)

    def _may_answer(self) -> bool:
        if self._terms_check is not None and self._terms_check.pending:
            return False
        return self.active and self.failure is None
