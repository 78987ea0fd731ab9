"""Bits on the wire, counted by hand."""

from typing import Any

import pytest

from biped_control.hardware.bus.actuator_settings import ActuatorSettings, load_actuators
from biped_control.hardware.bus.bus_load import bus_load
from biped_control.hardware.bus.frame import Frame, wire_bits


@pytest.mark.parametrize(("size", "bits"), [(0, 55), (1, 65), (8, 135)])  # known worst cases of 11-bit frames
def test_worst_case_frames(size: int, bits: int) -> None:
    assert wire_bits(Frame(0, bytes(size))) == bits


def test_two_buses_carry_the_robot_at_120_hz() -> None:
    loads = bus_load(load_actuators(), 120.0)
    assert loads["left"] == pytest.approx(120 * 11 * 2 * 135 / 1e6)
    assert loads["right"] == pytest.approx(120 * ((12 * 2 + 4) * 135 + 55) / 1e6)


def test_one_bus_does_not_carry_cia402(shipped: dict[str, Any]) -> None:
    shipped["buses"].pop("left")
    shipped["dialect"], shipped["imu_bus"] = "cia402", None
    for node, joint in enumerate(shipped["joints"].values(), start=1):
        joint |= {"bus": "right", "node": node}
    load = bus_load(ActuatorSettings.model_validate(shipped), 120.0)["right"]
    assert load == pytest.approx(120 * (23 * (95 + 2 * 135) + 55) / 1e6)
    assert load > 1.0
