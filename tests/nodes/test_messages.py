"""Messages of the control path and back."""

from array import array
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped.msg import JointTorques

from biped_control.errors import MessageError
from biped_control.motion.reference import Preview, Reference
from biped_control.nodes.messages import (
    PlannedTick,
    doubles,
    observation_from,
    planned_tick_from,
    predicted_controls_from,
    predicted_controls_message,
    reference_message,
    robot_state_message,
    state_from,
    time_of_tick,
    torques_from,
    torques_or_none_from,
)
from biped_control.policies.look_ahead import PredictedControls
from biped_control.robot.mirror import Mirror
from biped_control.robot.placement import Placement
from biped_control.robot.state import State
from biped_control.simulation.simulator import Observation

NU = 5
MIRROR = Mirror(tuple(range(NU + 6)), (1.0,) * (NU + 6))
NV = 6 + NU


@pytest.fixture
def random() -> np.random.Generator:
    return np.random.default_rng(3)


def make_observation(random: np.random.Generator) -> Observation:
    q, v = random.normal(size=NV), random.normal(size=NV)
    q[4:6] *= 0.3  # pitch and roll of an upright robot
    return Observation(State(q, v), random.normal(size=(3, 3)), random.normal(size=(3, 3)))


def make_planned(random: np.random.Generator) -> PlannedTick:
    reference = Reference(
        clip="walk",
        frame=17,
        placement=Placement(1.0 / 3.0, -2.0, 0.1),
        state=State(random.normal(size=NV), random.normal(size=NV)),
        next_state=State(random.normal(size=NV), random.normal(size=NV)),
        torques=random.normal(size=NU),
        forces=random.normal(size=(4, 3)),
        contacts=np.array([True, False, False, True]),
    )
    return PlannedTick(reference, 132, 4)


def test_robot_state_comes_back_to_rounding(random: np.random.Generator) -> None:
    observation = make_observation(random)
    message = robot_state_message(7, 120.0, observation)
    back = observation_from(message, NU)
    assert (message.tick, message.header.frame_id) == (7, "odom")
    np.testing.assert_allclose(back.state.q, observation.state.q, atol=1e-14)
    np.testing.assert_allclose(back.state.v, observation.state.v, atol=1e-13)
    np.testing.assert_array_equal(back.contact_points, observation.contact_points)
    np.testing.assert_array_equal(back.contact_forces, observation.contact_forces)


def test_joints_come_back_bit_by_bit(random: np.random.Generator) -> None:
    observation = make_observation(random)
    state = state_from(robot_state_message(0, 120.0, observation), NU)
    np.testing.assert_array_equal(state.q[6:], observation.state.q[6:])
    np.testing.assert_array_equal(state.v[6:], observation.state.v[6:])


def test_reference_comes_back_bit_by_bit(random: np.random.Generator) -> None:
    planned = make_planned(random)
    back = planned_tick_from(reference_message(9, time_of_tick(9, 120.0), planned), MIRROR)
    assert (back.frames, back.clip_count) == (132, 4)
    one, other = planned.reference, back.reference
    assert (one.clip, one.frame, one.placement) == (other.clip, other.frame, other.placement)
    for name in ("torques", "forces", "contacts"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    for name in ("state", "next_state"):
        np.testing.assert_array_equal(getattr(one, name).q, getattr(other, name).q)
        np.testing.assert_array_equal(getattr(one, name).v, getattr(other, name).v)


@pytest.mark.parametrize(
    "place", [{"frame": 132}, {"frames": 0, "frame": 0}, {"clip_count": 0}, {"clip_count": 2**63}]
)
def test_a_frame_that_the_clip_does_not_have_is_no_reference(
    random: np.random.Generator, place: dict[str, int]
) -> None:
    message = reference_message(9, time_of_tick(9, 120.0), make_planned(random))
    for name, value in place.items():
        setattr(message, name, value)
    with pytest.raises(MessageError, match="cannot be"):
        planned_tick_from(message, MIRROR)


def test_a_mirrored_reference_comes_back_mirrored(random: np.random.Generator) -> None:
    planned = make_planned(random)
    placement = replace(planned.reference.placement, mirror=MIRROR)
    mirrored = replace(planned, reference=replace(planned.reference, placement=placement))
    back = planned_tick_from(reference_message(9, time_of_tick(9, 120.0), mirrored), MIRROR)
    assert back.reference.placement == placement


def test_an_edited_reference_brings_ground_and_window_along(random: np.random.Generator) -> None:
    planned = make_planned(random)
    end = State(random.normal(size=NV), random.normal(size=NV))
    ahead = Preview(end, random.uniform(size=(10, 4)) < 0.5)
    edited = replace(planned.reference, ground=random.normal(size=(2, 3)), ahead=ahead, edited=True)
    message = reference_message(9, time_of_tick(9, 120.0), replace(planned, reference=edited))
    back = planned_tick_from(message, MIRROR).reference
    assert back.edited
    assert back.ground is not None
    assert back.ahead is not None
    np.testing.assert_array_equal(back.ground, edited.ground)
    np.testing.assert_array_equal(back.ahead.contacts, ahead.contacts)
    np.testing.assert_array_equal([back.ahead.end.q, back.ahead.end.v], [end.q, end.v])


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"window_contacts": [True] * 7}, "7 flags"),
        ({"window_contacts": [True] * 4000}, "4000 flags"),
        ({"window_contacts": []}, "0 flags"),
        ({"end_positions": doubles(np.zeros(NV - 1))}, "end_positions"),
        ({"end_velocities": doubles(np.full(NV, np.nan))}, "end_velocities"),
        ({"ground": doubles(np.zeros(5))}, "ground"),
    ],
)
def test_a_broken_window_is_no_reference(
    random: np.random.Generator, wrong: dict[str, Any], words: str
) -> None:
    planned = make_planned(random)
    ahead = Preview(planned.reference.state, np.ones((10, 4), dtype=np.bool_))
    message = reference_message(
        9, time_of_tick(9, 120.0), replace(planned, reference=replace(planned.reference, ahead=ahead))
    )
    planned_tick_from(message, MIRROR)
    for name, value in wrong.items():
        setattr(message, name, value)
    with pytest.raises(MessageError, match=words):
        planned_tick_from(message, MIRROR)


@pytest.mark.parametrize("points", [4, 8])
def test_predicted_controls_come_back_bit_by_bit(random: np.random.Generator, points: int) -> None:
    controls = PredictedControls(
        random.normal(size=NU),
        random.normal(size=(points, 3)),
        np.array([False, True, True, False]),
        contact_consistent=True,
        ground=random.normal(size=(2, 3)),
    )
    back = predicted_controls_from(predicted_controls_message(2, time_of_tick(2, 120.0), controls, 0.1), NU)
    np.testing.assert_array_equal(back.torques, controls.torques)
    np.testing.assert_array_equal(back.forces, controls.forces)
    np.testing.assert_array_equal(back.contacts, controls.contacts)
    assert back.contact_consistent
    np.testing.assert_array_equal(back.ground, controls.ground)  # type: ignore[arg-type]


def test_time_of_a_tick_is_exact() -> None:
    """120 ticks are one second, however many went before."""
    stamp = time_of_tick(120 * 86_400 + 1, 120.0)
    assert (stamp.sec, stamp.nanosec) == (86_400, 8_333_333)


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


@pytest.mark.parametrize("name", ["positions", "velocities", "next_positions", "next_velocities", "torques"])
def test_bad_references_are_refused(random: np.random.Generator, name: str) -> None:
    message = reference_message(0, time_of_tick(0, 120.0), make_planned(random))
    values = list(getattr(message, name))
    spoil_array(name, values[:-1])(message)
    with pytest.raises(MessageError, match=name):
        planned_tick_from(message, MIRROR)
    spoil_array(name, [*values[:-1], np.inf])(message)
    with pytest.raises(MessageError, match="not a finite number"):
        planned_tick_from(message, MIRROR)


def test_bad_contact_flags_are_refused(random: np.random.Generator) -> None:
    message = reference_message(0, time_of_tick(0, 120.0), make_planned(random))
    message.contacts = [True] * 3
    with pytest.raises(MessageError, match="contacts has 3 flags, expected 4"):
        planned_tick_from(message, MIRROR)


def test_a_controller_may_have_no_torques_but_none_that_are_bad() -> None:
    assert torques_or_none_from(JointTorques(), NU).shape == (0,)
    for bad in (np.zeros(NU - 1), np.full(NU, np.nan)):
        with pytest.raises(MessageError, match="torques"):
            torques_or_none_from(JointTorques(torques=doubles(bad)), NU)


def test_bad_torques_are_refused() -> None:
    message = JointTorques(torques=doubles(np.zeros(NU)))
    np.testing.assert_array_equal(torques_from(message, NU), np.zeros(NU))
    with pytest.raises(MessageError, match="torques has 5 numbers, expected 6"):
        torques_from(message, NU + 1)
