"""What all nodes of a graph must agree on before they work together."""

from dataclasses import dataclass

from biped.msg import JointOrder

from biped_control import __version__
from biped_control.motion.clip import Clip
from biped_control.robot.model import RobotModel


@dataclass(frozen=True)
class Terms:
    """One node's side of it.

    Attributes:
        joints: names in the order of its arrays.
        robot: fingerprint of the robot that it loaded.
        rate_hz: control rate that it was set up for.
        clip: fingerprint of the clip in which its run begins; empty if it needs none.
        version: of the library that it runs.
    """

    joints: tuple[str, ...]
    robot: str
    rate_hz: float
    clip: str = ""
    version: str = __version__

    @classmethod
    def of(cls, robot: RobotModel, rate_hz: float, clip: Clip | None = None) -> "Terms":
        """Those of a node with this robot, rate and first clip."""
        return cls(robot.joint_names, robot.fingerprint, rate_hz, "" if clip is None else clip.fingerprint)

    def message(self) -> JointOrder:
        """As whoever commands the actuators tells them."""
        return JointOrder(
            names=list(self.joints),
            robot=self.robot,
            control_rate_hz=self.rate_hz,
            clip=self.clip,
            version=self.version,
        )

    def difference(self, order: JointOrder) -> str:
        """What differs there, and what to do; empty when both sides fit."""
        theirs = tuple(order.names)
        if theirs != self.joints:
            return self._joint_difference(theirs)
        if order.robot != self.robot:
            advice = "start all nodes with the same robot description"
            return f"robot {order.robot} there, {self.robot} here; {advice}"
        if order.control_rate_hz != self.rate_hz:
            return (
                f"control rate {order.control_rate_hz:g} Hz there, {self.rate_hz:g} Hz here; "
                "use the same `rate`"
            )
        if order.version and order.version != self.version:
            return f"biped {order.version} there, {self.version} here; start all nodes from one installation"
        if order.clip and self.clip and order.clip != self.clip:
            return (
                f"the first clip is {order.clip} there and {self.clip} here; "
                "use the same `clip` and library (BIPED_LIBRARY)"
            )
        return ""

    def _joint_difference(self, theirs: tuple[str, ...]) -> str:
        if sorted(theirs) == sorted(self.joints):
            first = next(i for i, joint in enumerate(self.joints) if theirs[i] != joint)
            return f"joint {first} is '{theirs[first]}' there and '{self.joints[first]}' here"
        only_there, only_here = sorted(set(theirs) - set(self.joints)), sorted(set(self.joints) - set(theirs))
        return f"joints only there {only_there}, only here {only_here}"
