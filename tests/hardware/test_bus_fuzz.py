"""Random frames on both ends of all buses: nothing ends the loop, and no torque leaves its limits."""

from typing import Any

import numpy as np
import pytest
from still_robot import StillEngine

from biped_control.estimation.estimator import StateEstimator
from biped_control.hardware.bus.actuator_settings import ActuatorSettings, load_actuators
from biped_control.hardware.bus.frame import Frame
from biped_control.hardware.bus.joint_drives import JointDrives
from biped_control.hardware.bus.joint_signals import DriveFault, JointCommands
from biped_control.hardware.bus.slcan import LineReader, frame_of, lines_of
from biped_control.hardware.bus_loop import BusLoop, bus_limits
from biped_control.hardware.emulated_robot.emulation_settings import EmulationSettings
from biped_control.hardware.emulated_robot.lock_step_bus import LockStepBus
from biped_control.hardware.emulated_robot.robot import EmulatedRobot
from biped_control.hardware.emulated_robot.standing import standing_state
from biped_control.hardware.state_reader import StateReader
from biped_control.robot.damping import JointDamping
from biped_control.robot.model import RobotModel
from biped_control.safety.supervisor import Supervisor

FRAMES = 10_000
A_TICK = 20  # frames to each end of each bus
DT = 1.0 / 120.0
USED = (0x000, 0x080, 0x180, 0x200, 0x280, 0x600, 0x700)


class RandomFrames:
    """Half of them have identifiers that mean something."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def draw(self, count: int) -> list[Frame]:
        return [self._frame() for _ in range(count)]

    def _frame(self) -> Frame:
        rng = self._rng
        identifier = int(rng.integers(0x800))
        if rng.uniform() < 0.5:
            identifier = int(rng.choice(USED)) + int(rng.integers(14))
        size = 8 if rng.uniform() < 0.7 else int(rng.integers(9))
        data = bytearray(rng.bytes(size))
        if size and rng.uniform() < 0.5:
            data[0] = int(rng.integers(14))  # as if it came from a drive
        return Frame(identifier, bytes(data))


class NoisyBus(LockStepBus):
    """Frames of nobody among those of the drives; keeps what is commanded. No drive reports a fault."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.sent: list[JointCommands] = []
        self.injected = 0
        self.random = RandomFrames(5)

    def send(self, commands: JointCommands) -> None:
        self.sent.append(commands)
        for bus in self._buses:
            self._emulated.hear(bus, self.random.draw(A_TICK), self.now)
        super().send(commands)
        for bus in self._buses:
            self._inbox.take(bus, self.random.draw(A_TICK), self.now)
            self.injected += 2 * A_TICK

    def faults(self) -> tuple[DriveFault, ...]:
        return ()


@pytest.mark.parametrize("dialect", ["mit", "cia402"])
def test_no_frame_ends_the_loop_and_torques_stay_within_limits(robot: RobotModel, dialect: str) -> None:
    shipped = load_actuators().model_dump()
    settings = ActuatorSettings.model_validate(shipped | {"dialect": dialect})
    engine, start = StillEngine(), standing_state(robot)
    emulation = EmulationSettings(step_hz=240.0, waits=False)
    emulated = EmulatedRobot(robot, settings, emulation, engine)
    emulated.reset(start)
    bus = NoisyBus(robot, settings, emulated, emulation.step_hz)
    limits = bus_limits(robot, JointDrives(robot, settings).torque_limits, DT)
    supervisor = Supervisor(limits, JointDamping(robot, DT))
    reader = StateReader(robot, StateEstimator(robot, DT), DT)
    loop = BusLoop(
        bus, robot, reader, supervisor, JointDamping(robot, DT).coefficients, DT, clock=lambda: bus.now
    )
    bus.open(powered=True)
    rng = np.random.default_rng(1)
    loop.begin(start)
    passed = 0
    while bus.injected < FRAMES:
        loop.take(loop.tick, rng.uniform(-400.0, 400.0, robot.nu))
        bus.advance(bus.now + DT)
        loop.step()
        if supervisor.latched:
            loop.begin(start)
        passed += bool(bus.sent[-1].torque.any())
    assert passed > 20, "some torques went through"
    for commands in bus.sent:
        assert all(np.isfinite(values).all() for values in vars(commands).values())
        assert (np.abs(commands.torque) <= limits.torques).all()
    applied = np.array(engine.torques)
    assert np.isfinite(applied).all()
    assert (np.abs(applied) <= 1.001 * robot.effort_limits).all()


def test_damaged_text_of_an_adapter_is_no_frame_or_a_possible_one() -> None:
    rng, found = np.random.default_rng(2), 0
    good = RandomFrames(3).draw(FRAMES)
    assert [frame_of(line) for line in LineReader().lines(lines_of(good))] == good
    damaged = bytearray(lines_of(good))
    for place in rng.integers(len(damaged), size=FRAMES):
        damaged[place] = rng.choice(np.frombuffer(b"t09aF\r\x07+- \xff", dtype=np.uint8))
    for line in LineReader().lines(bytes(damaged)):
        frame = frame_of(line)
        if frame is not None:
            found += 1
            assert frame.is_valid
    assert 1000 < found < 0.9 * FRAMES
