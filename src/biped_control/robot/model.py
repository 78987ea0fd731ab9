"""A humanoid on its six-joint chain root, ready for control."""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pinocchio as pin

from biped_control.errors import RobotError
from biped_control.resources import share_path
from biped_control.robot.chain_root import ROOT_DOF, ROOT_JOINTS, with_chain_root
from biped_control.robot.limbs import JointGroup, LimbMap, load_limb_map
from biped_control.robot.simulator_tags import SIMULATOR_TAGS
from biped_control.robot.state import FloatArray

GRAVITY = 9.81  # [m/s^2], downward; the same in every engine


@dataclass(frozen=True)
class RobotModel:
    """URDF, limb map and pinocchio model of one humanoid.

    Attributes:
        urdf: URDF text as the user gave it (floating base).
        limbs: which link and joint plays which part.
        pinocchio: model of the robot on its chain root; nv = 6 + number of joints.
    """

    urdf: str
    limbs: LimbMap
    pinocchio: pin.Model

    @classmethod
    def load(cls, urdf_path: Path | None = None, limbs_path: Path | None = None) -> "RobotModel":
        """Reads a robot; without arguments the humanoid that ships with the library.

        Raises:
            RobotError: the URDF is unreadable, has a link without inertia in a moving place, or lacks a
                joint or link that the limb map names.
            ConfigurationError: the limb map is wrong.
        """
        path = urdf_path or share_path("urdf/biped.urdf")
        try:
            urdf = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise RobotError(f"{path}: cannot be read ({error}); expected a URDF file") from error
        limbs = load_limb_map(limbs_path or share_path("config/robot.yaml"))
        try:
            return cls.from_urdf(urdf, limbs)
        except RobotError as error:
            raise RobotError(f"{path}: {error}") from error

    @classmethod
    def from_urdf(cls, urdf: str, limbs: LimbMap) -> "RobotModel":
        """The same from URDF text and a limb map."""
        chain = with_chain_root(urdf)
        try:
            model = pin.buildModelFromXML(chain)
        except ValueError as error:
            raise RobotError(f"URDF: pinocchio cannot build a model from it: {error}") from error
        model.gravity.linear = np.array([0.0, 0.0, -GRAVITY])
        robot = cls(urdf, limbs, model)
        robot._check()
        return robot

    @property
    def nv(self) -> int:
        """Number of coordinates, base included."""
        return int(self.pinocchio.nv)

    @property
    def nu(self) -> int:
        """Number of actuated joints."""
        return self.nv - ROOT_DOF

    @cached_property
    def joint_names(self) -> tuple[str, ...]:
        """The actuated joints in the order of every joint array."""
        return tuple(self.pinocchio.names)[1 + ROOT_DOF :]

    @cached_property
    def joint_index(self) -> dict[str, int]:
        """Joint name -> place in joint arrays of length nu."""
        return {name: index for index, name in enumerate(self.joint_names)}

    @cached_property
    def mass(self) -> float:
        """Total mass of the robot, without the carriers of its chain root [kg]."""
        return float(sum(inertia.mass for inertia in list(self.pinocchio.inertias)[ROOT_DOF:]))

    @cached_property
    def lower_limits(self) -> FloatArray:
        """(nu,) lower joint limits [rad]."""
        return np.array(self.pinocchio.lowerPositionLimit[ROOT_DOF:])

    @cached_property
    def upper_limits(self) -> FloatArray:
        """(nu,) upper joint limits [rad]."""
        return np.array(self.pinocchio.upperPositionLimit[ROOT_DOF:])

    @cached_property
    def effort_limits(self) -> FloatArray:
        """(nu,) effort limits [N m]."""
        return np.array(self.pinocchio.upperEffortLimit[ROOT_DOF:])

    @cached_property
    def fingerprint(self) -> str:
        """Short hash of all that clips and policies depend on: body and joints of the URDF, and limb map."""
        content = _mechanics(self.urdf) + self.limbs.model_dump_json()
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    @cached_property
    def group_of_joint(self) -> dict[str, JointGroup]:
        """Joint name -> the weight group it belongs to."""
        return {joint: group for group, joints in self.limbs.groups.items() for joint in joints}

    def frame_id(self, name: str) -> int:
        """Pinocchio's index of the frame (link or joint) called `name`."""
        return int(self.pinocchio.getFrameId(name))

    def _check(self) -> None:
        model = self.pinocchio
        names = list(model.names)[1:]
        if tuple(names[:ROOT_DOF]) != ROOT_JOINTS or any(joint.nv != 1 for joint in model.joints[1:]):
            raise RobotError("URDF: only fixed joints and joints of one degree of freedom are supported")
        known = set(self.joint_names)
        limbs = self.limbs
        wanted = {joint for side in limbs.sides for joint in (*side.leg, *side.arm, side.shoulder)}
        wanted |= {joint for joints in limbs.groups.values() for joint in joints}
        if unknown := sorted(wanted - known):
            raise RobotError(f"limb map names unknown joints {unknown}; the URDF has {sorted(known)}")
        if missing := sorted(known - set(self.group_of_joint)):
            raise RobotError(
                f"limb map puts joints {missing} in no group; every joint needs one for its weights"
            )
        for link in (limbs.torso, *(link for side in limbs.sides for link in (side.foot, side.sole))):
            if not model.existFrame(link):
                raise RobotError(f"limb map names an unknown link '{link}'")
        for name, inertia in zip(names[ROOT_DOF - 1 :], list(model.inertias)[ROOT_DOF:], strict=True):
            if inertia.mass <= 0.0 or np.linalg.eigvalsh(inertia.inertia).min() < 0.0:
                raise RobotError(
                    f"URDF: the link moved by joint '{name}' has no (positive) inertia; add <inertial>"
                )


def _mechanics(urdf: str) -> str:
    """URDF text in canonical form without looks and simulator tags: a repainted robot keeps its clips."""
    robot = ElementTree.fromstring(urdf)
    for parent in (robot, *robot.findall("link")):
        for tag in ("material", "visual", *SIMULATOR_TAGS):
            for child in parent.findall(tag):
                parent.remove(child)
    return ElementTree.canonicalize(ElementTree.tostring(robot, encoding="unicode"), strip_text=True)
