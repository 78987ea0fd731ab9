"""What an emulated robot is like, and what goes wrong with it when."""

import math
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from biped_control.configuration_file import load_configuration
from biped_control.estimation.imu import ImuNoise
from biped_control.hardware.drive_settings import DriveSettings, LinkSettings
from biped_control.simulation.settings import EngineSettings

_FINE = 1200.0  # [Hz] DART's feet chatter at coarser steps


class Mishap(BaseModel):
    """Something that goes wrong.

    Attributes:
        at_s: when, in seconds of simulated time since the physics began.
        what: `overheat` a drive; make it `silent` (deaf, too); `lose` a share of all frames; `cut` all buses;
            `mend` silence, losses and cuts.
        joint: whose drive; only for `overheat` and `silent`.
        share: of the frames, from 0 to 1; only for `lose`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    at_s: float = Field(ge=0.0)
    what: Literal["overheat", "silent", "lose", "cut", "mend"]
    joint: str | None = None
    share: float | None = Field(default=None, ge=0.0, le=1.0)

    @model_validator(mode="after")
    def _fits(self) -> "Mishap":
        if (self.share is not None) != (self.what == "lose"):
            raise ValueError(f"'{self.what}': 'lose' needs a share, others have none")
        if (self.joint is not None) != (self.what in ("overheat", "silent")):
            raise ValueError(f"'{self.what}': 'overheat' and 'silent' need a joint, others have none")
        return self


class EmulationSettings(BaseModel):
    """An emulated robot.

    Attributes:
        drive: all its drives. link: both directions of all its buses. imu: how wrong its IMU is.
        step_hz: how often drives and sensors advance; physics takes one or several steps for it.
        waits: physics begins with the first torque; a robot that nobody holds would be on the floor by then.
        friction: Coulomb coefficient of the ground.
        hoisted: its base hangs on a hoist and does not move.
        seed: of losses, jitter and the IMU's errors.
        mishaps: what goes wrong when.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    drive: DriveSettings = DriveSettings()
    link: LinkSettings = LinkSettings()
    imu: ImuNoise = ImuNoise()
    step_hz: float = Field(default=600.0, ge=120.0, le=10000.0)
    waits: bool = True
    friction: float = Field(default=1.0, ge=0.0, le=10.0)
    hoisted: bool = False
    seed: int = Field(default=0, ge=0)
    mishaps: tuple[Mishap, ...] = ()

    @property
    def engine_settings(self) -> EngineSettings:
        """Of the engine that carries the robot; a control tick of it is a step of the drives."""
        return EngineSettings(self.step_hz, self.physics_hz, self.friction, hoisted=self.hoisted)

    @property
    def physics_hz(self) -> float:
        """Steps of the physics a second: the smallest multiple of `step_hz` that is fine enough."""
        return self.step_hz * math.ceil(_FINE / self.step_hz)


def load_emulation(path: Path) -> EmulationSettings:
    """Reads an emulation from YAML.

    Raises:
        ConfigurationError: unreadable, or a value is unknown or out of range.
    """
    return load_configuration(EmulationSettings, path)
