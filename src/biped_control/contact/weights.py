"""Weights of contact adaptation (Muico 2009, Table 3), read from `config/weights.yaml`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import pinocchio as pin
from pydantic import BaseModel, ConfigDict, Field

from biped_control.configuration_file import load_configuration
from biped_control.resources import share_path
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

_Weight = Annotated[float, Field(ge=1e-9, le=1e6)]


class AdaptationTable(BaseModel):
    """Table 3 as it stands in the configuration file; `ankle_roll` is split off, see there."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)
    torso_height: _Weight
    torso_location: _Weight
    shoulder_height: _Weight
    shoulder_location: _Weight
    ankle: _Weight
    ankle_roll: _Weight
    knee: _Weight
    hip: _Weight
    trunk: _Weight
    shoulder: _Weight
    elbow: _Weight


@dataclass(frozen=True)
class AdaptationWeights:
    """Diagonal of W (eq. 12) for one robot.

    Attributes:
        body: (9,) x, y, z of torso, right shoulder, left shoulder.
        joints: (nu,) joint accelerations.
    """

    body: FloatArray
    joints: FloatArray


def load_table(path: Path | None = None) -> AdaptationTable:
    """Reads Table 3; without a path the one that ships with the library.

    Raises:
        ConfigurationError: a weight is negative, missing or unknown; the message names file and place.
    """
    return load_configuration(AdaptationTable, path or share_path("config/weights.yaml"), "adaptation")


def adaptation_weights(robot: RobotModel, table: AdaptationTable) -> AdaptationWeights:
    """Spreads the table over the features of `robot`."""
    torso = [table.torso_location, table.torso_location, table.torso_height]
    shoulder = [table.shoulder_location, table.shoulder_location, table.shoulder_height]
    rolls = _roll_joints(robot)
    joints = []
    for name in robot.joint_names:
        group = robot.group_of_joint[name]
        joints.append(table.ankle_roll if group == "ankle" and name in rolls else getattr(table, group))
    return AdaptationWeights(np.array(torso + 2 * shoulder), np.array(joints))


def _roll_joints(robot: RobotModel) -> set[str]:
    """Joints that turn about the forward axis at the zero pose."""
    model, data = robot.pinocchio, robot.pinocchio.createData()
    pin.computeJointJacobians(model, data, pin.neutral(model))
    forward = np.abs(np.array(data.J[3, ROOT_DOF:]))
    return {name for name, value in zip(robot.joint_names, forward, strict=True) if value > 0.7}
