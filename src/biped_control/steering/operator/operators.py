"""Who of several operators is heard, and what is done when nobody is."""

from dataclasses import dataclass

from biped_control.steering.operator.command import Command
from biped_control.steering.operator.settings import OperatorSettings


@dataclass(frozen=True)
class Wish:
    """What the robot is asked to do now.

    Attributes:
        command: the wish.
        source: name of the operator it comes from; empty when there is none.
        reason: why it is this one, in words for a person.
    """

    command: Command
    source: str
    reason: str


@dataclass(frozen=True)
class _Heard:
    command: Command
    began: float
    last: float


class Operators:
    """Keeps the last command of every operator for as long as it may count.

    The operator that began last is heard, until it lets go or is lost; then again the one that began before.
    A stop counts whoever says it. A command is never repeated after its operator is lost: without operators
    the robot keeps walking straight or stops, as configured.

    Times are seconds of any clock that only goes forward. Should it jump back, everything is forgotten.
    """

    def __init__(self, settings: OperatorSettings, start_speed_mps: float) -> None:
        """
        Args:
            settings: when an operator is lost, and what then.
            start_speed_mps: speed at which the robot goes straight before anybody has said anything [m/s].
        """
        self._settings = settings
        self._start_speed = start_speed_mps
        self.reset()

    def reset(self) -> None:
        """Forgets everybody, as at the start."""
        self._heard: dict[str, _Heard] = {}
        self._lost = ""
        self._speed = self._start_speed
        self._now = float("-inf")

    def hear(self, source: str, command: Command | None, now: float) -> None:
        """An operator has said something.

        Args:
            source: its name.
            command: what it wants; None when it lets go (dead-man button released, unplugged).
            now: time [s].
        """
        self._go_to(now)
        known = self._heard.pop(source, None)
        if command is not None:
            self._heard[source] = _Heard(command, known.began if known else now, now)
        elif known is not None:
            self._lost = f"{source} let go"

    def wish(self, now: float) -> Wish:
        """What to do at a time [s]."""
        self._go_to(now)
        if self._heard:
            wish = self._of_the_newest()
        elif self._lost:
            wish = self._of_nobody_any_more()
        else:
            wish = Wish(Command(self._speed), "", "nobody steers")
        self._speed = wish.command.speed_mps
        return wish

    def _go_to(self, now: float) -> None:
        if now < self._now:
            self.reset()
        self._now = now
        for source, heard in list(self._heard.items()):
            if now - heard.last > self._settings.lost_after_s:
                del self._heard[source]
                self._lost = f"{source} is silent for more than {self._settings.lost_after_s:g} s"

    def _of_the_newest(self) -> Wish:
        stopping = [source for source, heard in self._heard.items() if heard.command.stop]
        if stopping:
            return Wish(self._heard[stopping[0]].command, stopping[0], f"{stopping[0]} says stop")
        source = max(self._heard, key=lambda name: self._heard[name].began)
        command = self._heard[source].command
        return Wish(command, source, f"{source} steers" + (f": {command.note}" if command.note else ""))

    def _of_nobody_any_more(self) -> Wish:
        if self._settings.when_lost == "stop" or self._speed == 0.0:
            return Wish(Command(0.0), "", f"{self._lost}: stand")
        return Wish(Command(min(self._speed, self._settings.cruise_mps)), "", f"{self._lost}: straight on")
