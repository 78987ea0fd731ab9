"""The buses of an emulated robot in computed time: nobody waits, and the same calls give the same bits."""

from biped_control.errors import HardwareError
from biped_control.hardware.bus.actuator_settings import ActuatorSettings
from biped_control.hardware.bus.joint_frames import BusFrames, JointFrames
from biped_control.hardware.bus.joint_signals import DriveFault, Feedback, JointCommands
from biped_control.hardware.emulated_robot.robot import EmulatedRobot
from biped_control.robot.model import RobotModel

_ROUND = 0.02  # [s] between two requests to drives that have not switched yet
_ROUNDS = 50
_INSTANT = 1e-9  # [s]


class LockStepBus:
    """An `ActuatorBus` whose clock is moved by `advance` and by waiting for answers.

    Attributes:
        now: on that clock [s].
    """

    def __init__(
        self, robot: RobotModel, settings: ActuatorSettings, emulated: EmulatedRobot, step_hz: float
    ) -> None:
        """
        Args:
            robot: whose joints are driven. settings: which drive moves which joint.
            emulated: what answers. step_hz: its steps a second.
        """
        self._frames = JointFrames(robot, settings)
        self._buses, self._emulated, self._step_hz = tuple(settings.buses), emulated, step_hz
        self._inbox = self._frames.new_inbox()
        self._steps, self.now = 0, 0.0
        self._powered = False

    def open(self, powered: bool) -> None:
        self._inbox = self._frames.new_inbox()
        self._powered = powered
        for bus in self._buses:
            self._emulated.hear(bus, list(self._frames.begin(bus)), self.now)
        for _ in range(_ROUNDS):
            unwilling, frames = self._frames.switching(powered, self._inbox)
            if not unwilling:
                return
            self._send(frames)
            self.advance(self.now + _ROUND)
        raise HardwareError(f"drives of {', '.join(unwilling)} do not answer")

    def send(self, commands: JointCommands) -> None:
        self._send(self._frames.commands(commands, self._powered, self._inbox, self.now))

    def collect(self, timeout: float) -> Feedback:
        end = self.now + timeout
        while not self._inbox.settled and self.now < end:
            self.advance(min(self._next_step(), end))
        return self._frames.feedback(self._inbox)

    def faults(self) -> tuple[DriveFault, ...]:
        return self._frames.faults(self._inbox) if self._powered else ()

    @property
    def ignored_frames(self) -> int:
        return self._inbox.ignored

    def close(self) -> None:
        if self._powered:
            self._inbox.forget()
            self._send(self._frames.switching(False, self._inbox)[1])
        self._powered = False

    def advance(self, until: float) -> None:
        """Lets the robot live until this moment [s]."""
        while self._next_step() <= until + _INSTANT:
            self.now = self._next_step()
            self._steps += 1
            self._emulated.advance(self.now)
            self._listen()
        self.now = max(self.now, until)
        self._listen()

    def _next_step(self) -> float:
        return (self._steps + 1) / self._step_hz

    def _send(self, frames: BusFrames) -> None:
        self._inbox.expect_answers()
        for bus, its in frames.items():
            self._emulated.hear(bus, its, self.now)
        self._listen()

    def _listen(self) -> None:
        for bus in self._buses:
            self._inbox.take(bus, self._emulated.say(bus, self.now), self.now)
