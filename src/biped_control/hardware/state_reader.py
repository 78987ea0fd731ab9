"""The state of a robot from what has come over its buses."""

from dataclasses import dataclass, replace

import numpy as np
import pinocchio as pin

from biped_control.errors import HardwareError
from biped_control.estimation.estimator import StateEstimator
from biped_control.estimation.imu import ImuReading
from biped_control.estimation.sensor_reading import SensorReading
from biped_control.hardware.bus.joint_signals import BodyReading, Feedback
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.soles import anticipated_points
from biped_control.robot.state import BoolArray, FloatArray, State

_TOUCHES = 1.0  # [N] less is noise of a foot sensor
_TOGETHER = 0.5  # of a tick; answers to the same request do not come farther apart


@dataclass(frozen=True)
class Sensed:
    """A tick as the robot's sensors tell it.

    Attributes:
        observation: the estimated state; contacts at heels and toes, with their vertical forces.
        unmeasured_joints: how many joints' answer got lost: their last velocity goes on.
        unmeasured_body: the same for the IMU: its last rate and acceleration go on.
        time: when the IMU measured, on its own clock [s].
    """

    observation: Observation
    unmeasured_joints: int
    unmeasured_body: bool
    time: float


class StateReader:
    """Puts answers of a tick together. What was not measured goes on, and is put right later."""

    def __init__(self, robot: RobotModel, estimator: StateEstimator, dt: float) -> None:
        """
        Args:
            robot: the robot. estimator: of its base. dt: control period [s].
        """
        self._estimator, self._dt = estimator, dt
        self._terms, self._points = DynamicsTerms(robot), anticipated_points(robot)
        self._before: BodyReading | None = None
        self._moment = self._heard = 0.0  # [s] what the last state is of, and when a joint last answered
        self._rate, self._acceleration = np.zeros(3), np.zeros(3)

    def rehearse(self, state: State) -> None:
        """Loads the compiled kernels now, not in the first tick, with a robot that stands in `state`."""
        joints, nothing, weight = state.q[ROOT_DOF:], np.zeros(3), np.full(4, 200.0)
        still = np.zeros_like(joints)
        for seconds in (0.0, self._dt):
            received = np.full(len(joints), seconds)
            body = BodyReading(nothing, nothing, nothing, seconds, weight, seconds)
            feedback = Feedback(joints, still, still, still, received, body)
            if seconds == 0.0:
                self.begin(state, feedback)
            else:
                self.read(feedback)

    def begin(self, state: State, feedback: Feedback) -> Sensed:
        """Starts in a known state; what the IMU integrates counts from here on.

        Raises:
            HardwareError: nothing has come from the IMU.
        """
        self._estimator.reset(state)
        self._before = _required(feedback)
        self._moment = self._heard = float(feedback.received.max())
        self._rate, self._acceleration = self._before.rate, np.zeros(3)
        return Sensed(Observation(state, np.empty((0, 3)), np.empty((0, 3))), 0, False, self._before.time)

    def read(self, feedback: Feedback) -> Sensed:
        """The state when the newest answers were given.

        Raises:
            HardwareError: nothing has come from the IMU, or `begin` was not asked before.
            EstimationError: a joint has never said where it is.
        """
        if self._before is None:
            raise HardwareError("there is no state to go on from; begin in a known one, then read")
        body = _required(feedback)
        self._moment = self._moment_of(feedback)
        age = self._moment - feedback.received
        unmeasured = age > _TOGETHER * self._dt
        positions = feedback.position + np.where(unmeasured, age * feedback.velocity, 0.0)
        joints = replace(feedback, position=positions)
        late = self._moment - body.received > _TOGETHER * self._dt
        state = self._extrapolated(joints, body) if late else self._measured(joints, body)
        return Sensed(self._observation(state, body, unmeasured), int(unmeasured.sum()), late, body.time)

    def _moment_of(self, feedback: Feedback) -> float:
        """When the state is of. A tick later where no joint has answered since the last one."""
        newest = float(feedback.received.max())
        if newest - self._heard <= _TOGETHER * self._dt:
            return self._moment + self._dt
        self._heard = newest
        return newest

    def _measured(self, joints: Feedback, body: BodyReading) -> State:
        assert self._before is not None  # or `read` refuses
        seconds = body.time - self._before.time
        if seconds <= 0.0:
            return self._extrapolated(joints, body)
        turn = body.turned - self._before.turned
        # The integral is along axes that turn; on average they are those in the middle of the tick.
        push = pin.exp3(0.5 * turn) @ (body.accelerated - self._before.accelerated)
        state = self._update(joints, body, ImuReading(turn, push, body.rate), seconds)
        self._before, self._rate, self._acceleration = body, body.rate, push / seconds
        return state

    def _extrapolated(self, joints: Feedback, body: BodyReading) -> State:
        """A state that is forgotten when the IMU has told what really happened."""
        assert self._before is not None
        if body.time > self._before.time:  # a sample that came too late is no lost one
            self._measured(joints, body)
        known = self._estimator.belief  # of the last sample, be it several ticks ago
        seconds = max(self._dt, self._moment - body.received)
        imu = ImuReading(seconds * self._rate, seconds * self._acceleration, self._rate)
        state = self._update(joints, body, imu, seconds)
        self._estimator.belief = known
        return state

    def _update(self, joints: Feedback, body: BodyReading, imu: ImuReading, seconds: float) -> State:
        loads = body.foot_forces.reshape(2, 2).sum(axis=1)
        return self._estimator.update(SensorReading(imu, joints.position, joints.velocity, loads), seconds)

    def _observation(self, state: State, body: BodyReading, unmeasured: BoolArray) -> Observation:
        touching = body.foot_forces > _TOUCHES
        places = self._terms.positions_at(state.q, self._points)[touching]
        forces: FloatArray = np.zeros_like(places)
        forces[:, 2] = body.foot_forces[touching]
        return Observation(state, places, forces, unmeasured if unmeasured.any() else None)


def _required(feedback: Feedback) -> BodyReading:
    body = feedback.body
    if body is None or not np.isfinite(body.received):
        raise HardwareError(
            "nothing has come from the IMU; is `imu_bus` in the actuators' file the bus that it is on, and "
            "does it answer SYNC?"
        )
    return body
