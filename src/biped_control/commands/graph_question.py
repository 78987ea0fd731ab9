"""Commands that ask nodes of the running walk for something and show the answers."""

import os

from biped_control.commands.output import output_to
from biped_control.commands.tables import value_table
from biped_control.errors import GraphError


def ask_graph(service: str, json_file: str | None, **fields: object) -> None:
    """Calls a service of the walk on this machine, or in the domain of ROS_DOMAIN_ID if that is set.

    Args:
        service: see `graph_request.request`.
        json_file: gets the answers as well.
        fields: of the request.

    Raises:
        GraphError: ROS 2 is missing, or see `graph_request.request`.
    """
    try:
        from biped_control.nodes.graph_request import request
        from biped_control.nodes.running_graph import domain_to_join
    except ImportError as error:
        raise GraphError(
            f"ROS 2 cannot be imported ({error}); run `make env`, and `biped doctor` to see what is missing"
        ) from error
    with output_to(json_file) as output:
        answers = request(service, domain_to_join(os.environ), **fields)
        output.result = {"answers": answers}
        output.show(value_table(answers))
