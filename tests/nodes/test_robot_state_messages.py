"""Robot states as messages and back."""

from array import array
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped_control.errors import MessageError
from biped_control.nodes.robot_state_messages import observation_from, robot_state_message, state_from
from biped_control.robot.observation import Observation
from biped_control.robot.state import State

NU = 5
NV = 6 + NU


def make_observation(random: np.random.Generator) -> Observation:
    q, v = random.normal(size=NV), random.normal(size=NV)
    q[4:6] *= 0.3  # pitch and roll of an upright robot
    points, forces = random.normal(size=(2, 3, 3))
    return Observation(State(q, v), points, forces, random.random(NU) < 0.5, torques_late=2)


def test_robot_state_comes_back_to_rounding(random: np.random.Generator) -> None:
    observation = make_observation(random)
    message = robot_state_message(7, 120.0, observation)
    back = observation_from(message, NU)
    assert (message.tick, message.header.frame_id) == (7, "odom")
    np.testing.assert_allclose(back.state.q, observation.state.q, atol=1e-14)
    np.testing.assert_allclose(back.state.v, observation.state.v, atol=1e-13)
    np.testing.assert_array_equal(back.contact_points, observation.contact_points)
    np.testing.assert_array_equal(back.contact_forces, observation.contact_forces)
    assert back.unmeasured is not None
    np.testing.assert_array_equal(back.unmeasured, observation.unmeasured)
    assert back.torques_late == 2


def test_a_robot_state_in_which_everything_was_measured(random: np.random.Generator) -> None:
    observation = replace(make_observation(random), unmeasured=None, torques_late=1000)
    back = observation_from(robot_state_message(7, 120.0, observation), NU)
    assert (back.unmeasured, back.torques_late) == (None, 255)


def test_joints_come_back_bit_by_bit(random: np.random.Generator) -> None:
    observation = make_observation(random)
    state = state_from(robot_state_message(0, 120.0, observation), NU)
    np.testing.assert_array_equal(state.q[6:], observation.state.q[6:])
    np.testing.assert_array_equal(state.v[6:], observation.state.v[6:])


def spoil_array(name: str, values: list[float]) -> Callable[[Any], None]:
    return lambda message: setattr(message, name, array("d", values))


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (spoil_array("joint_positions", [0.0] * (NU - 1)), "joint_positions has 4 numbers, expected 5"),
        (spoil_array("joint_velocities", [0.0] * (NU + 2)), "joint_velocities has 7"),
        (spoil_array("joint_velocities", [0.0, np.nan, 0.0, 0.0, 0.0]), r"joint_velocities\[1\]"),
        (spoil_array("contact_forces", [0.0] * 6), "contact_forces has 6 numbers, expected 9"),
        (spoil_array("contact_points", [0.0] * 8), "contact_points has 8"),
        (lambda m: setattr(m, "unmeasured", [True]), "unmeasured has 1 flags, expected 5"),
        (lambda m: setattr(m.base_pose.position, "z", np.inf), r"base_pose.position\[2\]"),
        (lambda m: setattr(m.base_twist.angular, "x", np.nan), r"base_twist.angular\[0\]"),
        (lambda m: setattr(m.base_pose.orientation, "w", 7.0), "orientation"),
    ],
)
def test_bad_robot_states_are_refused(
    random: np.random.Generator, spoil: Callable[[Any], None], named: str
) -> None:
    message = robot_state_message(0, 120.0, make_observation(random))
    spoil(message)
    with pytest.raises(MessageError, match=named):
        observation_from(message, NU)
