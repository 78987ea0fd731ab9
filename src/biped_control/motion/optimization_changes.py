"""What a recipe may change in the settings of the spacetime optimization."""

from pydantic import BaseModel, ConfigDict, Field

from biped_control.motion.spacetime import SpacetimeSettings, load_spacetime_settings


class OptimizationChanges(BaseModel):
    """Settings of `config/spacetime.yaml` that one clip has otherwise; None leaves them as they are.

    Attributes:
        acceleration, torque, force_change: weights in the units of that file.
        clearance_m: height of feet in mid-swing.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    acceleration: float | None = Field(default=None, ge=0.0)
    torque: float | None = Field(default=None, ge=0.0)
    force_change: float | None = Field(default=None, ge=0.0)
    clearance_m: float | None = Field(default=None, ge=0.0, le=0.2)

    def applied(self) -> SpacetimeSettings:
        """The settings that ship with the library, changed."""
        return load_spacetime_settings().model_copy(update=self.model_dump(exclude_none=True))
