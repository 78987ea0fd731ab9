"""The person at the page among the operators, and what the page learns from the running graph."""

import threading
from collections.abc import Callable
from math import pi
from typing import Any

import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped.msg import RobotState
from rcl_interfaces.msg import Parameter, ParameterEvent, ParameterValue
from sensor_msgs.msg import Joy
from std_msgs.msg import Empty

from biped_control.errors import GraphError
from biped_control.nodes.dashboard import Dashboard
from biped_control.nodes.operator_messages import joy_state_from
from biped_control.steering.operator.joystick import Joystick
from biped_control.steering.operator.screen_joystick import SCREEN_MAPPING


@pytest.fixture
def heard(bench: Any) -> list[Joy]:
    """What a page says as an operator."""
    bench.start(Dashboard, page_port=0)
    return list_of(bench, "page_joy")


def list_of(bench: Any, topic: str) -> list[Joy]:
    messages: list[Joy] = bench.listen(Joy, topic)
    return messages


def command_of(message: Joy) -> Any:
    return Joystick(SCREEN_MAPPING).command(joy_state_from(message))


def watch(page: Any) -> None:
    page._welcome(None)


def test_it_speaks_while_somebody_steers_and_says_when_that_ends(bench: Any, heard: list[Joy]) -> None:
    page = bench.node.page
    watch(page)
    page.stick.steer(heading=0.5 * pi, speed_mps=0.8)
    bench.until(lambda: len(heard) > 2, "the stick")
    command = command_of(heard[-1])
    assert (command.heading, command.speed_mps) == (pytest.approx(0.5 * pi), pytest.approx(0.8))
    bench.until(lambda: bench.node._view.operator != "", "who steers")
    assert "page steers" in bench.node._view.operator
    assert bench.node._view.heading_wanted == pytest.approx(0.5 * pi)
    page.stick.let_go()
    bench.until(lambda: command_of(heard[-1]) is None, "the last word")
    bench.until(lambda: bench.node._view.operator == "", "nobody")


def test_whoever_closes_the_page_lets_go(bench: Any, heard: list[Joy]) -> None:
    page = bench.node.page
    watch(page)
    page.stick.steer(heading=1.0)
    bench.until(lambda: bool(heard), "the stick")
    page._farewell(None)
    bench.until(lambda: command_of(heard[-1]) is None, "the last word")
    assert not page.stick.held


def clip_was_asked_for(node: str, clip: str) -> ParameterEvent:
    changed = Parameter(name="play", value=ParameterValue(type=4, string_value=clip))
    return ParameterEvent(node=node, changed_parameters=[changed])


def test_a_clip_that_was_asked_for_ends_a_stop_on_the_page_too(bench: Any, heard: list[Joy]) -> None:
    view = bench.node._view
    watch(bench.node.page)
    bench.tell("stop", Empty())
    bench.until(lambda: "topic stop said stop" in view.operator, "the stop")
    operator = bench.node._operator
    for event in (("/value_function_steering", ""), ("/other/value_function_steering", "squat")):
        operator._on_parameters(clip_was_asked_for(*event))
        assert operator._topics.wish_now().command.stop, "nobody has asked this robot for a clip"
    bench.tell("/parameter_events", clip_was_asked_for("/value_function_steering", "squat"))
    bench.until(lambda: view.operator == "", "nobody who steers")


def test_a_reset_ends_a_stop_on_the_page_too(bench: Any, heard: list[Joy]) -> None:
    view = bench.node._view
    watch(bench.node.page)
    view.time_s = 5.0
    bench.tell("stop", Empty())
    bench.until(lambda: "said stop" in view.operator, "the stop")
    view.time_s = 0.0
    bench.until(lambda: view.operator == "", "nobody who steers")


def test_bad_messages_of_others_are_left_to_the_node_that_steers(
    bench: Any, heard: list[Joy], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both hear them; whoever reads the log must not be told twice."""
    told: list[str] = []
    monkeypatch.setattr(bench.node, "warn", lambda text, subject="": told.append(text))
    bench.tell("joy", Joy())
    bench.until(lambda: bench.node.dropped > 0, "a dropped message")
    assert not told


def test_what_nobody_offers_is_named(bench: Any) -> None:
    node = bench.start(Dashboard, page_port=0)
    for change in (
        lambda: node.page.panel.simulation._controls.step(),
        lambda: node.page.panel.tuning._controls.change_gamma(0.01),
    ):
        with pytest.raises(GraphError, match="nobody offers"):
            change()


def in_thread(bench: Any, action: Callable[[], Any]) -> Any:
    """The result of what must not be done in the executor's own thread."""
    results: list[Any] = []
    thread = threading.Thread(target=lambda: results.append(action()))
    thread.start()
    bench.until(lambda: not thread.is_alive(), "the answer")
    return results[0]


def test_the_record_button_makes_a_file(bench: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("mcap", reason="mcap is not installed; `make env` installs it")
    monkeypatch.chdir(tmp_path)
    node = bench.start(Dashboard, page_port=0)
    controls = node.page.panel.simulation._controls
    assert ".mcap" in in_thread(bench, controls.start_recording)
    bench.tell("robot_state", RobotState(tick=3))
    bench.until(lambda: node._recording._recorder.messages > 0, "a message")
    assert "messages on" in in_thread(bench, controls.stop_recording)
    (file,) = tmp_path.glob("*.mcap")
    assert file.read_bytes().endswith(b"\x89MCAP0\r\n")


def test_a_recording_is_completed_when_the_page_ends(
    bench: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("mcap", reason="mcap is not installed; `make env` installs it")
    monkeypatch.chdir(tmp_path)
    node = bench.start(Dashboard, page_port=0)
    in_thread(bench, node.page.panel.simulation._controls.start_recording)
    bench.node.stop()
    (file,) = tmp_path.glob("*.mcap")
    assert file.read_bytes().endswith(b"\x89MCAP0\r\n")
