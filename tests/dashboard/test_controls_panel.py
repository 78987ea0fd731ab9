"""Buttons, pressed by a browser."""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import numpy as np
import pytest

from biped_control.dashboard.controls import Controls, PushRequest
from biped_control.dashboard.page import DashboardPage
from biped_control.errors import EngineError
from biped_control.robot.model import RobotModel

Browse = Callable[[DashboardPage], AbstractContextManager[Any]]


class Recorder:
    """Notes what the buttons do."""

    def __init__(self) -> None:
        self.calls: list[object] = []
        self.called = threading.Event()

    def note(self, what: object) -> None:
        self.calls.append(what)
        self.called.set()

    def wait(self) -> object:
        assert self.called.wait(10.0)
        self.called.clear()
        return self.calls[-1]


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


@pytest.fixture
def page(robot: RobotModel, recorder: Recorder) -> Iterator[DashboardPage]:
    controls = Controls(pause=recorder.note, reset=lambda: recorder.note("reset"), push=recorder.note)
    page = DashboardPage(robot, controls, port=0)
    yield page
    page.close()


def test_pause_resume_and_reset(page: DashboardPage, recorder: Recorder, browse: Browse) -> None:
    with browse(page) as browser:
        for button, expected in (("Pause", True), ("Resume", False), ("Reset", "reset")):
            browser.press(page.panel.simulation.run, button)
            assert recorder.wait() == expected


def test_sliders_become_a_push(
    page: DashboardPage, recorder: Recorder, browse: Browse, robot: RobotModel
) -> None:
    with browse(page) as browser:
        browser.press(page.panel.pushing.newtons, 120)
        browser.press(page.panel.pushing.direction, -90)
        browser.press(page.panel.pushing.push, True)
        push = recorder.wait()
    assert isinstance(push, PushRequest)
    assert push.body == robot.limbs.torso
    np.testing.assert_allclose(push.force, [0.0, -120.0, 0.0], atol=1e-9)
    assert push.seconds == pytest.approx(0.1)


def test_what_goes_wrong_is_told_to_who_pressed(robot: RobotModel, browse: Browse) -> None:
    def refuse(push: PushRequest) -> None:
        raise EngineError("push: the robot has no body 'tail'")

    page = DashboardPage(robot, Controls(push=refuse), port=0)
    try:
        with browse(page) as browser:
            browser.press(page.panel.pushing.push, True)
            assert browser.hears("no body 'tail'")
    finally:
        page.close()
