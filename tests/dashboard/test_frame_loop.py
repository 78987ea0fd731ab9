"""Dropping instead of queueing."""

import threading

import pytest

from biped_control.dashboard.frame_loop import FrameLoop


class SlowPage:
    """Draws until it is told to go on."""

    def __init__(self) -> None:
        self.drawn: list[int] = []
        self.busy, self.go_on = threading.Event(), threading.Event()

    def draw(self, item: int) -> None:
        self.drawn.append(item)
        self.busy.set()
        self.go_on.wait()


def wait_until_drawn(loop: FrameLoop[int], count: int) -> None:
    for _ in range(2000):
        if loop.drawn >= count:
            return
        threading.Event().wait(0.005)
    pytest.fail(f"drew {loop.drawn} of {count} items")


def test_while_a_page_is_slow_all_but_the_newest_item_are_dropped() -> None:
    page = SlowPage()
    loop: FrameLoop[int] = FrameLoop(page.draw, highest_rate_hz=1000.0)
    loop.start()
    loop.offer(0)
    assert page.busy.wait(10.0)
    for item in range(1, 101):
        loop.offer(item)  # returns at once although nothing is drawn
    assert page.drawn == [0]
    page.go_on.set()
    wait_until_drawn(loop, 2)
    loop.stop()
    assert page.drawn == [0, 100]
    assert loop.dropped == 99


def test_an_item_is_drawn_once() -> None:
    drawn: list[int] = []
    loop: FrameLoop[int] = FrameLoop(drawn.append, highest_rate_hz=1000.0)
    loop.start()
    loop.offer(7)
    wait_until_drawn(loop, 1)
    loop.offer(8)
    wait_until_drawn(loop, 2)
    loop.stop()
    assert drawn == [7, 8]
    assert loop.dropped == 0


def test_stopping_does_not_wait_for_the_next_frame() -> None:
    drawn: list[int] = []
    loop: FrameLoop[int] = FrameLoop(drawn.append, highest_rate_hz=0.001)  # a frame in 1000 s
    loop.start()
    loop.offer(1)
    wait_until_drawn(loop, 1)
    loop.offer(2)
    loop.stop()  # the test would hang here
    loop.stop()
    assert drawn == [1]


def test_what_ended_the_drawing_is_kept() -> None:
    def draw(item: int) -> None:
        raise ValueError("no canvas")

    loop: FrameLoop[int] = FrameLoop(draw, highest_rate_hz=1000.0)
    loop.start()
    loop.offer(1)
    loop.join(10.0)
    assert isinstance(loop.failure, ValueError)
    loop.offer(2)  # still harmless
    loop.stop()
