"""Asking the simulator to pause, step, start again or push the robot, and waiting for its answer.

Who commands the actuators, simulator or bridge to hardware, may be asked to stop, too.
"""

from collections.abc import Sequence
from typing import Any

from biped.srv import Push
from rclpy.node import Node
from std_srvs.srv import SetBool, Trigger

from biped_control.dashboard.controls import PushRequest
from biped_control.errors import GraphError
from biped_control.nodes.service_call import ask

_COMMANDERS = ("simulator", "hardware_bridge")  # a graph has one of them


class SimulatorServices:
    """Calls the services of the simulator, or of whoever is in its place.

    Not to be used in the executor's own thread, which must bring the answer.
    """

    def __init__(self, node: Node) -> None:
        """Creates the clients on `node`."""
        self._push_client: Any = node.create_client(Push, "simulator/push")
        self._pause_client: Any = node.create_client(SetBool, "simulator/pause")
        self._step_client: Any = node.create_client(Trigger, "simulator/step")
        self._reset_client: Any = node.create_client(Trigger, "simulator/reset")
        self._estop_clients: list[Any] = [
            node.create_client(Trigger, f"{name}/estop") for name in _COMMANDERS
        ]
        self._reset_clients: list[Any] = [
            node.create_client(Trigger, f"{name}/reset_fault") for name in _COMMANDERS
        ]

    def push(self, push: PushRequest) -> None:
        """Pushes the robot.

        Raises:
            GraphError: there is no simulator, it does not answer, or it refuses.
        """
        request = Push.Request(body=push.body, duration=push.seconds)
        request.force.x, request.force.y, request.force.z = (float(newtons) for newtons in push.force)
        _ask(self._push_client, request)

    def pause(self, stop: bool) -> None:
        """Stops (True) or resumes (False) the simulation.

        Raises:
            GraphError: as for `push`.
        """
        _ask(self._pause_client, SetBool.Request(data=stop))

    def step(self) -> None:
        """Lets a paused simulation go on for one tick.

        Raises:
            GraphError: as for `push`.
        """
        _ask(self._step_client, Trigger.Request())

    def reset(self) -> None:
        """Puts the robot back to the start.

        Raises:
            GraphError: as for `push`.
        """
        _ask(self._reset_client, Trigger.Request())

    def emergency_stop(self) -> None:
        """Brakes all joints at once, until a reset.

        Raises:
            GraphError: as for `push`.
        """
        _ask_commander(self._estop_clients)

    def reset_fault(self) -> None:
        """Goes on after a fault, if its cause is gone.

        Raises:
            GraphError: as for `push`.
        """
        _ask_commander(self._reset_clients)


def _ask_commander(clients: Sequence[Any]) -> None:
    there = [client for client in clients if client.service_is_ready()]
    if not there:
        names = " nor ".join(client.srv_name for client in clients)
        raise GraphError(f"nobody offers {names}; is a walk running?")
    for client in there:
        _ask(client, Trigger.Request())


def _ask(client: Any, request: Any) -> None:
    answer = ask(client, request)
    if not answer.success:
        raise GraphError(answer.message)
