"""A clip: one physically exact motion with the controls that produce it."""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from math import hypot

import numpy as np
import pinocchio as pin

from biped_control.errors import ClipError
from biped_control.motion.clip_name import NAME
from biped_control.motion.reference import Reference
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.soles import anticipated_points
from biped_control.robot.state import BoolArray, FloatArray, State

_STRAIGHT_M, _STRAIGHT_RAD = 0.02, 0.02  # a clip that ends further to a side is meant to go there
_TRAVELS_M = 0.2  # two steps of 10 cm: who steps on the spot, or sways, gets less far


@dataclass(frozen=True)
class Clip:
    """A motion of T steps at a fixed rate, in a frame of its own.

    Step k obeys the papers' semi-implicit map: with v_k = (q_{k+1} - q_k) / dt,
    M(q_{k+1}) (v_{k+1} - v_k) / dt + bias(q_{k+1}, v_k) = [0; tau_k] + J(q_{k+1})^T f_k.

    Attributes:
        name: unique name in a library.
        rate_hz: control rate.
        positions: (T + 2, nv) q_0 ... q_{T+1}.
        torques: (T, nu) [N m].
        forces: (T, 4, 3) at right heel, right toe, left heel, left toe [N].
        contacts: (T, 4) which points are planned to carry force in each step.
        advance: where the frame of the next clip lies in the frame of this one.
        cyclic: the clip may follow itself; its last two positions are the first two, moved by `advance`.
        start_hub, end_hub: the cyclic clips whose first state this one begins with and ends in, so that it
            can follow the one and be followed by the other; of a cyclic clip both are itself.
        robot: fingerprint of the robot it was made for.
        source: where the motion came from, for people.
    """

    name: str
    rate_hz: float
    positions: FloatArray
    torques: FloatArray
    forces: FloatArray
    contacts: BoolArray
    advance: Placement
    cyclic: bool
    start_hub: str
    end_hub: str
    robot: str
    source: str

    def __post_init__(self) -> None:
        steps, nv = self.steps, self.positions.shape[1]
        expected = {
            "positions": (steps + 2, nv),
            "torques": (steps, nv - ROOT_DOF),
            "forces": (steps, 4, 3),
            "contacts": (steps, 4),
        }
        for field, shape in expected.items():
            array = getattr(self, field)
            if array.shape != shape:
                raise ClipError(f"clip '{self.name}': {field} has shape {array.shape}, expected {shape}")
            if not np.isfinite(array).all():
                place = np.argwhere(~np.isfinite(array))[0]
                raise ClipError(f"clip '{self.name}': {field} holds NaN or infinity at {place}")
        for name in (self.name, self.start_hub, self.end_hub):
            if not NAME.fullmatch(name):
                raise ClipError(
                    f"clip name {name!r}: expected letters, digits, - and _ only; it names files, too"
                )
        if self.cyclic and not self.start_hub == self.end_hub == self.name:
            raise ClipError(
                f"clip '{self.name}' is cyclic but starts from '{self.start_hub}' and ends in "
                f"'{self.end_hub}'; expected itself"
            )
        if not np.isfinite([self.advance.x, self.advance.y, self.advance.yaw]).all():
            raise ClipError(f"clip '{self.name}': advance {self.advance} is not finite")
        if steps < 1 or not 0.0 < self.rate_hz < np.inf:
            raise ClipError(
                f"clip '{self.name}': {steps} steps at {self.rate_hz} Hz; expected one or more, above 0 Hz"
            )

    @property
    def steps(self) -> int:
        """Number of steps T."""
        return len(self.torques)

    @cached_property
    def fingerprint(self) -> str:
        """Short hash of what is played: two clips with the same one give the same references."""
        facts = (self.name, self.rate_hz, self.robot, self.advance.x, self.advance.y, self.advance.yaw)
        content = hashlib.sha256(repr(facts).encode())
        for array in (self.positions, self.torques, self.forces, self.contacts):
            content.update(np.ascontiguousarray(array).tobytes())
        return content.hexdigest()[:16]

    @property
    def straight(self) -> bool:
        """Whether the clip and its mirror image lead to the same place."""
        return abs(self.advance.y) < _STRAIGHT_M and abs(self.advance.yaw) < _STRAIGHT_RAD

    @property
    def way_m(self) -> float:
        """How far away it ends from where it begins [m]."""
        return hypot(self.advance.x, self.advance.y)

    @property
    def travels(self) -> bool:
        """Whether it goes anywhere; if not, shares of its way would be of any size and mean nothing."""
        return self.way_m >= _TRAVELS_M

    @property
    def flies(self) -> bool:
        """Whether there are steps in which nothing touches the ground."""
        return bool((~self.contacts.any(axis=1)).any())

    @property
    def dt(self) -> float:
        """Control period [s]."""
        return 1.0 / self.rate_hz

    @cached_property
    def velocities(self) -> FloatArray:
        """(T + 1, nv) v_k = (q_{k+1} - q_k) / dt."""
        return np.diff(self.positions, axis=0) * self.rate_hz

    @property
    def speed_mps(self) -> float:
        """Mean horizontal speed over the clip [m/s]."""
        travel = self.positions[-2, :2] - self.positions[0, :2]
        return float(np.linalg.norm(travel)) / (self.steps * self.dt)

    def state(self, frame: int) -> State:
        """(q_{frame+1}, v_frame): what should be measured at step `frame` <= T, in the clip frame."""
        return State(self.positions[frame + 1], self.velocities[frame])

    def reference(self, frame: int, placement: Placement) -> Reference:
        """Everything a policy needs to know about step `frame`."""
        return Reference(
            clip=self.name,
            frame=frame,
            placement=placement,
            state=self.state(frame),
            next_state=self.state(frame + 1),
            torques=self.torques[frame],
            forces=self.forces[frame],
            contacts=self.contacts[frame],
        )

    def require_robot(self, robot: RobotModel) -> None:
        """Raises ClipError unless the clip was made for `robot`."""
        if self.robot != robot.fingerprint:
            raise ClipError(
                f"clip '{self.name}' was made for robot {self.robot}, this robot is {robot.fingerprint}; "
                "rebuild it with `biped library build` or import it again"
            )


def dynamics_residual(robot: RobotModel, clip: Clip) -> float:
    """Largest violation of the step equation over all steps and rows [N, N m]."""
    return float(dynamics_residuals(robot, clip).max())


def dynamics_residuals(robot: RobotModel, clip: Clip) -> FloatArray:
    """(T, nv) violation of every row of every step equation [N, N m].

    Computed by recursive Newton-Euler, a path independent of the articulated-body terms that the policies
    use.
    """
    from biped_control.robot.dynamics import DynamicsTerms  # compiled code, slow to import

    points = anticipated_points(robot)
    terms = DynamicsTerms(robot)
    data = robot.pinocchio.createData()
    residuals = np.empty((clip.steps, robot.nv))
    for k in range(clip.steps):
        q, v = clip.positions[k + 1], clip.velocities[k]
        acceleration = (clip.velocities[k + 1] - v) * clip.rate_hz
        terms.compute(q, v)
        jacobian = terms.point_jacobians(points)
        applied = jacobian.T @ (clip.forces[k] * clip.contacts[k][:, None]).ravel()
        applied[ROOT_DOF:] += clip.torques[k]
        needed = pin.rnea(robot.pinocchio, data, q, v, acceleration)
        residuals[k] = np.abs(needed - applied)
    return residuals
