"""A program beside a running graph that steers, pushes, resets after falls, and keeps account."""

import threading
import time
from collections.abc import Mapping
from typing import Any

from biped.msg import SimulationStatus
from biped.srv import Push
from rclpy.node import Node
from std_msgs.msg import Float64
from std_srvs.srv import Trigger

from biped_control.analysis.soak.account import SoakAccount, cause_of_fall
from biped_control.analysis.soak.plan import RandomPush, SoakPlan
from biped_control.errors import GraphError
from biped_control.nodes.diagnostics_listener import DiagnosticsListener
from biped_control.nodes.visit import visit

_TURN_S = 0.05
_WORD_S = 2.0  # after a fall: by then everybody has said what was wrong
_RESET_S = 10.0  # from asking for a reset until the new run
_FAULTS = ("ticks without a solution", "ticks without a torque", "ticks without a state")  # of part safety


class SoakProgram(threading.Thread):
    """Lives from `start` to `end`.

    Attributes:
        account: what has happened.
        plan: what happens.
        failure: why it has ended by itself; None while it has not.
    """

    def __init__(self, domain: int, rate_hz: float, seed: int) -> None:
        """
        Args:
            domain: of the graph. rate_hz: control rate. seed: of the plan.
        """
        super().__init__(name="soak")
        self._domain, self._rate = domain, rate_hz
        self.plan, self.account = SoakPlan(seed), SoakAccount()
        self.failure: BaseException | None = None
        self._ending = threading.Event()
        self._status: SimulationStatus | None = None
        self._fell_at: float | None = None  # on the clock
        self._pushed_at: float | None = None  # in seconds of walking
        self._reset: Any = None
        self._reset_by = 0.0  # on the clock

    @property
    def seconds(self) -> float:
        """Of walking, in all runs so far."""
        return self.account.seconds + self._run_seconds

    def end(self) -> None:
        """Ends it and waits; the account is complete then."""
        self._ending.set()
        self.join()
        if self._status is not None:
            self.account.add_run(self._run_seconds, self._status.distance_m, self._faults())
            self._status = None

    def run(self) -> None:
        """See the class."""
        try:
            with visit("soak", self._domain) as (node, executor):
                self._begin(node)
                while not self._ending.is_set():
                    executor.spin_once(timeout_sec=_TURN_S)
                    self._turn()
        except BaseException as error:  # whoever started the thread raises it
            self.failure = error

    def _begin(self, node: Node) -> None:
        self._diagnostics = DiagnosticsListener(node)
        self._heading = node.create_publisher(Float64, "heading", 1)
        self._push_client: Any = node.create_client(Push, "simulator/push")
        self._reset_client: Any = node.create_client(Trigger, "simulator/reset")
        node.create_subscription(SimulationStatus, "simulation_status", self._on_status, 1)

    def _on_status(self, status: SimulationStatus) -> None:
        if self._reset is not None:
            if status.fell or status.fault or not self._reset.done():
                return  # of the run before
            self._reset = self._pushed_at = None
        self._status = status

    def _turn(self) -> None:
        if self._reset is not None:
            self._require_reset()
            return
        status = self._status
        if status is None:
            return
        if status.fell or status.fault:
            self._after_fall(status)
            return
        self._fell_at = None  # somebody else may have reset it
        if push := self.plan.advance(self.seconds):
            self._push(push)
        if self.plan.heading is not None:
            self._heading.publish(Float64(data=self.plan.heading))

    def _push(self, push: RandomPush) -> None:
        request = Push.Request(body=push.body, duration=push.seconds)
        request.force.x, request.force.y, request.force.z = push.force.tolist()
        self._push_client.call_async(request)
        self._pushed_at = self.seconds

    def _after_fall(self, status: SimulationStatus) -> None:
        self._fell_at = self._fell_at or time.monotonic()
        waited = time.monotonic() - self._fell_at
        if waited < _WORD_S:
            return
        if not self._reset_client.service_is_ready():  # a request would be lost
            if waited > _WORD_S + _RESET_S:
                raise GraphError(f"simulator/reset after a fall: expected the service within {_RESET_S:g} s")
            return
        faults = self._faults()
        self.account.falls.append(cause_of_fall(self.seconds, self._pushed_at, faults))
        self.account.add_run(self._run_seconds, status.distance_m, faults)
        self._fell_at, self._status = None, None
        self._reset = self._reset_client.call_async(Trigger.Request())
        self._reset_by = time.monotonic() + _RESET_S

    def _require_reset(self) -> None:
        if self._reset.done() and not (answer := self._reset.result()).success:
            raise GraphError(f"simulator/reset after a fall is refused: {answer.message}")
        if time.monotonic() > self._reset_by:
            raise GraphError(f"simulator/reset after a fall: expected a new run within {_RESET_S:g} s")

    @property
    def _run_seconds(self) -> float:
        return self._status.tick / self._rate if self._status is not None else 0.0

    def _faults(self) -> Mapping[str, int]:
        """Ticks of each fault of ours in the present run."""
        found: dict[str, int] = {}
        for part in self._diagnostics.parts():
            if part.part == "safety":
                found |= {name: int(part.values.get(name, 0)) for name in _FAULTS}
                if (gone := part.values.get("nodes that are gone", "none")) != "none":
                    found[f"gone: {gone}"] = 1
        if self._status is not None:
            found["missed ticks"] = int(self._status.missed_ticks)
        return found
