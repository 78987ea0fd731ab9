"""Settings of the value function and of the transitions that it is made from (`config/steering.yaml`)."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, model_validator

from biped_control.configuration_file import load_configuration
from biped_control.resources import share_path


class ValueFunctionSettings(BaseModel):
    """What a planner is to weigh against what, and how finely.

    Attributes:
        heading: cost of a heading error [1/(rad s)].
        wrong_hub: cost of another hub than the wanted one [1/s].
        turn: cost of turning [1/rad]: who turns there and back again has not stood still.
        effort: cost of the tracking cost, eq. 18 [1/s].
        fall: cost of a fall.
        horizon_s: costs this much later count 1/e.
        heading_bins: number of heading errors around the circle.
        cost_borders: of the bins of the recent tracking cost, ascending.
        prior_samples: so many samples counts what clips say of each other.
        least_samples: a clip with fewer samples is taken for risky, the more the fewer there are.
        unknown_falls_per_s: risk of a clip that was never sampled [1/s].
        least_survival: clips that are survived more rarely, in one of the engines, are left out.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    heading: float = Field(gt=0.0, le=1e3)
    wrong_hub: float = Field(ge=0.0, le=1e3)
    turn: float = Field(ge=0.0, le=1e3)
    effort: float = Field(ge=0.0, le=1e3)
    fall: float = Field(gt=0.0, le=1e6)
    horizon_s: float = Field(ge=1.0, le=100.0)
    heading_bins: int = Field(ge=8, le=720)
    cost_borders: tuple[float, ...] = Field(max_length=20)
    prior_samples: float = Field(gt=0.0, le=1e3)
    least_samples: float = Field(ge=0.0, le=1e4)
    unknown_falls_per_s: float = Field(gt=0.0, le=10.0)
    least_survival: float = Field(ge=0.0, lt=1.0)

    @model_validator(mode="after")
    def _borders_ascend(self) -> "ValueFunctionSettings":
        if list(self.cost_borders) != sorted(set(self.cost_borders)):
            raise ValueError("cost_borders: expected ascending numbers")
        return self


class DisturbanceSettings(BaseModel):
    """What disturbs a run while transitions are sampled; each run draws its own strength up to these.

    Attributes:
        push_newtons, push_seconds: pushes at the torso.
        push_gap_seconds: shortest and longest time from the start of a push to the next.
        position_noise: standard deviation of measured positions [m, rad].
        velocity_noise: of measured velocities [m/s, rad/s].
        ground_height: pieces of the ground lie up to this far above or below zero [m].
        ground_gap_meters: shortest and longest piece, along x.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    push_newtons: float = Field(ge=0.0, le=1e4)
    push_seconds: float = Field(gt=0.0, le=10.0)
    push_gap_seconds: tuple[float, float]
    position_noise: float = Field(ge=0.0, le=0.1)
    velocity_noise: float = Field(ge=0.0, le=1.0)
    ground_height: float = Field(ge=0.0, le=0.1)
    ground_gap_meters: tuple[float, float]

    @model_validator(mode="after")
    def _gap_is_a_range(self) -> "DisturbanceSettings":
        shortest, longest = self.push_gap_seconds
        if not self.push_seconds < shortest <= longest:
            raise ValueError("push_gap_seconds: expected two times, the first longer than push_seconds")
        return self

    @model_validator(mode="after")
    def _ground_has_pieces(self) -> "DisturbanceSettings":
        shortest, longest = self.ground_gap_meters
        if not 0.1 <= shortest <= longest <= 100.0:
            raise ValueError("ground_gap_meters: expected two lengths from 0.1 to 100, the first not larger")
        return self


class SamplingSettings(BaseModel):
    """How transitions are sampled.

    Attributes:
        run_seconds: simulated time of one run.
        engines: by name.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    run_seconds: float = Field(ge=1.0, le=3600.0)
    engines: tuple[str, ...] = Field(min_length=1)


class SteeringSettings(BaseModel):
    """All of `config/steering.yaml`.

    Attributes:
        cut_at_heel_strike: hubs may be left at either heel strike; else at that of the right foot only.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    cut_at_heel_strike: bool = True
    value_function: ValueFunctionSettings
    disturbances: DisturbanceSettings
    sampling: SamplingSettings


def load_steering_settings(path: Path | None = None) -> SteeringSettings:
    """Reads the settings; without a path those that ship with the library.

    Raises:
        ConfigurationError: unreadable, or a value is missing, unknown or out of range.
    """
    return load_configuration(SteeringSettings, path or share_path("config/steering.yaml"))
