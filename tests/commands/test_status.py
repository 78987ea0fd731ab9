"""What `biped status` makes of what the nodes say; tests/system/test_diagnostics.py asks real ones."""

import io

import pytest
from rich.console import Console
from typer.testing import CliRunner

from biped_control.cli import app
from biped_control.commands.status import as_json, complaints, health_table
from biped_control.dashboard.graph_health import Level, PartHealth

PARTS = (
    PartHealth("simulator", "safety", Level.ERROR, "latched", {"latched fault": "overspeed"}),
    PartHealth("simulator", "ticks", Level.OK, "running", {"period p50 [ms]": "8.3", "period p99 [ms]": "9"}),
)


def test_the_json_is_as_documented() -> None:
    result = as_json(7, PARTS)
    assert (result["domain"], result["level"]) == (7, "error")
    assert result["parts"] == [
        {
            "node": "simulator",
            "part": "safety",
            "level": "error",
            "text": "latched",
            "values": {"latched fault": "overspeed"},
        },
        {
            "node": "simulator",
            "part": "ticks",
            "level": "ok",
            "text": "running",
            "values": {"period p50 [ms]": "8.3", "period p99 [ms]": "9"},
        },
    ]


def test_the_table_has_a_row_a_part_with_its_times() -> None:
    text = io.StringIO()
    Console(file=text, width=80).print(health_table(PARTS))
    _, _, safety, ticks = text.getvalue().splitlines()
    assert safety.split() == ["error", "simulator", "safety"]
    assert ticks.split() == ["ok", "simulator", "ticks", "8.3,", "9"]


def test_parts_that_are_not_well_say_why() -> None:
    assert [line.plain for line in complaints(PARTS)] == ["error: simulator, safety: latched"]


def test_where_no_graph_runs_one_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("rclpy", reason="ROS 2 is not installed; `make env` installs it")
    monkeypatch.setattr("biped_control.nodes.diagnostics_listener.listen_once", lambda domain: ())
    result = CliRunner().invoke(app, ["status"], env={"ROS_DOMAIN_ID": "93"})
    assert result.exit_code != 0
    assert "no graph says anything in ROS domain 93: start one with `biped walk`" in result.stderr
