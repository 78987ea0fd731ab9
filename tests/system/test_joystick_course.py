"""Another process steers the running graph with `joy`: short version of what issue 4 asks of half an hour."""

import json
import subprocess
import sys
from collections.abc import Callable
from math import hypot
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped_control.analysis.assembly import assemble
from biped_control.nodes.graph import load_graph
from biped_control.nodes.graph_runner import GraphRunner
from biped_control.settings import load_settings

SCRIPT = Path(__file__).with_name("joystick_course.py")
SECONDS, RELEASE_S = 12.0, 7.0


@pytest.fixture(scope="module")
def turning_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The walk and a turn to the left, in a library of their own: steering would use others, too."""
    folder = tmp_path_factory.mktemp("turning")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("BIPED_LIBRARY", str(folder))
        assemble("turn_left_45", load_settings())
    return folder


@pytest.fixture
def course(
    turning_library: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, traceless: None
) -> Callable[..., tuple[dict[str, Any], dict[str, Any]]]:
    """Results of the walk and of the process that steers it."""
    monkeypatch.setenv("BIPED_LIBRARY", str(turning_library))

    def run(*options: str) -> tuple[dict[str, Any], dict[str, Any]]:
        report = tmp_path / "course.json"
        # Ends some ticks before the walk does: whoever listens for longer waits for nobody.
        command = [sys.executable, str(SCRIPT), "--json", str(report), "--seconds", str(SECONDS - 0.5)]
        with subprocess.Popen([*command, *options], stdout=subprocess.PIPE) as process:
            try:
                graph = load_graph()
                values = graph.parse(
                    ["headless:=true", "steer:=true", "planner:=greedy", f"seconds:={SECONDS}"]
                )
                result = GraphRunner(graph, values).run()
                process.communicate(timeout=60)
            finally:
                process.kill()
        return result, json.loads(report.read_text(encoding="utf-8"))

    return run


def test_the_stick_turns_the_robot_and_letting_go_leaves_it_walking(course: Any) -> None:
    result, seen = course("--headings", "90", "--release", str(RELEASE_S))
    assert (result["fault"], result["fell"]) == ("", False)
    assert result["clips"]["turn_left_45"] == 2
    assert any("joystick steers" in reason for reason in seen["reasons"])
    assert seen["reasons"][-1].startswith("joystick let go: straight on")
    track = {round(seconds): (x, y, yaw) for seconds, x, y, yaw in seen["track"]}
    assert track[1][2] == pytest.approx(0.0, abs=15.0)
    last, then = track[11], track[8]
    assert last[2] == pytest.approx(90.0, abs=15.0)
    # Three seconds of walking along y at about the cruising speed.
    assert hypot(last[0] - then[0], last[1] - then[1]) > 2.0
    assert last[1] - then[1] > 2.0
