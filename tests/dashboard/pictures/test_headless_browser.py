"""The page in a real browser: what is seen can be clicked, and clicks arrive."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from biped_control.dashboard.controls import Controls
from biped_control.dashboard.page import DashboardPage
from biped_control.dashboard.pictures.headless_browser import HeadlessBrowser, find_browser
from biped_control.dashboard.scene.heading_dial import INNER_M, OUTER_M
from biped_control.dashboard.snapshot import Snapshot
from biped_control.errors import DashboardError
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

WIDTH, HEIGHT = 1100, 640
SHARPNESS = 0.25  # enough to click on
EYE, LOOK_AT = np.array([2.3, -2.9, 1.35]), np.array([0.0, 0.0, 0.82])  # of the page when it opens
FIELD_OF_VIEW = np.radians(37.0)

needs_browser = pytest.mark.skipif(
    find_browser() is None or not os.environ.get("BIPED_BROWSER_TESTS"),
    reason="takes minutes without a graphics card: set BIPED_BROWSER_TESTS=1 where Chromium is installed",
)


def wait_until(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + 120.0  # a loaded machine without a graphics card draws a frame in a second
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.05)


@pytest.fixture(scope="module")
def pressed() -> list[bool]:
    return []


@pytest.fixture(scope="module")
def page(robot: RobotModel, pressed: list[bool]) -> Iterator[DashboardPage]:
    page = DashboardPage(robot, Controls(pause=pressed.append), port=0)
    yield page
    page.close()


@pytest.fixture(scope="module")
def browser(page: DashboardPage, standing: FloatArray) -> Iterator[HeadlessBrowser]:
    with HeadlessBrowser(page.address, WIDTH, HEIGHT, SHARPNESS) as browser:
        browser.wait_for_text("Steer")
        wait_until(lambda: page.viewers > 0, "the browser to open the page")
        browser.close_notifications()
        page.draw(lambda: Snapshot(standing))
        yield browser


def pixel_of(point: FloatArray, canvas: list[float]) -> tuple[float, float]:
    """Where a point (3,) of the world [m] is seen on a canvas at left, top, width, height [pixels]."""
    forward = (LOOK_AT - EYE) / np.linalg.norm(LOOK_AT - EYE)
    right = np.cross(forward, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    up = np.cross(right, forward)
    left, top, width, height = canvas
    away = point - EYE
    scale = 0.5 * height / np.tan(0.5 * FIELD_OF_VIEW) / (away @ forward)
    x, y = left + 0.5 * width + scale * (away @ right), top + 0.5 * height - scale * (away @ up)
    return float(x), float(y)


@needs_browser
def test_a_click_on_the_dial_is_a_heading(page: DashboardPage, browser: HeadlessBrowser) -> None:
    canvas = browser.evaluate(
        "(() => { const r = document.querySelector('canvas').getBoundingClientRect();"
        " return [r.left, r.top, r.width, r.height]; })()"
    )
    radius = 0.5 * (INNER_M + OUTER_M)
    point = radius * np.array([np.cos(-2.4), np.sin(-2.4), 0.0])
    browser.click(*pixel_of(point, canvas))
    wait_until(lambda: page.stick.held, "the click on the ring")
    assert page.stick.heading == pytest.approx(-2.4, abs=0.08)
    wait_until(
        lambda: page.panel.steering.heading.value == round(np.degrees(page.stick.heading)), "the slider"
    )


@needs_browser
def test_buttons_can_be_clicked(page: DashboardPage, browser: HeadlessBrowser, pressed: list[bool]) -> None:
    browser.click_text("Pause")
    wait_until(lambda: pressed == [True], "the pause button")
    browser.click_text("Stop")
    wait_until(lambda: page.stick.stopped, "the stop button")
    browser.click_text("Tune")
    browser.wait_for_text("engine:=lcp")
    browser.click_text("Steer")
    browser.wait_for_text("Let go")
    browser.click_text("Let go")
    wait_until(lambda: not page.stick.held, "the stick to be let go")
    assert pressed == [True]
    assert not page.stick.stopped


@needs_browser
def test_a_picture_is_a_png_of_the_window(browser: HeadlessBrowser, tmp_path: Path) -> None:
    browser.save_picture(tmp_path / "page.png")
    content = (tmp_path / "page.png").read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert [int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")] == [
        SHARPNESS * WIDTH,
        SHARPNESS * HEIGHT,
    ]


@needs_browser
def test_what_is_not_there_is_named(browser: HeadlessBrowser) -> None:
    with pytest.raises(DashboardError, match="Somersault"):
        browser.click_text("Somersault")
    with pytest.raises(DashboardError, match="within 0 s"):
        browser.wait_for_text("Somersault", 0.0)
    with pytest.raises(DashboardError, match="nothing_of_the_kind"):
        browser.evaluate("nothing_of_the_kind()")


def test_without_a_browser_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(DashboardError, match="chromium"):
        HeadlessBrowser("http://127.0.0.1:1")
