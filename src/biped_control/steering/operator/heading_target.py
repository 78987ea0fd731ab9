"""From commands to intents: turn rates add up to a heading."""

from math import pi, remainder

from biped_control.steering.intent import Intent
from biped_control.steering.operator.command import Command
from biped_control.steering.operator.settings import OperatorSettings


class HeadingTarget:
    """Remembers the heading that turn rates have led to so far.

    It never gets further ahead of the robot than `turn_lead_deg`: who turns the stick for longer than the
    robot can follow does not find it turning long afterwards. Times are the robot's own (simulated) seconds.
    """

    def __init__(self, settings: OperatorSettings) -> None:
        self._settings = settings
        self._ahead: float | None = None
        self._heading = self._time = 0.0

    def intent(self, command: Command, heading: float, time: float) -> Intent:
        """What a command means for the robot as it goes now.

        Args:
            command: what is wanted.
            heading: yaw in the world that the robot has, without the swing of its pelvis [rad].
            time: robot time [s]. Ask at every tick: a gap longer than `lost_after_s`, or a jump back, turns
                nothing.
        """
        elapsed = time - self._time
        if not 0.0 <= elapsed <= self._settings.lost_after_s:
            elapsed = 0.0
        followed = remainder(heading - self._heading, 2.0 * pi)
        self._heading, self._time = heading, time
        speed = command.speed_mps if command.speed_mps >= self._settings.still_mps else 0.0

        if command.turn_rate is None or speed == 0.0:
            self._ahead = None
            return Intent(command.heading, speed)
        if self._ahead is None:  # the rate was not there before this moment
            self._ahead = 0.0
        else:
            lead = self._settings.turn_lead
            ahead = self._ahead - followed + command.turn_rate * elapsed
            self._ahead = min(max(ahead, -lead), lead)
        return Intent(remainder(heading + self._ahead, 2.0 * pi), speed)
