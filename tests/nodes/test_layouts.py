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
from biped_control.robot.model import RobotModel

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


LENGTHS = {"/joint_torques.torques": 23, "/predicted_controls.forces": 12}
STANDARD = {"/diagnostics", "/robot_description"}  # the others that layouts may look at


def require_field(path: str) -> None:
    """Fails unless a message of our topics has a field such as /joint_torques.torques[3]."""
    if element := re.fullmatch(r"(.+)\[(\d+)\]", path):
        assert int(element[2]) < LENGTHS[element[1]], f"{path}: there are not so many"
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


def test_foxglove_looks_at_topics_that_there_are() -> None:
    text = layout("foxglove.json").read_text(encoding="utf-8")
    topics = re.findall(r'"(?:topic|topicPath|topicToRender)": "([^"]*)"', text)
    assert set(topics) == STANDARD | {"/clip_decision"}


def test_torques_belong_to_the_joints_that_labels_name(robot: RobotModel) -> None:
    assert len(robot.joint_names) == LENGTHS["/joint_torques.torques"]
    content = json.loads(layout("foxglove.json").read_text(encoding="utf-8"))
    labels = {
        int(path["value"].split("[")[1][:-1]): path["label"]
        for path in content["configById"]["Plot!torques"]["paths"]
    }
    for index, label in labels.items():
        side, part = label.split()
        assert robot.joint_names[index] == f"{side[0]}_{part}_pitch"
    root = ElementTree.parse(layout("plotjuggler.xml")).getroot()
    curves = [curve.get("name", "") for curve in root.iter("curve")]
    assert [f"/joint_torques/torques[{index}]" for index in labels] == [
        name for name in curves if name.startswith("/joint_torques/torques")
    ]


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
