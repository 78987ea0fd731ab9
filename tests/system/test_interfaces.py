"""The generated messages: documented, safe to fill, unchanged by a trip through the middleware's format."""

import re
from array import array
from pathlib import Path

import biped.msg
import biped.srv
import numpy as np
import pytest
from rclpy.serialization import deserialize_message, serialize_message

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted(ROOT.glob("msg/*.msg")) + sorted(ROOT.glob("srv/*.srv"))
FIELD = re.compile(r"^(?P<type>[\w/]+(?P<array>\[.*?\])?)\s+(?P<name>[a-z]\w*)\s*(?P<comment>#.*)?$")


def fields(source: Path) -> list[re.Match[str]]:
    lines = [line for line in source.read_text().splitlines() if line and not line.startswith(("#", "---"))]
    matches = [FIELD.match(line) for line in lines]
    assert all(matches), (
        f"{source.name}: not a field: {lines[matches.index(None)]}" if None in matches else ""
    )
    return [match for match in matches if match]


def test_every_source_is_built() -> None:
    for source in SOURCES:
        module = biped.msg if source.suffix == ".msg" else biped.srv
        assert hasattr(module, source.stem), f"{source.name} is not in {module.__name__}: run `make env`"


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_numbers_have_units_and_arrays_no_fixed_length(source: Path) -> None:
    for field in fields(source):
        assert field["array"] in (None, "[]"), f"{source.name}: {field['name']} has a fixed or bounded length"
        if field["type"].startswith("float64"):
            assert field["comment"], f"{source.name}: {field['name']} has no comment that says its unit"


@pytest.mark.parametrize("source", sorted(ROOT.glob("msg/*.msg")), ids=lambda source: source.stem)
def test_the_built_message_has_the_fields_of_its_source(source: Path) -> None:
    built = getattr(biped.msg, source.stem).get_fields_and_field_types()
    assert list(built) == [field["name"] for field in fields(source)]


def test_a_robot_state_survives_the_trip() -> None:
    rng = np.random.default_rng(5)
    state = biped.msg.RobotState(tick=2**63 + 1)
    state.header.frame_id = "odom"
    state.header.stamp.nanosec = 8_333_333
    state.base_pose.orientation.z = 0.25
    positions, forces = rng.normal(size=23), rng.normal(size=24)
    state.joint_positions = array("d", positions.tobytes())
    state.contact_forces = array("d", forces.tobytes())
    received = deserialize_message(serialize_message(state), biped.msg.RobotState)
    assert received == state
    np.testing.assert_array_equal(received.joint_positions, positions)
    np.testing.assert_array_equal(received.contact_forces, forces)


def test_a_reference_carries_contacts_and_placement() -> None:
    reference = biped.msg.Reference(clip="walk", frame=3, frames=126, clip_count=2, x=1.5, y=-0.5, yaw=0.1)
    reference.contacts = [True, False, True, True]
    received = deserialize_message(serialize_message(reference), biped.msg.Reference)
    assert (received.clip, received.frame, received.frames, received.clip_count) == ("walk", 3, 126, 2)
    assert (received.x, received.y, received.yaw) == (1.5, -0.5, 0.1)
    assert list(received.contacts) == [True, False, True, True]
