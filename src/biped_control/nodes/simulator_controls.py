"""Services of the simulator by which people take a hand: push, pause, a single step, back to the start."""

from collections.abc import Callable
from math import isfinite

import numpy as np
from biped.srv import Push as PushService
from std_srvs.srv import SetBool, Trigger

from biped_control.errors import EngineError
from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.simulation_loop import SimulationLoop
from biped_control.simulation.simulator import Push

_NO_STEP = "expected a paused simulation whose next torque has come, and a robot that has not fallen"


class SimulatorControls:
    """Services `~/push`, `~/reset`, `~/pause` and `~/step`."""

    def __init__(
        self,
        node: ControlNode,
        loop: SimulationLoop,
        rate_hz: float,
        push: Callable[[Push], None],
        restart: Callable[[], str],
    ) -> None:
        """
        Args:
            node: that offers them.
            loop: what is paused and stepped.
            rate_hz: control rate.
            push: pushes the robot, or raises EngineError.
            restart: begins a new run and says where, or raises EngineError.
        """
        self._node, self._loop, self._rate_hz = node, loop, rate_hz
        self._push, self._restart = push, restart
        node.create_service(PushService, "~/push", self._on_push)
        node.create_service(Trigger, "~/reset", self._on_reset)
        node.create_service(SetBool, "~/pause", self._on_pause)
        node.create_service(Trigger, "~/step", self._on_step)

    def _on_push(self, request: PushService.Request, response: PushService.Response) -> PushService.Response:
        force = [request.force.x, request.force.y, request.force.z]
        body, ticks = request.body or "base_link", request.duration * self._rate_hz
        try:
            # Without end, or no number, is less than the one tick that engines ask for.
            self._push(Push(body, np.array(force), round(ticks) if isfinite(ticks) else 0))
            response.success = True
        except EngineError as error:
            response.message = str(error)
        return response

    def _on_reset(self, request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        response.message = "the node is not active"
        if self._node.active:
            try:
                response.message = self._restart()
                response.success = True
            except EngineError as error:
                response.message = str(error)
        return response

    def _on_pause(self, request: SetBool.Request, response: SetBool.Response) -> SetBool.Response:
        self._loop.pause(request.data)
        response.success, response.message = True, "paused" if request.data else "running"
        return response

    def _on_step(self, request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        response.success = self._node.active and self._loop.step_once()
        response.message = f"tick {self._loop.tick}" if response.success else _NO_STEP
        return response
