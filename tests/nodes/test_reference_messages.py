"""References as messages and back."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped_control.errors import MessageError
from biped_control.motion.reference import Preview, Reference
from biped_control.nodes.message_fields import doubles, time_of_tick
from biped_control.nodes.reference_messages import PlannedTick, planned_tick_from, reference_message
from biped_control.robot.mirror import Mirror
from biped_control.robot.placement import Placement
from biped_control.robot.state import State

NU = 5
MIRROR = Mirror(tuple(range(NU + 6)), (1.0,) * (NU + 6))
NV = 6 + NU


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
    ahead = Preview(end, random.uniform(size=(10, 4)) < 0.5, random.normal(size=(10, 4, 3)))
    edited = replace(planned.reference, ground=random.normal(size=(2, 3)), ahead=ahead, edited=True)
    message = reference_message(9, time_of_tick(9, 120.0), replace(planned, reference=edited))
    back = planned_tick_from(message, MIRROR).reference
    assert back.edited
    assert back.ground is not None
    assert back.ahead is not None
    np.testing.assert_array_equal(back.ground, edited.ground)
    np.testing.assert_array_equal(back.ahead.contacts, ahead.contacts)
    assert back.ahead.forces is not None
    np.testing.assert_array_equal(back.ahead.forces, ahead.forces)
    np.testing.assert_array_equal([back.ahead.end.q, back.ahead.end.v], [end.q, end.v])


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"window_contacts": [True] * 7}, "7 flags"),
        ({"window_contacts": [True] * 4000}, "4000 flags"),
        ({"window_contacts": []}, "0 flags"),
        ({"window_forces": doubles(np.zeros(12))}, "window_forces"),
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


@pytest.mark.parametrize("name", ["positions", "velocities", "next_positions", "next_velocities", "torques"])
def test_bad_references_are_refused(random: np.random.Generator, name: str) -> None:
    message = reference_message(0, time_of_tick(0, 120.0), make_planned(random))
    values = list(getattr(message, name))
    setattr(message, name, doubles(np.array(values[:-1])))
    with pytest.raises(MessageError, match=name):
        planned_tick_from(message, MIRROR)
    setattr(message, name, doubles(np.array([*values[:-1], np.inf])))
    with pytest.raises(MessageError, match="not a finite number"):
        planned_tick_from(message, MIRROR)


def test_bad_contact_flags_are_refused(random: np.random.Generator) -> None:
    message = reference_message(0, time_of_tick(0, 120.0), make_planned(random))
    message.contacts = [True] * 3
    with pytest.raises(MessageError, match="contacts has 3 flags, expected 4"):
        planned_tick_from(message, MIRROR)
