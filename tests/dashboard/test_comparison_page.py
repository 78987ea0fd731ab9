"""The page of a capture: it plays in a loop, stops when told, and names what it shows."""

from collections.abc import Iterator
from threading import Event, Thread
from time import monotonic, sleep

import numpy as np
import pytest

from biped_control.dashboard.comparison_page import ASIDE, ComparisonPage
from biped_control.motion.retargeting.comparison import Comparison
from biped_control.robot.model import RobotModel


@pytest.fixture
def shown(robot: RobotModel, comparison: Comparison) -> Iterator[ComparisonPage]:
    page = ComparisonPage(robot, comparison, port=0)
    yield page
    page.close()


def test_the_captured_person_is_beside_the_robot(shown: ComparisonPage, comparison: Comparison) -> None:
    shown.show(0.5)
    robot, person = (np.array(caption.position) for caption in shown.captions)
    np.testing.assert_allclose(robot[:2], comparison.positions[60, :2])
    np.testing.assert_allclose(person - robot, ASIDE)
    assert [caption.text for caption in shown.captions] == [comparison.robot, comparison.captured]


def test_it_plays_and_begins_again(shown: ComparisonPage) -> None:
    shown.moment.value = 0.9
    stop, moments = Event(), []
    player = Thread(target=shown.play, args=(stop,))
    player.start()
    give_up = monotonic() + 20.0
    while monotonic() < give_up and not (moments and min(moments[-1:]) < 0.5 < max(moments)):
        moments.append(float(shown.moment.value))
        sleep(0.005)
    stop.set()
    player.join(timeout=10.0)
    assert not player.is_alive()
    assert max(moments) > 0.9
    assert moments[-1] < 0.5


def test_a_pause_holds_it(shown: ComparisonPage) -> None:
    shown.playing.value = False
    shown.moment.value = 0.3
    stop = Event()
    player = Thread(target=shown.play, args=(stop,))
    player.start()
    sleep(0.2)
    stop.set()
    player.join(timeout=10.0)
    assert shown.moment.value == 0.3


def test_only_this_machine_sees_it(shown: ComparisonPage) -> None:
    assert shown.address.startswith("http://127.0.0.1:")
