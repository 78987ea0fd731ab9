"""The graph as real processes: it walks, gives the same bits under any load, and leaves no trace."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")


from biped_control.analysis.assembly import WalkParts, assemble
from biped_control.analysis.rollout_request import RolloutRequest
from biped_control.controller_switches import ControllerSwitches
from biped_control.errors import GraphError
from biped_control.motion.clip_file import save_clip
from biped_control.nodes.graph import load_graph
from biped_control.nodes.graph_runner import GraphRunner
from biped_control.settings import load_settings

TICKS = 480  # more than three cycles of the walk
SECONDS = f"seconds:={TICKS / 120.0}"


def run(*assignments: str, **options: object) -> dict[str, object]:
    graph = load_graph()
    return GraphRunner(graph, graph.parse(["headless:=true", *assignments]), **options).run()  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def parts() -> WalkParts:
    """Built before any process starts, so that the nodes find clip and gains."""
    return assemble("walk", load_settings())


@pytest.fixture(scope="module")
def in_process(parts: WalkParts) -> dict[str, object]:
    """The same walk in this process, without ROS."""
    loop = parts.loop("nqr", parts.engine("dart"))
    return loop.run(parts.itinerary, TICKS).summary()


@contextmanager
def busy_machine() -> Iterator[None]:
    """Every processor has something better to do."""
    loops = [
        subprocess.Popen([sys.executable, "-S", "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)
    ]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


@pytest.mark.usefixtures("traceless")
def test_it_walks_and_gives_the_bits_of_the_walk_in_one_process(in_process: dict[str, object]) -> None:
    result = run(SECONDS)
    assert result["fault"] == ""
    assert (result["fell"], result["ticks"], result["missed_ticks"]) == (False, TICKS, 0)
    assert 1.1 < float(str(result["speed_mps"])) < 1.4
    assert float(str(result["distance_m"])) == pytest.approx(TICKS / 120.0 * float(str(result["speed_mps"])))
    assert result["state_digest"] == in_process["state_digest"]
    # Costs are summed from measured states there and from exact ones here.
    assert result["mean_cost"] == pytest.approx(in_process["mean_cost"], rel=1e-9)
    names = {node["name"] for node in result["nodes"]}  # type: ignore[attr-defined]
    pids = {node["pid"] for node in result["nodes"]}  # type: ignore[attr-defined]
    assert names == set(load_graph().nodes) - {"dashboard", "joystick", "hardware_bridge"}
    assert len(pids) == len(names), "a process for each node"


@pytest.mark.usefixtures("traceless")
def test_a_busy_machine_changes_no_bit(in_process: dict[str, object]) -> None:
    with busy_machine():
        result = run(SECONDS)
    assert (result["ticks"], result["missed_ticks"]) == (TICKS, 0)
    assert result["state_digest"] == in_process["state_digest"]


@pytest.mark.usefixtures("traceless")
def test_one_process_for_all_nodes_changes_no_bit(in_process: dict[str, object]) -> None:
    result = run(SECONDS, "composed:=true")
    assert len({node["pid"] for node in result["nodes"]}) == 1  # type: ignore[attr-defined]
    assert (result["ticks"], result["missed_ticks"]) == (TICKS, 0)
    assert result["state_digest"] == in_process["state_digest"]


_ALL_AT_ONCE = """
terrain: {kind: slope, degrees: -2.0}
push: {body: torso, newtons: 30.0, start_s: 1.0, duration_s: 0.1, period_s: 1.0}
position_noise: 0.0002
velocity_noise: 0.002
lost_ticks: 0.02
mass_scale: 1.02
"""


@pytest.mark.usefixtures("traceless", "parts")
def test_a_scenario_by_feel_gives_the_bits_of_one_process(tmp_path: Path) -> None:
    """Ground, pushes, sensors, drives and masses are the simulator's; who feels the ground feels the same."""
    path = tmp_path / "all_at_once.yaml"
    path.write_text(_ALL_AT_ONCE, encoding="utf-8")
    switches = ControllerSwitches(feel_ground=True, adjust_steps=True)
    request = RolloutRequest(scenario=str(path), switches=switches, seconds=4.0, seed=3)
    expected = request.walk(request.prepare(lambda what, how_far: None)).summary()
    result = run(SECONDS, f"scenario:={path}", "seed:=3", "feel_ground:=true", "adjust_steps:=true")
    assert (result["fault"], result["fell"], result["ticks"]) == ("", False, 480)
    assert result["state_digest"] == expected["state_digest"]


@pytest.mark.usefixtures("traceless", "parts")
def test_late_torques_that_are_found_out_give_the_bits_of_one_process() -> None:
    switches = ControllerSwitches(find_delay=True)
    request = RolloutRequest(engine="lcp", scenario="late", switches=switches, seconds=2.0, seed=3)
    expected = request.walk(request.prepare(lambda what, how_far: None)).summary()
    result = run(
        "seconds:=2", "engine:=lcp", "scenario:=late", "find_delay:=true", "seed:=3", "composed:=true"
    )
    assert (result["fault"], result["fell"], result["ticks"]) == ("", False, 240)
    assert result["state_digest"] == expected["state_digest"]


@pytest.mark.usefixtures("traceless", "parts")
def test_a_sequence_of_clips_gives_the_bits_of_one_process(
    cut_walk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hubs and the way between them, there and back again."""
    monkeypatch.setenv("BIPED_LIBRARY", str(cut_walk))
    pieces = assemble("one_to_two", load_settings())
    ticks = sum(clip.steps for clip in pieces.clips.values()) + 20
    loop = pieces.loop("nqr", pieces.engine("dart"))
    expected = loop.run(pieces.itinerary, ticks).summary()
    result = run(f"seconds:={ticks / 120.0}", "clip:=one_to_two")
    assert (result["fault"], result["fell"], result["ticks"]) == ("", False, ticks)
    assert result["clips"] == expected["clips"] == {"one": 2, "one_to_two": 1, "two": 1, "two_to_one": 1}
    assert result["state_digest"] == expected["state_digest"]


@pytest.mark.usefixtures("traceless")
def test_real_time_walks_by_the_clock() -> None:
    """On a loaded machine ticks may be late or missed: what counts is that every one is accounted for."""
    result = run("seconds:=1", "realtime:=true")
    assert result["fault"] == ""
    assert result["fell"] or result["ticks"] == 120
    assert {"late_ticks", "period_error_ms"} <= set(result)


@pytest.mark.usefixtures("traceless", "parts")
def test_a_killed_node_leads_to_braking_and_a_clean_end(domain: Any) -> None:
    killed = []

    def kill_the_policy(so_far: dict[str, object]) -> None:
        if so_far["ticks"] and not killed:
            killed.append(so_far["ticks"])
            domain.kill("look_ahead_policy")

    result = run(progress=kill_the_policy)
    assert killed
    assert "look_ahead_policy was killed by SIGKILL" in str(result["fault"])
    assert "no joint torque for tick" in str(result["fault"])
    assert int(str(result["ticks"])) >= killed[0]
    assert int(str(result["missed_ticks"])) > 0


@pytest.mark.usefixtures("traceless", "parts")
def test_a_process_that_is_stopped_ends_the_walk_in_good_order(
    domain: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SIGSTOP of the only process: it neither ends nor says anything, and nobody else is there to notice."""
    monkeypatch.setattr("biped_control.nodes.run_silence._BETWEEN", 3.0)
    stopped = list[int]()

    def stop(so_far: dict[str, object]) -> None:
        if so_far["ticks"] and not stopped:
            stopped.extend(pid for pid, line in domain.processes().items() if "nodes.executable" in line)
            os.kill(stopped[0], signal.SIGSTOP)

    result = run("composed:=true", progress=stop)
    assert len(stopped) == 1
    assert "simulator" in str(result["fault"])
    assert "said nothing for too long" in str(result["fault"])
    assert {node["exit_status"] for node in result["nodes"]} == {0}, "a last zero torque was sent"  # type: ignore[attr-defined]


@pytest.mark.usefixtures("traceless")
def test_a_clip_of_another_robot_is_refused_by_name(parts: WalkParts, tmp_path: Path) -> None:
    path = tmp_path / "foreign.npz"
    save_clip(replace(parts.clips["walk"], robot="somebody else"), path)
    with pytest.raises(GraphError, match=rf"made for robot somebody else.*{parts.robot.fingerprint}"):
        run(f"clip:={path}")


@pytest.mark.usefixtures("traceless")
def test_an_unknown_clip_is_refused_by_name() -> None:
    with pytest.raises(GraphError, match=r"no clip 'wlak'.*walk"):
        run("clip:=wlak")


def start_command(domain: Any, result_file: Path, *more: str) -> subprocess.Popen[bytes]:
    """`biped walk` without an end, and its first ticks."""
    command = [sys.executable, "-m", "biped_control.cli", "walk", "--headless", f"result_file:={result_file}"]
    process = subprocess.Popen([*command, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def walking() -> bool:
        assert process.poll() is None, process.communicate()
        return result_file.exists() and json.loads(result_file.read_text())["ticks"] > 0

    domain.wait_until(walking, "the first tick", seconds=240.0)
    return process


@pytest.mark.usefixtures("traceless", "parts")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_all_nodes_and_gives_the_result(domain: Any, tmp_path: Path, number: int) -> None:
    process = start_command(domain, tmp_path / "result.json", "--json", "-")
    process.send_signal(number)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    result = json.loads(output)
    assert not result["fell"]
    assert result["survived_s"] > 0.0
    assert all(node["exit_status"] == 0 for node in result["nodes"])


@pytest.mark.usefixtures("no_process_left", "parts")
def test_nodes_do_not_outlive_a_killed_biped_walk(domain: Any, tmp_path: Path) -> None:
    process = start_command(domain, tmp_path / "result.json")
    assert len(domain.processes()) > 5
    process.kill()
    process.communicate()
    # The nodes end by themselves: `no_process_left` waits for it.
