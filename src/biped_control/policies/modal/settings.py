"""Numbers of the modal policy (Jain & Liu 2011, section 7), read from `config/weights.yaml`."""

from pathlib import Path
from typing import Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from biped_control.configuration_file import load_configuration
from biped_control.policies.modal.contact_correction import CorrectionWeights
from biped_control.policies.modal.tick_plan import PlanWeights
from biped_control.resources import share_path


class ModalSettings(BaseModel):
    """Everything about the modal policy that is a number.

    Attributes:
        about: what plans are linear about: the reference, or the pose of now as published. About the
            reference ticks are the semi-implicit ones of the clips, and weights of forces and impulses are of
            what differs from those of the clip.
        window: n, ticks that are planned ahead.
        low_modes: how many joint modes are planned over the window; the others are tracked.
        root_position, root_rotation: W_1 [1/m^2, 1/rad^2].
        planted_position: the same for positions over the feet, where both soles stay on the ground for the
            whole window.
        root_velocity: W_2.
        force: W_3 [1/N^2].
        low_position, low_velocity, low_impulse: w_4, w_5, W_6.
        high_pole: how softly the other joint modes are tracked, see `tracked_pose`; 0 as published.
        correction_rigid, correction_low, correction_actuation: W_r, W_l, W_a of eqs. 25 and 26.
        correction_compliance: of corrected contacts, see `CorrectionWeights`; 0 as published.
        hexagonal_cone: plan forces in the published hexagonal cone instead of the circular one.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)
    about: Literal["reference", "pose"]
    window: int = Field(ge=5, le=18)
    low_modes: int = Field(ge=6, le=15)
    root_position: float = Field(ge=1e-15, le=1e6)
    planted_position: float = Field(ge=1e-15, le=1e6)
    root_rotation: float = Field(ge=1e-15, le=1e6)
    root_velocity: float = Field(ge=1e-15, le=1e6)
    force: float = Field(ge=1e-15, le=1e6)
    low_position: float = Field(ge=1e-15, le=1e6)
    low_velocity: float = Field(ge=1e-15, le=1e6)
    low_impulse: float = Field(ge=1e-15, le=1e6)
    high_pole: float = Field(ge=0.0, le=0.8)
    correction_rigid: float = Field(ge=0.0, le=1e6)
    correction_low: float = Field(ge=0.0, le=1e6)
    correction_actuation: float = Field(ge=1e-15, le=1e6)
    correction_compliance: float = Field(ge=0.0, le=10.0)
    hexagonal_cone: bool

    def plan_weights(self, friction: float, planted: bool = False) -> PlanWeights:
        """As the plans take them.

        Args:
            friction: Coulomb coefficient of planned forces.
            planted: both soles stay on the ground in the whole window.
        """
        positions = 3 * [self.planted_position if planted else self.root_position]
        rotations = 3 * [self.root_rotation]
        return PlanWeights(
            np.array(positions + rotations + 6 * [self.root_velocity]),
            self.force,
            self.low_position,
            self.low_velocity,
            self.low_impulse,
            self.low_modes,
            friction,
            self.hexagonal_cone,
        )

    def correction_weights(self) -> CorrectionWeights:
        """As the contact correction takes them."""
        return CorrectionWeights(
            self.correction_rigid, self.correction_low, self.correction_actuation, self.correction_compliance
        )


ABOUT_POSE = "modal_about_pose"
"""Section with the numbers of the published form, which also serves where steps are adjusted."""


def load_modal_settings(path: Path | None = None, section: str = "modal") -> ModalSettings:
    """Reads the settings; without a path those that ship with the library.

    Args:
        path: of a file like `config/weights.yaml`.
        section: of the file.

    Raises:
        ConfigurationError: a value is missing, unknown or outside the range in which the policy works.
    """
    return load_configuration(ModalSettings, path or share_path("config/weights.yaml"), section)


def modal_settings_for(adjust_steps: bool) -> ModalSettings:
    """Those that serve a reference that follows the robot, or one that does not.

    A foot that is put elsewhere after a push has the body above it elsewhere, too. Then the clip's forces are
    no longer nearly right, and plans for the robot as it is are the better ones.

    Raises:
        ConfigurationError: see `load_modal_settings`.
    """
    return load_modal_settings(section=ABOUT_POSE) if adjust_steps else load_modal_settings()
