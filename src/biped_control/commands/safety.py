"""`biped estop` and `biped reset-fault`."""

from biped_control.commands.graph_question import ask_graph
from biped_control.commands.output import JsonOption


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
    ask_graph("estop", json_file)


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
    ask_graph("reset_fault", json_file)
