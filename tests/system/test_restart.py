"""Only what is configured is started again: the page, while the walk goes on. Others: test_walk.py."""

import socket
from typing import Any

import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped_control.nodes.graph import load_graph
from biped_control.nodes.graph_runner import GraphRunner


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class PageKiller:
    """Kills the page once, and ends the walk when it is there again.

    Attributes:
        ticks: of the walk when it was killed, and when it was back.
    """

    def __init__(self, domain: Any, port: int) -> None:
        self._domain, self._port = domain, port
        self.ticks: list[int] = []
        self._was_gone = False

    def __call__(self, so_far: dict[str, Any]) -> None:
        there = self._page_answers()
        if not self.ticks and there and so_far["ticks"]:
            self._domain.kill("dashboard")
            self.ticks.append(so_far["ticks"])
        elif self.ticks and not there:
            self._was_gone = True
        elif self._was_gone and so_far["ticks"] > self.ticks[0]:
            self.ticks.append(so_far["ticks"])
            self.runner.stop()

    def watch(self, runner: GraphRunner) -> None:
        self.runner = runner

    def _page_answers(self) -> bool:
        with socket.socket() as asked:
            return asked.connect_ex(("127.0.0.1", self._port)) == 0


@pytest.mark.usefixtures("walk_parts", "traceless")
def test_a_page_that_is_killed_comes_back_while_the_robot_walks_on(domain: Any) -> None:
    port, graph = free_port(), load_graph()
    killer = PageKiller(domain, port)
    runner = GraphRunner(graph, graph.parse([f"page_port:={port}"]), killer)
    killer.watch(runner)
    result: dict[str, Any] = runner.run()
    assert (result["fault"], result["fell"], result["missed_ticks"]) == ("", False, 0)
    killed, back = killer.ticks
    assert back > killed
    pages = [node for node in result["nodes"] if node["name"] == "dashboard"]
    assert [node["exit_status"] for node in pages][:-1] == [-9]
    assert result["restarts"] == {"dashboard": 1}


def test_no_node_that_torques_depend_on_is_started_again() -> None:
    graph = load_graph()
    specs = graph.node_specs(graph.parse(["hardware:=true", "joystick:=true"]))
    assert {spec.name for spec in specs if spec.restarts} == {"dashboard", "state_broadcaster", "joystick"}
