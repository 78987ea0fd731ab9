"""Who of several operators is heard, and what is done when nobody is."""

from collections.abc import Mapping
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
    A command is never repeated after its operator is lost: without operators the robot keeps walking straight
    or stops, as configured, and one that stands stays where it is.

    A stop counts whoever says it, and holds when it is not said any more, until somebody wants motion anew.
    Who wanted motion when the stop was said is not heard before it has paused: has said a speed of 0, has let
    go or was lost.

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
        self._stopped_by = ""
        self._halted: set[str] = set()  # who has to pause first
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
        if command is None:
            self._halted.discard(source)
            if known is not None:
                self._lost = f"{source} let go"
            return
        self._heard[source] = _Heard(command, known.began if known else now, now)
        if command.stop:
            self._stop(source)
        elif command.speed_mps == 0.0:
            self._halted.discard(source)
        elif self._stopped_by:
            self._want_motion(source)

    def end_stop(self) -> None:
        """Somebody wants motion otherwise than by a command: a stop that nobody says any more is over."""
        if self._stopped_by and not self._stopping():
            self._lost = f"the stop of {self._stopped_by} is over, a clip was asked for"
            self._stopped_by = ""

    def wish(self, now: float, standing: bool = False) -> Wish:
        """What to do at a time [s].

        Args:
            now: the time.
            standing: the robot stands, as it does in a clip from standing to standing.
        """
        self._go_to(now)
        if self._stopped_by:
            wish = self._of_the_stop()
        elif heard := {source: said for source, said in self._heard.items() if source not in self._halted}:
            wish = self._of_the_newest(heard)
        elif self._lost:
            wish = self._of_nobody_any_more(standing)
        else:
            wish = Wish(Command(self._speed), "", f"nobody steers{self._who_must_pause()}")
        self._speed = wish.command.speed_mps
        return wish

    def _go_to(self, now: float) -> None:
        if now < self._now:
            self.reset()
        self._now = now
        for source, heard in list(self._heard.items()):
            if now - heard.last > self._settings.lost_after_s:
                del self._heard[source]
                self._halted.discard(source)
                self._lost = f"{source} is silent for more than {self._settings.lost_after_s:g} s"

    def _stop(self, source: str) -> None:
        self._stopped_by = source
        moving = {name for name, heard in self._heard.items() if heard.command.speed_mps > 0.0}
        self._halted |= {source, *moving}

    def _want_motion(self, source: str) -> None:
        if self._stopping():
            self._halted.add(source)
        elif source not in self._halted:
            self._stopped_by = ""

    def _stopping(self) -> list[str]:
        return [source for source, heard in self._heard.items() if heard.command.stop]

    def _of_the_stop(self) -> Wish:
        if stopping := self._stopping():
            return Wish(self._heard[stopping[0]].command, stopping[0], f"{stopping[0]} says stop")
        reason = f"{self._stopped_by} said stop: stand until somebody steers anew"
        return Wish(Command(0.0, stop=True), "", reason + self._who_must_pause())

    def _of_the_newest(self, heard: Mapping[str, _Heard]) -> Wish:
        source = max(heard, key=lambda name: heard[name].began)
        command = heard[source].command
        return Wish(command, source, f"{source} steers" + (f": {command.note}" if command.note else ""))

    def _of_nobody_any_more(self, standing: bool) -> Wish:
        stands = self._settings.when_lost == "stop" or self._speed == 0.0 or standing
        speed = 0.0 if stands else min(self._speed, self._settings.cruise_mps)
        what = "stand" if stands else "straight on"
        return Wish(Command(speed), "", f"{self._lost}: {what}{self._who_must_pause()}")

    def _who_must_pause(self) -> str:
        return f" ({', '.join(sorted(self._halted))} must pause first)" if self._halted else ""
