"""`biped gazebo world`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

Biped = Callable[..., Any]


def test_it_writes_the_world_of_a_scenario(biped: Biped, tmp_path: Path) -> None:
    target = tmp_path / "ledges.sdf"
    options = ("--scenario", "ledges", "--rate", "1200", "--length", "10", "--json", "-")
    outcome = biped("gazebo", "world", str(target), *options)
    assert outcome.status == 0, outcome.stderr
    result = json.loads(outcome.stdout)
    root = ElementTree.parse(target).getroot()
    assert [world.get("name") for world in root.findall("world")] == ["ledges"]
    boxes = len(root.findall(".//collision"))
    assert boxes == 4  # level, then an edge at 2, 5 and 8 m, level beyond 10 m
    assert result == {
        "file": str(target),
        "world": "ledges",
        "scenario": "ledges",
        "boxes": boxes,
        "step_ns": 833333,
    }


@pytest.mark.parametrize(
    ("file", "options", "expected"),
    [
        ("nowhere/flat.sdf", [], "a folder that exists"),
        ("flat.sdf", ["--scenario", "ledgs"], "ledges"),
        ("my world.sdf", [], "letters, digits"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    biped: Biped, tmp_path: Path, file: str, options: list[str], expected: str
) -> None:
    outcome = biped("gazebo", "world", str(tmp_path / file), *options)
    assert expected in outcome.complaint
    assert not list(tmp_path.iterdir())
