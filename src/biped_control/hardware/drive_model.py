"""Drives as far as a controller can tell: torque loop, encoder, watchdog and temperature. No bus in it."""

import numpy as np

from biped_control.hardware.bus.drive_signals import DriveCommand
from biped_control.hardware.drive_settings import DriveSettings
from biped_control.robot.state import BoolArray, FloatArray


class DriveModel:
    """n drives side by side.

    Attributes:
        limits: (n,) of the torque [N m].
        position: (n,) what the encoders read [rad]. velocity: (n,) their filtered differences [rad/s].
        torque: (n,) that the drives make [N m]. temperature: (n,) [degree C].
        enabled: (n,) whether each makes torque at all; written from outside.
        overheated: (n,) drives that have become too hot; they make no torque until `cool` is called.
    """

    def __init__(self, settings: DriveSettings, limits: FloatArray, damping_limits: FloatArray) -> None:
        """
        Args:
            settings: the same for all.
            limits: (n,) of their torque [N m]. damping_limits: (n,) of their damping [N m s/rad].
        """
        n = len(limits)
        self._settings = settings
        self.limits = limits
        self._brake: FloatArray = settings.watchdog_damping * damping_limits
        self._commands: FloatArray = np.zeros((n, len(DriveCommand._fields)))
        self._age: FloatArray = np.full(n, np.inf)
        self.position: FloatArray = np.zeros(n)
        self.velocity: FloatArray = np.zeros(n)
        self.torque: FloatArray = np.zeros(n)
        self.temperature: FloatArray = np.full(n, settings.ambient_c)
        self.enabled: BoolArray = np.zeros(n, dtype=np.bool_)
        self.overheated: BoolArray = np.zeros(n, dtype=np.bool_)

    def reset(self, position: FloatArray, velocity: FloatArray) -> None:
        """Puts the encoders to (n,) positions [rad] and velocities [rad/s]; commands and torques are gone."""
        self.position = self._quantized(position)
        self.velocity = np.array(velocity)
        self.torque = np.zeros_like(self.torque)
        self._age[:] = np.inf

    def command(self, drive: int, command: DriveCommand) -> None:
        """A new command for one drive; its watchdog starts anew."""
        self._commands[drive] = command
        self._age[drive] = 0.0

    def cool(self, drive: int) -> None:
        """Forgets that a drive was too hot; it is at room temperature."""
        self.overheated[drive] = False
        self.temperature[drive] = self._settings.ambient_c

    def heat(self, drive: int) -> None:
        """Makes a drive too hot at once."""
        self.temperature[drive] = self._settings.hottest_c + 1.0

    def step(self, dt: float) -> FloatArray:
        """(n,) mean torques [N m] that the drives make of their commands in the next `dt` seconds.

        They know what was read last.
        """
        wanted = self._wanted()
        lag = self._settings.lag_s
        decay = np.exp(-dt / lag) if lag > 0.0 else 0.0
        # Mean of the exponential over the step: what an engine that holds a torque has to be given.
        share = lag / dt * (1.0 - decay) if lag > 0.0 else 0.0
        mean = wanted + share * (self.torque - wanted)
        self.torque = wanted + decay * (self.torque - wanted)
        self._age += dt
        self._warm(mean, dt)
        return np.asarray(mean)

    def read(self, position: FloatArray, velocity: FloatArray, dt: float) -> None:
        """Reads the encoders `dt` seconds after the last time.

        Args:
            position: (n,) true, now [rad]. velocity: (n,) true; only exact encoders look at it [rad/s].
            dt: [s].
        """
        read = self._quantized(position)
        if self._settings.encoder_bits == 0:
            self.velocity = np.array(velocity)
        else:
            width = self._settings.velocity_filter_s
            gain = 1.0 - np.exp(-dt / width) if width > 0.0 else 1.0
            self.velocity = self.velocity + gain * ((read - self.position) / dt - self.velocity)
        self.position = read

    def _wanted(self) -> FloatArray:
        settings = self._settings
        position, velocity, stiffness, damping, feedforward = self._commands.T
        obeyed = stiffness * (position - self.position) + damping * (velocity - self.velocity) + feedforward
        left_alone = self._age >= settings.watchdog_s
        torque = np.where(left_alone, -self._brake * self.velocity, obeyed)
        torque = np.where(self.enabled & ~self.overheated, torque, 0.0)
        return np.clip(torque, -self.limits, self.limits)

    def _warm(self, torque: FloatArray, dt: float) -> None:
        settings = self._settings
        heating = settings.heating_c_s * np.square(torque / self.limits)
        cooling = (self.temperature - settings.ambient_c) / settings.cooling_s
        self.temperature = self.temperature + dt * (heating - cooling)
        self.overheated |= self.temperature > settings.hottest_c

    def _quantized(self, position: FloatArray) -> FloatArray:
        if self._settings.encoder_bits == 0:
            return np.array(position)
        step = 2.0 * np.pi / (1 << self._settings.encoder_bits)
        return np.asarray(step * np.round(position / step))
