"""`biped estop` and `biped reset-fault`."""

import os

from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.tables import value_table
from biped_control.errors import GraphError


def estop(json_file: JsonOption = None) -> None:
    """Brake all joints of the robot at once; it goes down.

    Asks the node that commands the actuators of the walk on this machine, or in the
    domain of ROS_DOMAIN_ID if that is set. The joints stay braked until a reset:
    `biped reset-fault` while the robot is up, else `simulator/reset`. This is no
    safety function in the sense of a standard: a robot needs a switch that cuts
    the power as well.

    [bold]Examples[/bold]

    \b
    biped estop

    [bold]JSON keys[/bold]: answers{node: text}
    """
    _ask("estop", json_file)


def reset_fault(json_file: JsonOption = None) -> None:
    """Leave a latched fault: the controller's torques come back gradually.

    Refused, with the reason, while the cause is there: no fresh torques, no state,
    a joint too fast, a drive in fault, the emergency button held, the robot fallen.

    [bold]Examples[/bold]

    \b
    biped status             what is latched
    biped reset-fault

    [bold]JSON keys[/bold]: answers{node: text}
    """
    _ask("reset_fault", json_file)


def _ask(service: str, json_file: str | None) -> None:
    try:
        from biped_control.nodes.running_graph import domain_to_join
        from biped_control.nodes.safety_request import request
    except ImportError as error:
        raise GraphError(
            f"ROS 2 cannot be imported ({error}); run `make env`, and `biped doctor` to see what is missing"
        ) from error
    with output_to(json_file) as output:
        answers = request(service, domain_to_join(os.environ))
        output.result = {"answers": answers}
        output.show(value_table(answers))
