"""Asking the reference planner for an edit, and waiting for its answer."""

from typing import Any

from biped.srv import Edit
from rclpy.node import Node

from biped_control.errors import GraphError
from biped_control.nodes.service_call import ask


class PlannerServices:
    """Calls the planner's services.

    Not to be used in the executor's own thread, which must bring the answer.
    """

    def __init__(self, node: Node) -> None:
        """Creates the client on `node`."""
        self._edit_client: Any = node.create_client(Edit, "reference_planner/edit")

    def edit(self, text: str) -> str:
        """Edits the reference and says what that comes to.

        Raises:
            GraphError: there is no planner, it does not answer, or it refuses.
        """
        answer = ask(self._edit_client, Edit.Request(edit=text))
        if not answer.success:
            raise GraphError(answer.message)
        return str(answer.message)
