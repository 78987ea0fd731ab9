"""Walking over actuator buses within one process: frames, drives, IMU and estimator; no clock, no ROS."""

from collections.abc import Callable
from dataclasses import dataclass

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.hardware.bus_engine import BusEngine, SensedOverBus
from biped_control.analysis.hardware.estimation_error import EstimationError
from biped_control.analysis.rollout import RolloutResult, Tick
from biped_control.estimation.estimator import StateEstimator
from biped_control.hardware.bus.actuator_settings import ActuatorSettings
from biped_control.hardware.emulated_robot.emulation_settings import EmulationSettings
from biped_control.hardware.emulated_robot.lock_step_bus import LockStepBus
from biped_control.hardware.emulated_robot.robot import EmulatedRobot
from biped_control.hardware.state_reader import StateReader
from biped_control.simulation.engines import create_engine


@dataclass(frozen=True)
class LockStepWalk:
    """What came out of a walk.

    Attributes:
        result: of the rollout; its record is of the truth.
        error: of the estimates.
        unmeasured_joints, unmeasured_bodies: joint answers and IMU samples that got lost.
        late_ticks: how often older torques were sent because the controller took too long.
    """

    result: RolloutResult
    error: EstimationError
    unmeasured_joints: int
    unmeasured_bodies: int
    late_ticks: int

    def summary(self) -> dict[str, object]:
        """The documented JSON keys."""
        return self.result.summary() | {
            "estimation": self.error.summary(),
            "unmeasured_joints": self.unmeasured_joints,
            "unmeasured_bodies": self.unmeasured_bodies,
            "late_ticks": self.late_ticks,
        }


def walk_in_lock_step(
    parts: WalkParts,
    policy: str,
    actuators: ActuatorSettings,
    emulation: EmulationSettings,
    ticks: int,
    observe: Callable[[Tick], None] | None = None,
    late: float = 0.0,
) -> LockStepWalk:
    """Walks on estimates. The controller should know that torques act late, or find it out.

    Args:
        parts: of the control loop; torques act a tick late, and later by twice the latency of the buses.
        policy: name of the look-ahead policy.
        actuators: which drive moves which joint.
        emulation: what the robot is like; its seed also draws the start.
        ticks: how long.
        observe: called after every tick.
        late: share of ticks for which the controller takes too long; those before go out again.

    Raises:
        HardwareError: the drives do not answer, as with buses that lose everything.
        ConfigurationError: the actuators do not fit the robot.
    """
    robot, dt = parts.robot, parts.settings.dt
    physics = create_engine("dart", robot, emulation.engine_settings)
    emulated = EmulatedRobot(robot, actuators, emulation, physics)
    bus = LockStepBus(robot, actuators, emulated, emulation.step_hz)
    reader = StateReader(robot, StateEstimator(robot, dt), dt)
    engine = BusEngine(bus, emulated, reader, dt, emulation.step_hz, late, emulation.seed)
    try:
        result = parts.loop(policy, engine).run(
            parts.itinerary, ticks, disturbances=SensedOverBus(engine, emulation.seed), observe=observe
        )
        return LockStepWalk(
            result, engine.error(), engine.unmeasured_joints, engine.unmeasured_bodies, engine.late_ticks
        )
    finally:
        engine.close()
        physics.close()
