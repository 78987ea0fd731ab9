"""A person's clicks on the page turn the robot: browser, page, middleware, steering, physics."""

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from math import degrees, remainder, tau
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")
pytest.importorskip("mcap", reason="mcap is not installed; `make env` installs it")

import rclpy
from biped.msg import RobotState
from mcap.reader import make_reader

from biped_control.analysis.assembly import assemble
from biped_control.dashboard.pictures.headless_browser import HeadlessBrowser, find_browser
from biped_control.errors import DashboardError
from biped_control.nodes.graph import load_graph
from biped_control.nodes.graph_runner import GraphRunner
from biped_control.nodes.robot_state_messages import state_from
from biped_control.robot.model import RobotModel
from biped_control.settings import load_settings

TURN = "turn_left_45"
LOWEST_M = 0.6  # of a pelvis that walks
_CLICKS = 6
PATIENCE_S = 240.0  # without a graphics card, on a loaded machine, a browser takes long


class _EnoughError(Exception):
    """Ends the walk."""


class SteeredWalk:
    """The running graph and a probe that hears how the robot goes."""

    def __init__(self, robot: RobotModel) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._robot, self._enough = robot, threading.Event()
        self.turned = self._yaw = 0.0
        self.lowest = 10.0
        self.ticks = 0
        self.failure: BaseException | None = None
        rclpy.init()
        self._node = rclpy.create_node("probe")
        self._node.create_subscription(RobotState, "robot_state", self._hear, 10)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def until(self, domain: Any, condition: Any, what: str) -> None:
        def once() -> bool:
            rclpy.spin_once(self._node, timeout_sec=0.02)
            assert self._thread.is_alive(), f"the walk has ended: {self.failure!r}"
            return bool(condition())

        domain.wait_until(once, what, PATIENCE_S)

    def end(self) -> None:
        self._enough.set()
        self._thread.join()
        self._node.destroy_node()
        rclpy.shutdown()

    def _run(self) -> None:
        graph = load_graph()
        values = graph.parse(["steer:=true", "planner:=greedy", "engine:=lcp", f"page_port:={self.port}"])
        try:
            GraphRunner(graph, values, self._told).run()
        except _EnoughError:
            pass
        except BaseException as error:
            self.failure = error

    def _told(self, so_far: dict[str, object]) -> None:
        if self._enough.is_set():
            raise _EnoughError

    def _hear(self, message: RobotState) -> None:
        q = state_from(message, self._robot.nu).q
        self.turned += remainder(q[3] - self._yaw, tau)
        self._yaw, self.lowest, self.ticks = q[3], min(self.lowest, q[2]), message.tick


@pytest.fixture
def walk(
    domain: Any, robot: RobotModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[SteeredWalk]:
    monkeypatch.setenv("BIPED_LIBRARY", str(tmp_path / "library"))
    monkeypatch.chdir(tmp_path)
    assemble(TURN, load_settings())  # builds it, with the walk that it begins and ends with
    walk = SteeredWalk(robot)
    yield walk
    walk.end()


def click_until(browser: HeadlessBrowser, text: str, answer: str) -> None:
    """Clicks as a person does: again when nothing happens, because the page moved meanwhile."""
    for _ in range(_CLICKS - 1):
        browser.click_text(text)
        with suppress(DashboardError):
            browser.wait_for_text(answer, PATIENCE_S / _CLICKS)
            return
    browser.click_text(text)
    browser.wait_for_text(answer, PATIENCE_S / _CLICKS)


@pytest.mark.skipif(
    find_browser() is None or not os.environ.get("BIPED_BROWSER_TESTS"),
    reason="takes minutes without a graphics card: set BIPED_BROWSER_TESTS=1 where Chromium is installed",
)
@pytest.mark.usefixtures("traceless")
def test_clicks_turn_the_robot_and_are_recorded(domain: Any, walk: SteeredWalk, tmp_path: Path) -> None:
    walk.until(domain, lambda: walk.ticks > 30, "the walk to begin")
    with HeadlessBrowser(f"http://127.0.0.1:{walk.port}", 760, 640, sharpness=0.2) as browser:
        browser.wait_for_text("clip walk", PATIENCE_S)  # it is live
        browser.close_notifications()
        before = walk.turned
        click_until(browser, "\u21ba 90", "page steers")
        walk.until(domain, lambda: degrees(walk.turned - before) > 75.0, "a quarter turn to the left")
        assert walk.lowest > LOWEST_M

        click_until(browser, "Record", "Stop recording")
        click_until(browser, "Tune", "engine:=lcp")
        fields = browser.evaluate("[...document.querySelectorAll('input')].map(e => e.value)")
        assert {"flat", "lcp", "nqr"} <= set(fields)
        browser.click_text("Stop recording")
        walk.until(domain, lambda: any(tmp_path.glob("*.mcap")), "the recording")

    (file,) = tmp_path.glob("*.mcap")
    with file.open("rb") as content:
        summary = make_reader(content).get_summary()
    assert summary is not None
    assert summary.statistics is not None
    counts = summary.statistics.channel_message_counts
    topics = {channel.topic for number, channel in summary.channels.items() if counts.get(number)}
    assert {"/robot_state", "/reference", "/joint_torques", "/page_joy", "/joint_states"} <= topics
