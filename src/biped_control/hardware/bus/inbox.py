"""What has come from all buses, shared between the threads that receive and the one that asks."""

import threading
import time
from collections.abc import Mapping
from math import inf

from biped_control.errors import HardwareError
from biped_control.hardware.bus.body_frames import BodyReceiver
from biped_control.hardware.bus.dialect import HostDialect
from biped_control.hardware.bus.drive_signals import DriveReading
from biped_control.hardware.bus.frame import Frame

_QUIET = 0.001  # [s]; answers to one request come one behind the other
_LOOK_EVERY = 0.0005  # [s]


class Inbox:
    """The newest reading of every drive.

    Attributes:
        arrived: held while readings are read or written; notified when all awaited answers are there.
        readings: (bus, node) -> reading.
        body: IMU and foot sensors.
        ignored: frames that no known drive or sensor sent, or that are malformed.
        heard: when the newest frame came [s]; -inf: never.
    """

    def __init__(
        self, hosts: Mapping[str, HostDialect], places: tuple[tuple[str, int], ...], has_body: bool
    ) -> None:
        """
        Args:
            hosts: bus -> how its drives are understood.
            places: bus and node of every drive.
            has_body: there are an IMU and foot sensors, too.
        """
        self.arrived = threading.Condition()
        self.readings = {place: DriveReading() for place in places}
        self.body = BodyReceiver()
        self.ignored = 0
        self.heard = -inf
        self._hosts = hosts
        self._has_body, self._body_owes = has_body, False
        self._silent: set[tuple[str, int]] = set()
        self._newest = inf  # answer since they were asked [s]
        self._failure = ""

    def forget(self) -> None:
        """Forgets what the drives have said."""
        with self.arrived:
            self.readings = {place: DriveReading() for place in self.readings}

    def expect_answers(self) -> None:
        """From now on every drive owes an answer, and the IMU a sample."""
        with self.arrived:
            self._silent, self._newest = set(self.readings), inf
            self._body_owes = self._has_body

    def wait(self, timeout: float) -> None:
        """Returns when nobody owes an answer, when what is missing must be lost, or after `timeout` [s].

        Raises:
            HardwareError: a bus is gone.
        """
        now = time.monotonic()
        end = now + timeout
        with self.arrived:
            while not (self.settled or self._failure or self.is_quiet(now)) and now < end:
                self.arrived.wait(min(end - now, _LOOK_EVERY))
                now = time.monotonic()
        self.check()

    def is_quiet(self, now: float) -> bool:
        """Most have answered, and nobody has for a while: what is still missing at `now` [s] is lost."""
        few = 4 * (len(self._silent) + self._body_owes) <= len(self.readings)
        return few and now - self._newest > _QUIET

    def check(self) -> None:
        """
        Raises:
            HardwareError: a bus is gone.
        """
        if self._failure:
            raise HardwareError(self._failure)

    def take(self, bus: str, frames: list[Frame], now: float) -> None:
        """Takes frames that came on a bus at `now` [s]."""
        host = self._hosts[bus]
        with self.arrived:
            self.heard = now
            owed = len(self._silent) + self._body_owes
            for frame in frames:
                self._take(bus, host, frame, now)
            if len(self._silent) + self._body_owes < owed:
                self._newest = now
            if self.settled:
                self.arrived.notify_all()

    def fail(self, message: str) -> None:
        """A bus is gone; whoever asks next is told."""
        with self.arrived:
            self._failure = message
            self.arrived.notify_all()

    @property
    def answered(self) -> bool:
        """Whoever is going to answer has."""
        return self.settled or self.is_quiet(time.monotonic())

    @property
    def settled(self) -> bool:
        """Nobody owes an answer."""
        return not (self._silent or self._body_owes)

    def _take(self, bus: str, host: HostDialect, frame: Frame, now: float) -> None:
        node = host.node_of(frame)
        reading = None if node is None else self.readings.get((bus, node))
        if node is None or reading is None:
            samples = self.body.samples
            self.ignored += not self.body.read(frame, now)
            self._body_owes &= self.body.samples == samples
            return
        answers = reading.replies
        self.ignored += not host.read(node, frame, reading)
        if reading.replies > answers:
            reading.received = now
            self._silent.discard((bus, node))
