"""Buttons, pressed by a browser."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import numpy as np
import pytest

from biped_control.dashboard.controls import Controls, PushRequest, Setup
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


def until(condition: Callable[[], bool]) -> None:
    """Waits; the limit is only there so that a broken test ends."""
    deadline = time.monotonic() + 10.0
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


@pytest.fixture
def page(robot: RobotModel, recorder: Recorder) -> Iterator[DashboardPage]:
    controls = Controls(
        pause=recorder.note,
        reset=lambda: recorder.note("reset"),
        emergency_stop=lambda: recorder.note("emergency stop"),
        reset_fault=lambda: recorder.note("reset fault"),
        push=recorder.note,
    )
    page = DashboardPage(robot, controls, port=0)
    yield page
    page.close()


def test_pause_resume_and_reset(page: DashboardPage, recorder: Recorder, browse: Browse) -> None:
    with browse(page) as browser:
        for button, expected in (("Pause", True), ("Resume", False), ("Reset", "reset")):
            browser.press(page.panel.simulation.run, button)
            assert recorder.wait() == expected


def test_the_emergency_stop_and_its_end(page: DashboardPage, recorder: Recorder, browse: Browse) -> None:
    with browse(page) as browser:
        browser.press(page.panel.simulation.emergency_stop, True)
        assert recorder.wait() == "emergency stop"
        browser.press(page.panel.simulation.reset_fault, True)
        assert recorder.wait() == "reset fault"


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


def test_pushes_are_seen_from_the_robot(page: DashboardPage, recorder: Recorder, browse: Browse) -> None:
    page.panel.pushing.yaw = np.pi / 2
    with browse(page) as browser:
        browser.press(page.panel.pushing.arrows, "\u2191 front")
        push = recorder.wait()
    assert isinstance(push, PushRequest)
    np.testing.assert_allclose(push.force, [0.0, 60.0, 0.0], atol=1e-9)
    assert page.panel.pushing.last is push


def test_policy_gamma_and_terrain_change_only_when_a_person_changes_them(
    robot: RobotModel, browse: Browse
) -> None:
    recorder = Recorder()
    controls = Controls(change_policy=recorder.note, change_gamma=recorder.note, change_terrain=recorder.note)
    page = DashboardPage(robot, controls, port=0)
    try:
        with browse(page) as browser:
            page.show_setup(Setup(True, "lqr", 0.02, "slope", "lcp"))
            tuning = page.panel.tuning
            assert (tuning.policy.value, tuning.gamma.value) == ("lqr", 0.02)
            assert (tuning.terrain.value, tuning.engine.value) == ("slope", "lcp")
            assert (tuning.terrain.disabled, tuning.scenario.value) == (False, "none")
            browser.press(tuning.policy, "nqr")
            assert recorder.wait() == "nqr"
            browser.press(tuning.gamma, 0.005)
            assert recorder.wait() == 0.005
            browser.press(tuning.terrain, "low_ledges")
            assert recorder.wait() == "low_ledges"
            assert recorder.calls == ["nqr", 0.005, "low_ledges"]
    finally:
        page.close()


def test_the_sliders_become_one_edit_and_each_press_asks_for_all_of_them(
    robot: RobotModel, browse: Browse
) -> None:
    recorder = Recorder()

    def edit(text: str) -> str:
        recorder.note(text)
        return "'walk', way -16 %"

    page = DashboardPage(robot, Controls(edit=edit), port=0)
    try:
        editing = page.panel.editing
        with browse(page) as browser:
            browser.press(editing.sliders["stride"], -0.1)
            browser.press(editing.sliders["tempo"], 1.1)
            browser.press(editing.apply, True)
            assert recorder.wait() == "slope=0,stride=-0.1,height=0,hands=0,tempo=1.1,over=1"
            until(lambda: "way -16 %" in editing.note.content)
            browser.press(editing.apply, True)
            assert recorder.wait() == "slope=0,stride=-0.1,height=0,hands=0,tempo=1.1,over=1", "after a reset"
    finally:
        page.close()


def test_another_clip_is_asked_for_once(robot: RobotModel, browse: Browse, recorder: Recorder) -> None:
    """The next press asks for the sliders alone; not so where the clip was refused."""
    answers = iter(["no moment of 'swing' fits", "goes over to 'swing'"])

    def edit(text: str) -> str:
        recorder.note(text)
        answer = next(answers, "edited")
        if answer.startswith("no"):
            raise EngineError(answer)
        return answer

    page = DashboardPage(robot, Controls(edit=edit), port=0, clips=("squat", "swing"))
    sliders = "slope=0,stride=0,height=0,hands=0,tempo=1,over=1"
    try:
        editing = page.panel.editing
        with browse(page) as browser:
            browser.press(editing.clip, "swing")
            for _ in range(2):
                browser.press(editing.apply, True)
                assert recorder.wait() == f"clip=swing,{sliders}"
            until(lambda: editing.clip.value == "as before")
            browser.press(editing.apply, True)
            assert recorder.wait() == sliders
    finally:
        page.close()


def test_a_refused_edit_may_be_asked_for_again(robot: RobotModel, browse: Browse) -> None:
    def refuse(text: str) -> str:
        raise EngineError("a leg is 12 mm too short")

    page = DashboardPage(robot, Controls(edit=refuse), port=0)
    try:
        editing = page.panel.editing
        with browse(page) as browser:
            browser.press(editing.sliders["stride"], 0.2)
            browser.press(editing.apply, True)
            assert browser.hears("12 mm too short")
            assert "stride=0.2" in editing.text()
    finally:
        page.close()


def test_a_scenario_keeps_its_ground(page: DashboardPage) -> None:
    page.show_setup(Setup(terrain="flat", scenario="noise"))
    assert page.panel.tuning.terrain.disabled
    assert page.panel.tuning.scenario.value == "noise"


def test_the_record_button_begins_and_ends(robot: RobotModel, browse: Browse) -> None:
    recorder = Recorder()

    def start() -> str:
        recorder.note("start")
        return "to walk.mcap"

    def stop() -> str:
        recorder.note("stop")
        return "7 messages"

    page = DashboardPage(robot, Controls(start_recording=start, stop_recording=stop), port=0)
    try:
        with browse(page) as browser:
            for expected, words in (("start", "to walk.mcap"), ("stop", "7 messages")):
                browser.press(page.panel.simulation.record, True)
                assert recorder.wait() == expected
                assert browser.hears(words)
    finally:
        page.close()


def test_what_is_steered_goes_to_the_stick(page: DashboardPage, browse: Browse) -> None:
    stick, steering = page.stick, page.panel.steering
    steering.show_present(0.55 * np.pi)
    for _ in range(60):
        steering.show_present(np.pi / 2)
    assert not stick.held
    with browse(page) as browser:
        browser.press(steering.turn, "\u21ba 15")
        until(lambda: stick.held)
        assert np.degrees(stick.heading) == pytest.approx(105.0, abs=0.1)
        until(lambda: steering.heading.value == 105)
        browser.press(steering.heading, -30)
        until(lambda: bool(np.isclose(np.degrees(stick.heading), -30.0)))
        browser.press(steering.speed, 0.8)
        until(lambda: stick.speed_mps == 0.8)
        browser.press(steering.gait, "Run")
        until(lambda: stick.speed_mps > 2.0)
        browser.press(steering.stop, True)
        until(lambda: stick.stopped)
        browser.press(steering.gait, "Walk")
        until(lambda: not stick.stopped and stick.speed_mps == pytest.approx(1.2))
        browser.press(steering.let_go, True)
        until(lambda: not stick.held)


def test_a_walk_that_is_not_steered_says_how_to_get_one(page: DashboardPage) -> None:
    page.show_setup(Setup(steered=False))
    assert not page.panel.steering.turn.visible
    assert "steer:=true" in page.panel.steering.note.content
    page.show_setup(Setup(steered=True))
    assert page.panel.steering.turn.visible


def test_single_steps(robot: RobotModel, browse: Browse) -> None:
    recorder = Recorder()
    page = DashboardPage(robot, Controls(step=lambda: recorder.note("step")), port=0)
    try:
        with browse(page) as browser:
            browser.press(page.panel.simulation.run, "Step")
            assert recorder.wait() == "step"
    finally:
        page.close()


def test_a_clip_is_asked_for_by_name(robot: RobotModel, browse: Browse) -> None:
    recorder = Recorder()
    page = DashboardPage(robot, Controls(play=recorder.note), port=0, clips=("walk", "squat"))
    try:
        with browse(page) as browser:
            browser.press(page.panel.steering.clip, "squat")
            browser.press(page.panel.steering.play, True)
            assert recorder.wait() == "squat"
    finally:
        page.close()
