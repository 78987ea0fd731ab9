"""Layouts for other people's viewers: what they plot is there to be plotted."""

import importlib
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped_control.resources import share_path

KINDS = {
    "/simulation_status": "SimulationStatus",
    "/reference": "Reference",
    "/robot_state": "RobotState",
    "/joint_torques": "JointTorques",
    "/predicted_controls": "PredictedControls",
    "/clip_decision": "ClipDecision",
}


def layout(name: str) -> Path:
    return share_path(f"config/layouts/{name}")


def require_field(path: str) -> None:
    """Fails unless a message of our topics has a field such as /joint_torques.torques[3]."""
    topic, *fields = re.sub(r"\[\d+\]", "", path).split(".")
    part: Any = getattr(importlib.import_module("biped.msg"), KINDS[topic])()
    for field in fields:
        assert hasattr(part, field), f"{path}: no field '{field}'"
        part = getattr(part, field)


def test_foxglove_plots_what_there_is() -> None:
    content = json.loads(layout("foxglove.json").read_text(encoding="utf-8"))
    paths = [path["value"] for panel in content["configById"].values() for path in panel.get("paths", [])]
    assert len(paths) > 10
    for path in paths:
        require_field(path)


def test_every_panel_of_foxglove_has_its_place() -> None:
    content = json.loads(layout("foxglove.json").read_text(encoding="utf-8"))

    def leaves(part: Any) -> list[str]:
        return [part] if isinstance(part, str) else [*leaves(part["first"]), *leaves(part["second"])]

    assert sorted(leaves(content["layout"])) == sorted(content["configById"])


def test_plotjuggler_plots_what_there_is() -> None:
    root = ElementTree.parse(layout("plotjuggler.xml")).getroot()
    names = [curve.get("name", "") for curve in root.iter("curve")]
    assert len(names) > 10
    for name in names:
        topic, _, fields = name[1:].partition("/")
        require_field(f"/{topic}.{fields.replace('/', '.')}")


def test_rviz_looks_at_what_is_published() -> None:
    content = yaml.safe_load(layout("biped.rviz").read_text(encoding="utf-8"))
    displays = content["Visualization Manager"]["Displays"]
    topics = {
        display[key]["Value"]
        for display in displays
        for key in ("Topic", "Description Topic")
        if key in display
    }
    assert topics == {"/robot_description", "/odom"}
