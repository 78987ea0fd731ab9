"""The graph and the emulated robot as processes, with nothing between them but serial adapters."""

from typing import Any

import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")
pytest.importorskip("serial", reason="pyserial is not installed; `make env` installs it")

from biped_control.hardware.bus.actuator_settings import load_actuators
from biped_control.hardware.emulated_robot.emulation_settings import EmulationSettings
from biped_control.nodes.graph import load_graph
from biped_control.nodes.hardware_in_the_loop import HardwareInTheLoop


@pytest.mark.usefixtures("traceless")
def test_both_sides_meet_on_the_bus(walk_parts: Any) -> None:
    graph = load_graph()
    values = graph.parse(["hardware:=true", "headless:=true", "seconds:=0.25"])
    result = HardwareInTheLoop(graph, values, load_actuators(), EmulationSettings()).run()
    assert {entry["name"] for entry in result["nodes"]} >= {"hardware_bridge", "contact_adaptation"}
    assert "simulator" not in {entry["name"] for entry in result["nodes"]}
    robot = result["robot"]
    assert robot["failure"] == ""
    # A machine that stalls makes the robot fall; what it measured until then is there in any case.
    assert 0 < result["ticks"] <= 30
    assert sum(result["period_histogram"]["counts"]) in (result["ticks"] - 1, result["ticks"])
    assert result["estimation"]["samples"] > 0
