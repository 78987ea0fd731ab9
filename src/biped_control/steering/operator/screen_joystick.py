"""What a person sets on a page, as the states of a joystick: the page then steers as joysticks do.

So it goes through the same checks and the same arbitration, and is as lost as they are when it falls silent.
"""

from math import cos, pi, remainder, sin
from threading import Lock

from biped_control.steering.operator.joy_mapping import Axis, Buttons, JoyMapping
from biped_control.steering.operator.joystick import JoyState

TOP_SPEED_MPS = 4.0
"""Speed of full deflection [m/s]."""
_RUNNING_MPS = 2.0  # nobody walks that fast
_HELD, _STOP = 0, 1
_CENTRED_STATES = (
    4  # after a stop, since joysticks have to be centred then; more than one, because some get lost
)

SCREEN_MAPPING = JoyMapping(
    mode="heading",
    forward=Axis(index=0),
    left=Axis(index=1),
    dead_zone=0.0,
    ahead_deg=0.0,
    walk_mps=TOP_SPEED_MPS,
    run_mps=TOP_SPEED_MPS,
    turn_deg_s=90.0,
    buttons=Buttons(dead_man=_HELD, stop=_STOP, run=None),
)
"""Meaning of these states."""


class ScreenJoystick:
    """A stick that stays where it was put. It may be used from several threads.

    Attributes:
        held: somebody steers.
        heading: yaw in the world to walk towards [rad], within +-pi.
        speed_mps: speed to walk at [m/s].
        stopped: the robot shall stand, whatever others say.
    """

    def __init__(self, speed_mps: float) -> None:
        """`speed_mps` holds until somebody sets another one, and again after a run was stopped."""
        self._lock = Lock()
        self.held = self.stopped = False
        self.heading, self.speed_mps, self._first_mps = 0.0, speed_mps, speed_mps
        self._centred = 0

    def steer(self, heading: float | None = None, speed_mps: float | None = None) -> None:
        """Takes hold of the stick and sets what is given; ends a stop."""
        with self._lock:
            self._end_stop()
            self.held = True
            if heading is not None:
                self.heading = remainder(heading, 2.0 * pi)
            if speed_mps is not None:
                self.speed_mps = min(max(speed_mps, 0.0), TOP_SPEED_MPS)

    def stop(self) -> None:
        """The robot shall stand, until the next `steer`."""
        with self._lock:
            self.held = self.stopped = True
            if self.speed_mps >= _RUNNING_MPS:
                self.speed_mps = self._first_mps  # who turns the robot afterwards does not make it run

    def let_go(self) -> None:
        """Leaves the robot to other operators; ends a stop."""
        with self._lock:
            self._end_stop()
            self.held = False

    def state(self) -> JoyState:
        """What the joystick of `SCREEN_MAPPING` reads."""
        with self._lock:
            centred = not self.held or self.stopped or self._centred > 0
            deflection = 0.0 if centred else self.speed_mps / TOP_SPEED_MPS
            if self.held:  # what is said while nobody holds it may be lost altogether
                self._centred = max(self._centred - 1, 0)
            axes = (deflection * cos(self.heading), deflection * sin(self.heading))
            return JoyState(axes, (int(self.held), int(self.stopped)))

    def _end_stop(self) -> None:
        if self.stopped:
            self._centred = _CENTRED_STATES
        self.stopped = False
