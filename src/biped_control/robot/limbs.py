"""Which link and joint of a URDF plays which part: the limb map (`config/robot.yaml`)."""

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, model_validator

from biped_control.configuration_file import load_configuration

JointGroup = Literal["trunk", "hip", "knee", "ankle", "shoulder", "elbow"]


class Side(BaseModel):
    """The limbs of one side of the body.

    Attributes:
        foot: link whose collision box is the sole.
        sole: frame on the contact surface below the ankle (REP 120).
        leg: hip, knee and ankle joints from the trunk down.
        arm: shoulder and elbow joints from the trunk out.
        shoulder: first shoulder joint; its origin is the shoulder feature of the contact adaptation.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    foot: str
    sole: str
    leg: tuple[str, ...]
    arm: tuple[str, ...]
    shoulder: str


class LimbMap(BaseModel):
    """Names of the limbs of a humanoid.

    Attributes:
        torso: link whose centre of mass is the torso feature of the contact adaptation.
        right, left: the two sides; joints at equal places of their lists mirror each other.
        groups: joints that share a weight in the tables of the papers.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    torso: str
    right: Side
    left: Side
    groups: dict[JointGroup, tuple[str, ...]]

    @model_validator(mode="after")
    def _sides_match(self) -> "LimbMap":
        for limb in ("leg", "arm"):
            right, left = getattr(self.right, limb), getattr(self.left, limb)
            if len(right) != len(left):
                raise ValueError(f"the right {limb} has {len(right)} joints, the left {limb} {len(left)}")
        return self

    @property
    def sides(self) -> tuple[Side, Side]:
        """Right, then left: the order of the feet in every array."""
        return self.right, self.left

    def side(self, foot: Literal["right", "left"]) -> Side:
        """The side that a foot belongs to."""
        return self.right if foot == "right" else self.left

    def mirror_pairs(self) -> dict[str, str]:
        """Joint name -> name of the joint on the other side, for every joint with a partner."""
        pairs: dict[str, str] = {}
        for right, left in zip(self.right.leg + self.right.arm, self.left.leg + self.left.arm, strict=True):
            pairs[right] = left
            pairs[left] = right
        return pairs


def load_limb_map(path: Path) -> LimbMap:
    """Reads a limb map.

    Raises:
        ConfigurationError: the file is missing, not YAML, or lacks a limb; the message names the place.
    """
    return load_configuration(LimbMap, path)
