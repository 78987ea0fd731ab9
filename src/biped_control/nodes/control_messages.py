"""Messages `PredictedControls` and `JointTorques` <-> the controls of the library."""

import numpy as np
from biped.msg import JointTorques as JointTorquesMessage
from biped.msg import PredictedControls as PredictedControlsMessage
from builtin_interfaces.msg import Time

from biped_control.nodes.message_fields import POINTS, WORLD_FRAME, doubles, flags, planes, vector
from biped_control.policies.look_ahead import PredictedControls
from biped_control.robot.state import FloatArray

_CORNERS = 8


def predicted_controls_message(
    tick: int, stamp: Time, controls: PredictedControls, solve_ms: float
) -> PredictedControlsMessage:
    """The policy's answer to the state of `tick`."""
    message = PredictedControlsMessage()
    message.header.stamp = stamp
    message.header.frame_id = WORLD_FRAME
    message.tick = tick
    message.torques = doubles(controls.torques)
    message.forces = doubles(controls.forces)
    message.contacts = [bool(contact) for contact in controls.contacts]
    message.contact_consistent = controls.contact_consistent
    if controls.ground is not None:
        message.ground = doubles(controls.ground)
    message.solve_ms = solve_ms
    return message


def predicted_controls_from(message: PredictedControlsMessage, nu: int) -> PredictedControls:
    """The policy's controls for a robot with `nu` joints.

    Raises:
        MessageError: wrong sizes, NaN or infinity.
    """
    points = _CORNERS if len(message.forces) == 3 * _CORNERS else POINTS
    return PredictedControls(
        torques=vector(message.torques, nu, "torques"),
        forces=vector(message.forces, 3 * points, "forces").reshape(points, 3),
        contacts=flags(message.contacts, POINTS, "contacts"),
        contact_consistent=bool(message.contact_consistent),
        ground=planes(message.ground),
    )


def torques_from(message: JointTorquesMessage, nu: int) -> FloatArray:
    """(nu,) joint torques [N m].

    Raises:
        MessageError: wrong size, NaN or infinity.
    """
    return vector(message.torques, nu, "torques")


def torques_if_any_from(message: JointTorquesMessage, nu: int) -> FloatArray:
    """(nu,) joint torques [N m], or an empty array from a controller that has none.

    Raises:
        MessageError: another size, NaN or infinity.
    """
    return torques_from(message, nu) if len(message.torques) else np.zeros(0)
