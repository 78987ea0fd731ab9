"""What a run has to endure, as one piece of data: ground, pushes, sensors, drives and errors of the model.

The controller is told nothing of it: it keeps its flat ground, its friction and its robot.
"""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from biped_control.configuration_file import load_configuration, read_yaml
from biped_control.did_you_mean import did_you_mean
from biped_control.errors import ConfigurationError, EngineError
from biped_control.resources import share_path
from biped_control.simulation.terrain import FLAT, Terrain
from biped_control.simulation.terrain_shapes import random_field, repeated_ledges, slope, with_patch

_LONGEST_S = 1e6  # [s]; a day has 86400
_MOST_PATCHES = 100
_HIGHEST_M = 1.0  # more than a leg; heights add up over the ground


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class FlatGround(_Part):
    """The plane z = 0."""

    kind: Literal["flat"] = "flat"

    def build(self) -> Terrain:
        """The ground."""
        return FLAT


class LedgesGround(_Part):
    """See `repeated_ledges`: one rise makes stairs."""

    kind: Literal["ledges"]
    rises_m: tuple[Annotated[float, Field(ge=-_HIGHEST_M, le=_HIGHEST_M)], ...]
    spacing_m: float

    def build(self) -> Terrain:
        """The ground."""
        return repeated_ledges(self.rises_m, self.spacing_m)


class SlopeGround(_Part):
    """See `slope`."""

    kind: Literal["slope"]
    degrees: float

    def build(self) -> Terrain:
        """The ground."""
        return slope(self.degrees)


class FieldGround(_Part):
    """See `random_field`."""

    kind: Literal["field"]
    seed: int = Field(default=0, ge=0, lt=2**63)
    height_m: float
    wavelength_m: float

    def build(self) -> Terrain:
        """The ground."""
        return random_field(self.seed, self.height_m, self.wavelength_m)


class Patch(_Part):
    """A slippery patch from x = start to end [m]; see `with_patch`."""

    start_m: float
    end_m: float
    friction: float = Field(ge=0.0, le=10.0)


class RepeatedPush(_Part):
    """A horizontal push again and again.

    Attributes:
        body: link that is pushed at its centre of mass.
        newtons: strength.
        direction_deg: 0 along x, 90 along y; drawn anew for each push when None.
        start_s, duration_s, period_s: of the first push; of each; from one to the next [s].
    """

    body: str
    newtons: float = Field(gt=0.0, le=1e6)
    direction_deg: float | None = Field(default=None, ge=-360.0, le=360.0)
    start_s: float = Field(ge=0.0, le=_LONGEST_S)
    duration_s: float = Field(gt=0.0, le=_LONGEST_S)
    period_s: float = Field(gt=0.0, le=_LONGEST_S)

    @model_validator(mode="after")
    def _ends_before_the_next(self) -> "RepeatedPush":
        if self.duration_s >= self.period_s:
            raise ValueError(f"expected duration_s below period_s {self.period_s:g}, got {self.duration_s:g}")
        return self


class Scenario(_Part):
    """One scenario.

    Attributes:
        terrain: the ground.
        patches: where it is slippery (engine `dart`).
        friction: Coulomb coefficient of ground and soles; that of the settings when None.
        push: repeated pushes, if any.
        position_noise, velocity_noise: standard deviations of what is measured [m, rad], [m/s, rad/s].
        torque_delay_ticks: torques act so many ticks late.
        lost_ticks: share of ticks whose torques get lost; those before are held.
        mass_scale: true mass and inertia of all links, in those that the controller believes in.
    """

    terrain: Annotated[FlatGround | LedgesGround | SlopeGround | FieldGround, Field(discriminator="kind")] = (
        FlatGround()
    )
    patches: tuple[Patch, ...] = Field(default=(), max_length=_MOST_PATCHES)
    friction: float | None = Field(default=None, ge=0.0, le=10.0)
    push: RepeatedPush | None = None
    position_noise: float = Field(default=0.0, ge=0.0, le=10.0)
    velocity_noise: float = Field(default=0.0, ge=0.0, le=1000.0)
    torque_delay_ticks: int = Field(default=0, ge=0, le=100)
    lost_ticks: float = Field(default=0.0, ge=0.0, lt=1.0)
    mass_scale: float = Field(default=1.0, ge=0.5, le=2.0)

    @model_validator(mode="after")
    def _ground_can_be_built(self) -> "Scenario":
        try:
            self.ground()
        except EngineError as error:
            raise ValueError(str(error)) from error
        return self

    def ground(self) -> Terrain:
        """The terrain with its patches."""
        terrain = self.terrain.build()
        for patch in self.patches:
            terrain = with_patch(terrain, patch.start_m, patch.end_m, patch.friction)
        return terrain


def load_scenario(name: str) -> Scenario:
    """The scenario called `name` in `config/scenarios.yaml`, or that of a YAML file with this path.

    Raises:
        ConfigurationError: no such scenario or file, or a value is missing, unknown or out of range.
    """
    if name.endswith((".yaml", ".yml")):
        _require_one_scenario(Path(name))
        return load_configuration(Scenario, Path(name))
    path = share_path("config/scenarios.yaml")
    known = read_yaml(path)
    if not isinstance(known, dict) or name not in known:
        names = [str(key) for key in known] if isinstance(known, dict) else []
        raise ConfigurationError(
            f"scenario '{name}' is unknown{did_you_mean(name, names)}; choose one of {', '.join(names)} "
            "(config/scenarios.yaml) or give a .yaml file"
        )
    return load_configuration(Scenario, path, name)


def _require_one_scenario(path: Path) -> None:
    content = read_yaml(path)
    if not isinstance(content, dict) or not content or set(content) & set(Scenario.model_fields):
        return
    scenarios = [value for value in content.values() if isinstance(value, dict)]
    if len(scenarios) == len(content) and any(set(one) & set(Scenario.model_fields) for one in scenarios):
        names = ", ".join(str(key) for key in content)
        raise ConfigurationError(
            f"{path}: holds scenarios by name ({names}), as config/scenarios.yaml does; expected the "
            "keys of one scenario at the top level, without its name"
        )
