"""The estimator: sensor readings in, the state that controllers want out."""

import numpy as np
import pinocchio as pin

from biped_control.errors import EstimationError
from biped_control.estimation.belief import ACCELEROMETER, GYRO, POINTS, SIZE, Belief
from biped_control.estimation.imu import ImuNoise
from biped_control.estimation.invariant_filter import (
    ContactNoise,
    correct_by_ground,
    correct_by_kinematics,
    lift,
    plant,
    propagate,
)
from biped_control.estimation.sensor_reading import SensorReading
from biped_control.estimation.standing_points import standing_points
from biped_control.robot.base_coordinates import BasePose, root_from_base_pose, rotation_from_angles
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import anticipated_points
from biped_control.robot.state import FloatArray, State

_START = 1e-3  # [rad, m/s, m] how far the state that it is told at the start may be off


class StateEstimator:
    """Base from an invariant Kalman filter, joints from their encoders.

    Heading and horizontal place are not observable and drift. The height is not either, but for one thing
    that a walking robot knows: where the ground is. It is told to the filter at every standing point.
    """

    def __init__(
        self,
        robot: RobotModel,
        dt: float,
        imu: ImuNoise | None = None,
        contact: ContactNoise | None = None,
        ground_height: float = 0.0,
    ) -> None:
        """
        Args:
            robot: the robot.
            dt: control period [s].
            imu, contact: noise that the filter assumes; defaults for `None`.
            ground_height: of the floor [m].
        """
        self._model, self._data = robot.pinocchio, robot.pinocchio.createData()
        self._points = anticipated_points(robot)
        self._dt, self._ground = dt, ground_height
        self._imu, self._contact = imu or ImuNoise(), contact or ContactNoise()
        self._belief: Belief | None = None

    @property
    def belief(self) -> Belief:
        """Mean and covariance of now; `update` leaves the one before as it was, so it can be put back.

        Raises:
            EstimationError: `reset` has not been called.
        """
        if self._belief is None:
            raise EstimationError("the estimator knows nothing yet; call reset with the state of the start")
        return self._belief

    @belief.setter
    def belief(self, belief: Belief) -> None:
        self._belief = belief

    def reset(self, state: State) -> None:
        """Begins anew in a known state: standing, hung up, or where a simulation starts."""
        variances = np.full(SIZE, _START**2)
        variances[9 : GYRO.start] = 0.0
        variances[GYRO], variances[ACCELEROMETER] = self._imu.gyro_bias**2, self._imu.accelerometer_bias**2
        vectors = np.zeros((2 + POINTS, 3))
        vectors[0], vectors[1] = state.v[:3], state.q[:3]
        rotation = rotation_from_angles(*state.q[3:6])
        self._belief = Belief(
            rotation, vectors, np.zeros((2, 3)), np.zeros(POINTS, dtype=np.bool_), np.diag(variances)
        )

    def update(self, reading: SensorReading, dt: float | None = None) -> State:
        """Takes one tick of sensor readings in; returns the state at its end.

        Args:
            reading: of the whole tick.
            dt: its length, if it is not that of the control period [s].

        Raises:
            EstimationError: `reset` has not been called, or the reading has another number of joints or holds
                NaN or infinity. The belief is then what it was.
        """
        self._require_usable(reading)
        belief = propagate(self.belief, reading.imu, dt or self._dt, self._imu, self._contact)
        points = self._points_from_base(reading.joints)
        heights = points @ belief.rotation[2]
        standing = standing_points(heights, reading.foot_loads)
        for index in np.flatnonzero(belief.active & ~standing):
            lift(belief, int(index))
        correct_by_kinematics(belief, points, self._contact)
        for index in np.flatnonzero(standing & ~belief.active):
            plant(belief, int(index), points[index], self._contact)
        correct_by_ground(belief, np.flatnonzero(standing).tolist(), self._ground, self._contact)
        self._belief = belief
        return self._state(reading)

    def _require_usable(self, reading: SensorReading) -> None:
        imu, joints = reading.imu, (self._model.nv - ROOT_DOF,)
        arrays = (imu.turn, imu.push, imu.rate, reading.joints, reading.joint_velocities, reading.foot_loads)
        shapes = tuple(array.shape for array in arrays)
        if shapes != (expected := ((3,), (3,), (3,), joints, joints, (2,))):
            raise EstimationError(f"sensor reading: arrays of the shapes {shapes}, expected {expected}")
        if not np.isfinite(np.concatenate(arrays)).all():
            raise EstimationError("sensor reading: NaN or infinity; expected finite numbers; drop it")

    def _points_from_base(self, joints: FloatArray) -> FloatArray:
        """(4, 3) heels and toes in base axes [m]."""
        pin.forwardKinematics(self._model, self._data, np.concatenate([np.zeros(ROOT_DOF), joints]))
        points = np.empty((POINTS, 3))
        for foot in (slice(0, 2), slice(2, 4)):  # heel and toe are on one link
            placement = self._data.oMi[int(self._points.joints[foot.start])]
            points[foot] = self._points.offsets[foot] @ placement.rotation.T + placement.translation
        return points

    def _state(self, reading: SensorReading) -> State:
        belief = self.belief
        root_q, root_v = root_from_base_pose(
            BasePose(
                belief.position,
                pin.Quaternion(belief.rotation).coeffs(),
                belief.rotation.T @ belief.velocity,
                reading.imu.rate - belief.biases[0],
            )
        )
        return State(
            np.concatenate([root_q, reading.joints]), np.concatenate([root_v, reading.joint_velocities])
        )
