"""Settings of the control loop (`config/control.yaml`)."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, field_validator

from biped_control.configuration_file import load_configuration, validated
from biped_control.controller_switches import ControllerSwitches
from biped_control.errors import ConfigurationError
from biped_control.resources import share_path

RATES_HZ = (30.0, 2000.0)
"""Lowest and highest control rate."""

SMALLEST_GAMMA = 1e-9  # below, W_m = 1 / gamma drowns everything else in rounding


class PhysicsRates(BaseModel):
    """Physics steps a second [Hz] of the engines that take several in a tick; the others take one."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    dart: float = Field(ge=30.0, le=20000.0)
    gazebo: float = Field(ge=30.0, le=20000.0)


class ControlSettings(ControllerSwitches):
    """Everything about the loop that is a number or a switch and not a weight.

    Attributes:
        rate_hz: control rate.
        gamma: adaptation parameter (eq. 17); W_m = 1 / gamma. 0 turns adaptation off.
        horizon_cycles: cycles of the Riccati sweep of a cyclic clip.
        friction: Coulomb coefficient.
        contact_distance_m: corners nearer to the ground are contact candidates.
        limit_distance_rad: joints nearer to a limit get a unilateral constraint.
        error_reduction: share of a penetration that one tick removes.
        physics_rate_hz: step rates of the engines, see `physics_rate_of`.
        torque_delay_ticks: torques act so many ticks late; the first guess where the delay is looked for.
        measured_share: of what a measured state and the expected one differ by, how much is believed; 1: all.
    """

    rate_hz: float = Field(ge=RATES_HZ[0], le=RATES_HZ[1])
    gamma: float = Field(ge=0.0, le=100.0, allow_inf_nan=False)
    horizon_cycles: int = Field(ge=1, le=100)
    friction: float = Field(ge=0.0, le=10.0)
    contact_distance_m: float = Field(gt=0.0, le=0.1)
    limit_distance_rad: float = Field(gt=0.0, le=1.0)
    error_reduction: float = Field(gt=0.0, le=1.0)
    physics_rate_hz: PhysicsRates
    torque_delay_ticks: int = Field(default=0, ge=0, le=10)
    measured_share: float = Field(default=1.0, gt=0.0, le=1.0)

    @field_validator("gamma")
    @classmethod
    def _regularization_is_finite(cls, gamma: float) -> float:
        if 0.0 < gamma < SMALLEST_GAMMA:
            raise ValueError(f"expected 0, or at least {SMALLEST_GAMMA:g}")
        return gamma

    @property
    def dt(self) -> float:
        """Control period [s]."""
        return 1.0 / self.rate_hz

    @property
    def predicts_state(self) -> bool:
        """Whether torques are made for another state than the one that is measured now."""
        return self.find_delay or self.torque_delay_ticks > 0 or self.measured_share < 1.0

    def replaced(self, **changes: object) -> "ControlSettings":
        """A checked copy with some values replaced.

        Raises:
            ConfigurationError: a value is out of range; the message names it.
        """
        return validated(ControlSettings, self.model_dump() | changes, "control settings")

    def at_rate(self, rate_hz: float) -> "ControlSettings":
        """A checked copy for another control rate; physics takes as many steps a tick as before.

        Raises:
            ConfigurationError: the rate is out of range.
        """
        steps = {engine: rate / self.rate_hz for engine, rate in self.physics_rate_hz}
        rates = {engine: rate_hz * count for engine, count in steps.items()}
        return self.replaced(rate_hz=rate_hz, physics_rate_hz=rates)

    def physics_rate_of(self, engine: str) -> float:
        """Physics steps a second that an engine takes [Hz]; the control rate where a tick is one step."""
        return float(getattr(self.physics_rate_hz, engine, self.rate_hz))

    def with_physics_rate(self, engine: str, rate_hz: float) -> "ControlSettings":
        """A checked copy in which one engine has another physics rate.

        Raises:
            ConfigurationError: the rate is out of range, or the engine takes one step a tick.
        """
        rates = self.physics_rate_hz.model_dump()
        if engine not in rates:
            raise ConfigurationError(
                f"physics rate {rate_hz:g} Hz: engine '{engine}' takes one step a tick; leave the rate "
                f"out, or choose engine {' or '.join(rates)}"
            )
        return self.replaced(physics_rate_hz=rates | {engine: rate_hz})


def load_settings(path: Path | None = None) -> ControlSettings:
    """Reads the settings; without a path those that ship with the library.

    Raises:
        ConfigurationError: unreadable, or a value is missing, unknown or out of range.
    """
    return load_configuration(ControlSettings, path or share_path("config/control.yaml"))


def configured_switches(**chosen: bool) -> ControllerSwitches:
    """The switches as they ship, with some chosen.

    Raises:
        ConfigurationError: there is no such switch.
    """
    return load_settings().replaced(**chosen).switches
