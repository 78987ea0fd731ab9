"""What holds for every operator, whatever it steers with (`config/operator.yaml`)."""

from math import radians
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from biped_control.configuration_file import load_configuration
from biped_control.resources import share_path


class OperatorSettings(BaseModel):
    """Limits of what operators may say, and what happens when they fall silent.

    Attributes:
        lost_after_s: an operator that was not heard for longer is lost.
        when_lost: what is done then: `keep` walking straight, or `stop`.
        cruise_mps: speed of those who only say a heading, and fastest speed at which a robot whose operator
            is lost goes on.
        still_mps: slower than this means to stand.
        run_from_mps: only who wants to be this fast wants to run.
        speed_margin_mps: how much nearer another gait's speed must be before the gait is changed.
        fastest_turn_deg_s: turn rates are cut to this.
        turn_lead_deg: how far a heading that comes from turn rates may be ahead of the robot.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    lost_after_s: float = Field(gt=0.0, le=10.0)
    when_lost: Literal["keep", "stop"]
    cruise_mps: float = Field(gt=0.0, le=10.0)
    still_mps: float = Field(gt=0.0, le=1.0)
    run_from_mps: float = Field(gt=0.0, le=10.0)
    speed_margin_mps: float = Field(ge=0.0, le=1.0)
    fastest_turn_deg_s: float = Field(gt=0.0, le=360.0)
    turn_lead_deg: float = Field(gt=0.0, lt=180.0)

    @model_validator(mode="after")
    def _speeds_are_in_order(self) -> "OperatorSettings":
        if not self.still_mps < self.cruise_mps < self.run_from_mps:
            raise ValueError("expected still_mps < cruise_mps < run_from_mps")
        return self

    @property
    def fastest_turn(self) -> float:
        """Fastest turn rate [rad/s]."""
        return radians(self.fastest_turn_deg_s)

    @property
    def turn_lead(self) -> float:
        """Largest lead of the heading [rad]."""
        return radians(self.turn_lead_deg)


def load_operator_settings(path: Path | None = None) -> OperatorSettings:
    """Reads the settings; without a path those that ship with the library.

    Raises:
        ConfigurationError: unreadable, or a value is missing, unknown or out of range.
    """
    return load_configuration(OperatorSettings, path or share_path("config/operator.yaml"))
