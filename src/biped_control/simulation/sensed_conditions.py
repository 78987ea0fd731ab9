"""A run on estimates: sensors read the engine, and the controller sees what the estimator makes of them."""

import numpy as np
import pinocchio as pin

from biped_control.estimation.estimator import StateEstimator
from biped_control.estimation.imu import ImuNoise
from biped_control.estimation.sensor_reading import SensorReading
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.disturbances import Disturbances, PushPlan
from biped_control.simulation.encoders import Encoders
from biped_control.simulation.imu_sensor import ImuSensor


class SensedConditions(Disturbances):
    """Sensors and the estimator between engine and controller. The engine must report contacts.

    The truth is used once, for the start.
    """

    exact_sensors = False

    def __init__(
        self,
        robot: RobotModel,
        dt: float,
        estimator: StateEstimator,
        *,
        seed: int = 0,
        plan: PushPlan | None = None,
        imu: ImuNoise | None = None,
        encoders: Encoders | None = None,
    ) -> None:
        """
        Args:
            robot: the robot.
            dt: control period [s].
            estimator: what the controller sees through.
            seed: of start, pushes and sensors; see `Disturbances`.
            plan: regular pushes.
            imu, encoders: true errors of the sensors; defaults for `None`.
        """
        super().__init__(seed, plan)
        self._model, self._data = robot.pinocchio, robot.pinocchio.createData()
        self._feet = [robot.frame_id(side.foot) for side in robot.limbs.sides]
        self._dt, self._seed_of_sensors = dt, seed
        self._estimator, self._encoders = estimator, encoders or Encoders()
        self._noise = imu or ImuNoise()
        self._imu = ImuSensor(self._noise, dt, seed)
        self._before: State | None = None

    def start(self, state: State) -> State:
        """See `Disturbances.start`. Draws anew from the seed."""
        self._imu = ImuSensor(self._noise, self._dt, self._seed_of_sensors)
        self._before = None
        return super().start(state)

    def sensed(self, observation: Observation) -> State:
        """See `Disturbances.sensed`."""
        before, after = self._before, observation.state
        self._before = after
        if before is None:
            self._estimator.reset(after)
            return after
        joints, velocities = self._encoders.read(before, after, self._dt)
        imu = self._imu.read(before, after)
        return self._estimator.update(SensorReading(imu, joints, velocities, self._foot_loads(observation)))

    def _foot_loads(self, observation: Observation) -> FloatArray:
        """(2,) vertical force on each foot: each contact belongs to the nearer one [N]."""
        loads = np.zeros(2)
        if not len(observation.contact_points):
            return loads
        pin.framesForwardKinematics(self._model, self._data, observation.state.q)
        feet = np.array([self._data.oMf[foot].translation for foot in self._feet])
        distances = np.linalg.norm(observation.contact_points[:, None] - feet, axis=2)
        np.add.at(loads, distances.argmin(axis=1), observation.contact_forces[:, 2])
        return loads
