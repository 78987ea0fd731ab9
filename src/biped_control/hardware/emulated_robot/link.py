"""What a bus does to frames on their way: delay, jitter, loss. Pure: time comes from outside."""

from collections import deque
from collections.abc import Iterable
from math import inf

import numpy as np

from biped_control.hardware.bus.frame import Frame
from biped_control.hardware.drive_settings import LinkSettings


class Link:
    """One direction of one bus. The same seed loses the same frames.

    Attributes:
        loss: share of frames that are lost, at present.
        cut: every frame is lost while this is set.
    """

    def __init__(self, settings: LinkSettings, seed: int) -> None:
        self._settings = settings
        self._random = np.random.default_rng(seed)
        self._underway: deque[tuple[float, Frame]] = deque()
        self.loss, self.cut = settings.loss, False

    def put(self, frames: Iterable[Frame], now: float) -> None:
        """Frames set off at `now` [s]."""
        settings = self._settings
        for frame in frames:
            if self.cut or (self.loss > 0.0 and self._random.random() < self.loss):
                continue
            arrival = now + settings.latency_s
            if settings.jitter_s > 0.0:
                arrival += settings.jitter_s * self._random.random()
            self._underway.append((arrival, frame))

    @property
    def next_arrival(self) -> float:
        """When the first of the frames underway arrives [s]; inf if there is none."""
        return self._underway[0][0] if self._underway else inf

    def take(self, now: float) -> list[Frame]:
        """Frames that have arrived by `now` [s], oldest first; none overtakes another."""
        arrived: list[Frame] = []
        while self._underway and self._underway[0][0] <= now:
            arrived.append(self._underway.popleft()[1])
        return arrived
