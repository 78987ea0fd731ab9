"""An IMU at the base, read off a simulation."""

import numpy as np

from biped_control.hardware.bus.body_frames import body_frames
from biped_control.hardware.bus.frame import Frame
from biped_control.robot.base_coordinates import base_pose_from_root, rotation_from_angles
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import GRAVITY
from biped_control.robot.state import FloatArray, State


class BodySensors:
    """Integrates like a strapdown IMU: velocity and angle increments in base axes, from state to state."""

    def __init__(self) -> None:
        self._turned: FloatArray = np.zeros(3)
        self._accelerated: FloatArray = np.zeros(3)
        self._quaternion: FloatArray = np.array([0.0, 0.0, 0.0, 1.0])
        self._velocity: FloatArray | None = None
        self._count = 0

    def reset(self, state: State) -> None:
        """The robot is somewhere else all of a sudden: no acceleration leads there."""
        self._velocity = np.array(state.v[:3])
        self._quaternion = base_pose_from_root(state.q[:ROOT_DOF], state.v[:ROOT_DOF]).quaternion

    def step(self, state: State, dt: float) -> None:
        """The robot has moved on by `dt` [s] to `state`."""
        q, v = state.q, state.v
        before = v[:3] if self._velocity is None else self._velocity
        pose = base_pose_from_root(q[:ROOT_DOF], v[:ROOT_DOF])
        specific = v[:3] - before + np.array([0.0, 0.0, GRAVITY * dt])
        self._accelerated = self._accelerated + rotation_from_angles(q[3], q[4], q[5]).T @ specific
        self._turned = self._turned + pose.angular * dt
        self._velocity = np.array(v[:3])
        self._quaternion = pose.quaternion

    def frames(self, foot_forces: FloatArray) -> tuple[Frame, ...]:
        """A sample as it goes onto the bus; (4,) forces under right heel and toe, left heel and toe [N]."""
        self._count += 1
        return body_frames(self._turned, self._accelerated, self._quaternion, foot_forces, self._count)
