"""Service `~/edit`: the reference edited while the robot walks."""

from collections.abc import Callable

from biped.srv import Edit

from biped_control.errors import BipedError
from biped_control.nodes.control_node import ControlNode


class EditService:
    """Offers the service. What is refused changes nothing, and the answer says why."""

    def __init__(self, node: ControlNode, edit: Callable[[str], str]) -> None:
        """
        Args:
            node: that offers it.
            edit: edits as a text says and returns what it comes to, or raises BipedError.
        """
        self._node, self._edit = node, edit
        node.create_service(Edit, "~/edit", self._on_edit)

    def _on_edit(self, request: Edit.Request, response: Edit.Response) -> Edit.Response:
        response.message = "the node is not active"
        if self._node.active:
            try:
                response.message = self._edit(request.edit)
                response.success = True
            except BipedError as error:
                response.message = str(error)
        return response
