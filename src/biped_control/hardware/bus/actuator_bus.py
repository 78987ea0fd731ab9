"""The interface of everything that moves the joints of a real robot."""

from typing import Protocol

from biped_control.hardware.bus.joint_signals import DriveFault, Feedback, JointCommands


class ActuatorBus(Protocol):
    """All actuators of a robot. One thread uses it."""

    def open(self, powered: bool) -> None:
        """Connects and waits until every drive has answered and is switched on (`powered`) or off.

        Drives that are off say where they are and obey nothing. Old faults are forgotten. Nothing moves yet.

        Raises:
            HardwareError: the bus cannot be opened, or joints do not answer; the message names them.
        """

    def send(self, commands: JointCommands) -> None:
        """Commands all joints for one tick; torques beyond the limits are clamped.

        Raises:
            HardwareError: NaN, infinity or a wrong size (nothing is sent then); the bus is not open, or gone.
        """

    def collect(self, timeout: float) -> Feedback:
        """Waits until all joints have answered the last `send`, at most `timeout` [s]; then what is known.

        Raises:
            HardwareError: the bus is not open or gone.
        """

    def faults(self) -> tuple[DriveFault, ...]:
        """Drives that have stopped obeying; empty while all do, and on a bus that was opened unpowered."""

    @property
    def ignored_frames(self) -> int:
        """Frames since `open` that no known drive or sensor sent, or that are malformed."""

    def close(self) -> None:
        """Sends zero torque, switches the drives off and disconnects. Calling it twice is fine."""
