"""Messages of operators (`joy`, `cmd_vel`, `heading`) to the library's own types, and back.

They come from anybody's programs: what is incomplete, no number or absurdly large is refused here.
"""

from collections.abc import Iterable
from math import isfinite

from builtin_interfaces.msg import Time
from geometry_msgs.msg import Twist, TwistStamped
from sensor_msgs.msg import Joy
from std_msgs.msg import Float64

from biped_control.errors import MessageError
from biped_control.steering.operator.joystick import JoyState
from biped_control.steering.operator.velocity import Velocity

_MOST = 128  # axes or buttons; more is no joystick
_LARGEST = 1000.0  # [m/s], [rad/s], [rad] or deflection: 160 full turns, and no speed of any robot


def joy_state_from(message: Joy) -> JoyState:
    """What a joystick reads. How many axes and buttons it must have, the mapping knows.

    Raises:
        MessageError: no axes at all, far too many, or an axis that is NaN, infinite or absurdly large.
    """
    for name, values in (("axes", message.axes), ("buttons", message.buttons)):
        if len(values) > _MOST:
            raise MessageError(f"{name} has {len(values)} numbers, expected at most {_MOST}")
    if not message.axes:
        raise MessageError("axes is empty, expected a number for each axis")
    _require_sensible((f"axes[{index}]", value) for index, value in enumerate(message.axes))
    return JoyState(tuple(message.axes), tuple(message.buttons))


def joy_message(state: JoyState, stamp: Time) -> Joy:
    """The same as a message."""
    message = Joy(axes=list(state.axes), buttons=list(state.buttons))
    message.header.stamp, message.header.frame_id = stamp, "joy"
    return message


def velocity_from(message: Twist | TwistStamped) -> Velocity:
    """A wanted velocity; the stamp does not matter, because clocks of other machines may differ.

    Raises:
        MessageError: a number is NaN, infinite or absurdly large, also one that is not used.
    """
    twist = message.twist if isinstance(message, TwistStamped) else message
    _require_sensible(
        (f"{part}.{axis}", getattr(getattr(twist, part), axis))
        for part in ("linear", "angular")
        for axis in "xyz"
    )
    return Velocity(twist.linear.x, twist.linear.y, twist.angular.z)


def twist_message(velocity: Velocity) -> Twist:
    """A velocity as a message."""
    message = Twist()
    message.linear.x, message.linear.y = velocity.forward_mps, velocity.left_mps
    message.angular.z = velocity.turn_rate
    return message


def stamped_twist_message(velocity: Velocity, stamp: Time) -> TwistStamped:
    """A velocity as a message with a time, in the robot's own axes."""
    message = TwistStamped(twist=twist_message(velocity))
    message.header.stamp, message.header.frame_id = stamp, "base_footprint"
    return message


def heading_from(message: Float64) -> float:
    """A wanted yaw in the world [rad].

    Raises:
        MessageError: it is NaN, infinite or absurdly large.
    """
    _require_sensible([("data", message.data)])
    return float(message.data)


def _require_sensible(numbers: Iterable[tuple[str, float]]) -> None:
    for name, value in numbers:
        if not isfinite(value):
            raise MessageError(f"{name} is {value}, expected a finite number")
        if abs(value) > _LARGEST:
            raise MessageError(
                f"{name} is {value:g}, expected {-_LARGEST:g} to {_LARGEST:g} (SI units, radians)"
            )
