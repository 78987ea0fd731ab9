"""Weights and limits of the spacetime optimization (`config/spacetime.yaml`)."""

from pathlib import Path

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from biped_control.configuration_file import load_configuration
from biped_control.resources import share_path
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

RATE_OF_WEIGHTS = 120.0  # [Hz] the weights are stated for sums over frames at this rate


class Deviation(BaseModel):
    """Weights on the distance from the kinematic cycle [1/m^2, 1/rad^2]."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    location: float = Field(ge=0.0)
    height: float = Field(ge=0.0)
    orientation: float = Field(ge=0.0)
    trunk: float = Field(ge=0.0)
    hip: float = Field(ge=0.0)
    knee: float = Field(ge=0.0)
    ankle: float = Field(ge=0.0)
    shoulder: float = Field(ge=0.0)
    elbow: float = Field(ge=0.0)

    def diagonal(self, robot: RobotModel) -> FloatArray:
        """(nv,) the weights of every coordinate of `robot`."""
        root = [self.location, self.location, self.height] + 3 * [self.orientation]
        joints = [getattr(self, robot.group_of_joint[name]) for name in robot.joint_names]
        return np.array(root + joints)


class SpacetimeSettings(BaseModel):
    """Everything that shapes a clip besides the motion it comes from; units stand in the file."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    deviation: Deviation
    acceleration: float = Field(ge=0.0)
    torque: float = Field(ge=0.0)
    torque_change: float = Field(ge=0.0)
    force: float = Field(ge=0.0)
    force_change: float = Field(ge=0.0)
    friction_forward: float = Field(gt=0.0, le=2.0)
    friction_lateral: float = Field(gt=0.0, le=2.0)
    smallest_normal_force: float = Field(ge=0.0)
    clearance_m: float = Field(ge=0.0, le=0.2)
    clearance_frames: float = Field(gt=0.0)
    smallest_knee: float = Field(ge=0.0, le=1.0)
    limit_margin: float = Field(ge=0.0, le=0.2)
    effort_share: float = Field(gt=0.0, le=1.0)
    iterations: int = Field(ge=1, le=200)


def load_spacetime_settings(path: Path | None = None) -> SpacetimeSettings:
    """Reads the settings; without a path those that ship with the library.

    Raises:
        ConfigurationError: unreadable, or a value is missing, unknown or out of range; the message names file
            and place.
    """
    path = path or share_path("config/spacetime.yaml")
    return load_configuration(SpacetimeSettings, path)
