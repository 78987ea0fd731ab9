"""Messages of operators, good and bad ones."""

from math import inf, nan

import pytest

pytest.importorskip("sensor_msgs.msg", reason="ROS is not installed; `make env` installs it")

from builtin_interfaces.msg import Time
from geometry_msgs.msg import Twist, TwistStamped
from hypothesis import given
from hypothesis import strategies as st
from sensor_msgs.msg import Joy
from std_msgs.msg import Float64

from biped_control.errors import MessageError
from biped_control.nodes.operator_messages import (
    heading_from,
    joy_message,
    joy_state_from,
    stamped_twist_message,
    twist_message,
    velocity_from,
)
from biped_control.steering.operator.joystick import JoyState
from biped_control.steering.operator.velocity import Velocity

BAD = [nan, inf, -inf]
STAMP = Time(sec=3, nanosec=5)
axes = st.lists(st.floats(-1.0, 1.0, width=32), min_size=1, max_size=8).map(tuple)
buttons = st.lists(st.integers(0, 1), max_size=12).map(tuple)
numbers = st.floats(-1e3, 1e3)


@given(state=st.builds(JoyState, axes, buttons))
def test_joystick_states_there_and_back(state: JoyState) -> None:
    message = joy_message(state, STAMP)
    assert joy_state_from(message) == state
    assert (message.header.stamp, message.header.frame_id) == (STAMP, "joy")


@given(velocity=st.builds(Velocity, numbers, numbers, numbers))
def test_velocities_there_and_back_with_and_without_a_stamp(velocity: Velocity) -> None:
    assert velocity_from(twist_message(velocity)) == velocity
    message = stamped_twist_message(velocity, STAMP)
    assert velocity_from(message) == velocity
    assert (message.header.stamp, message.header.frame_id) == (STAMP, "base_footprint")


def test_axes_of_a_twist() -> None:
    twist = Twist()
    twist.linear.x, twist.linear.y, twist.angular.z = 1.0, 2.0, 3.0
    assert velocity_from(twist) == Velocity(forward_mps=1.0, left_mps=2.0, turn_rate=3.0)


@pytest.mark.parametrize("bad", BAD)
def test_axes_that_are_no_numbers_are_named(bad: float) -> None:
    with pytest.raises(MessageError, match=rf"axes\[2\] is {bad}"):
        joy_state_from(Joy(axes=[0.0, 0.0, bad], buttons=[0]))


def test_sizes_of_no_joystick_are_refused() -> None:
    with pytest.raises(MessageError, match="axes is empty"):
        joy_state_from(Joy(buttons=[1, 1]))
    with pytest.raises(MessageError, match="axes has 1000 numbers"):
        joy_state_from(Joy(axes=[0.0] * 1000))
    with pytest.raises(MessageError, match="buttons has 1000 numbers"):
        joy_state_from(Joy(axes=[0.0], buttons=[0] * 1000))


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("part", ["linear", "angular"])
@pytest.mark.parametrize("axis", "xyz")
def test_velocities_that_are_no_numbers_are_named(bad: float, part: str, axis: str) -> None:
    twist = Twist()
    setattr(getattr(twist, part), axis, bad)
    for message in (twist, TwistStamped(twist=twist)):
        with pytest.raises(MessageError, match=rf"{part}\.{axis} is {bad}"):
            velocity_from(message)


@pytest.mark.parametrize("bad", BAD)
def test_headings(bad: float) -> None:
    assert heading_from(Float64(data=-2.5)) == -2.5
    with pytest.raises(MessageError, match=f"data is {bad}"):
        heading_from(Float64(data=bad))


@pytest.mark.parametrize("absurd", [1e300, -1e300, 1001.0])
def test_finite_nonsense_is_refused_wherever_it_stands(absurd: float) -> None:
    twist = Twist()
    for part, axis in (("linear", "x"), ("angular", "z")):
        setattr(getattr(twist, part), axis, absurd)
        with pytest.raises(MessageError, match=rf"{part}\.{axis} is .*, expected -1000 to 1000"):
            velocity_from(twist)
        setattr(getattr(twist, part), axis, 0.0)
    with pytest.raises(MessageError, match=r"data is .*, expected -1000 to 1000"):
        heading_from(Float64(data=absurd))
    if abs(absurd) < 1e38:
        with pytest.raises(MessageError, match=r"axes\[0\] is .*, expected -1000 to 1000"):
            joy_state_from(Joy(axes=[absurd]))
    assert heading_from(Float64(data=1000.0)) == 1000.0
