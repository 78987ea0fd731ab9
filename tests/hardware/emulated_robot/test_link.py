"""Delay, jitter and loss of frames."""

import numpy as np
import pytest

from biped_control.hardware.bus.frame import Frame
from biped_control.hardware.drive_settings import LinkSettings
from biped_control.hardware.emulated_robot.link import Link

FRAMES = [Frame(k, b"") for k in range(1000)]


def test_an_ideal_link_hands_on_at_once() -> None:
    link = Link(LinkSettings(), seed=0)
    link.put(FRAMES, 1.0)
    assert link.take(1.0) == FRAMES
    assert link.take(2.0) == []


def test_latency() -> None:
    link = Link(LinkSettings(latency_s=0.004), seed=0)
    link.put(FRAMES[:2], 1.0)
    assert link.next_arrival == pytest.approx(1.004)
    link.put(FRAMES[2:4], 1.002)
    assert link.take(1.0039) == []
    assert link.take(1.0041) == FRAMES[:2]
    assert link.next_arrival == pytest.approx(1.006)
    assert link.take(1.0061) == FRAMES[2:4]
    assert link.next_arrival == np.inf


def test_jitter_keeps_the_order_and_its_bound() -> None:
    link = Link(LinkSettings(latency_s=0.001, jitter_s=0.002), seed=0)
    arrived: list[Frame] = []
    underway = set()
    for k, frame in enumerate(FRAMES):
        link.put([frame], k * 1e-3)
        arrived += link.take(k * 1e-3)
        underway.add(k + 1 - len(arrived))
    assert arrived == FRAMES[: len(arrived)]
    assert underway == {1, 2, 3}  # between 1 and 3 ms


@pytest.mark.parametrize("loss", [0.01, 0.1, 1.0])
def test_loss_is_the_share_it_says_and_reproducible(loss: float) -> None:
    def survivors(seed: int) -> list[Frame]:
        link = Link(LinkSettings(loss=loss), seed)
        link.put(FRAMES * 10, 0.0)
        return link.take(0.0)

    lost = 1.0 - len(survivors(1)) / 10000
    assert abs(lost - loss) <= 4.0 * np.sqrt(loss * (1.0 - loss) / 10000)
    assert survivors(1) == survivors(1)
    assert loss == 1.0 or survivors(1) != survivors(2)


def test_a_cut_link_loses_everything() -> None:
    link = Link(LinkSettings(), seed=0)
    link.cut = True
    link.put(FRAMES, 0.0)
    assert link.take(1.0) == []
