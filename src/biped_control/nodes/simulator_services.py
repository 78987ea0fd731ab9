"""Asking the simulator to pause, step, start again, stop or push the robot, and waiting for its answer."""

from typing import Any

from biped.srv import Push
from rclpy.node import Node
from std_srvs.srv import SetBool, Trigger

from biped_control.dashboard.controls import PushRequest
from biped_control.errors import GraphError
from biped_control.nodes.service_call import ask


class SimulatorServices:
    """Calls the simulator's services.

    Not to be used in the executor's own thread, which must bring the answer.
    """

    def __init__(self, node: Node) -> None:
        """Creates the clients on `node`."""
        self._push_client: Any = node.create_client(Push, "simulator/push")
        self._pause_client: Any = node.create_client(SetBool, "simulator/pause")
        self._step_client: Any = node.create_client(Trigger, "simulator/step")
        self._reset_client: Any = node.create_client(Trigger, "simulator/reset")
        self._estop_client: Any = node.create_client(Trigger, "simulator/estop")
        self._reset_fault_client: Any = node.create_client(Trigger, "simulator/reset_fault")

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
        _ask(self._estop_client, Trigger.Request())

    def reset_fault(self) -> None:
        """Goes on after a fault, if its cause is gone.

        Raises:
            GraphError: as for `push`.
        """
        _ask(self._reset_fault_client, Trigger.Request())


def _ask(client: Any, request: Any) -> None:
    answer = ask(client, request)
    if not answer.success:
        raise GraphError(answer.message)
