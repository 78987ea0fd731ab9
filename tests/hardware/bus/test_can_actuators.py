"""What every `ActuatorBus` does, for all dialects and transports that exist here."""

import time
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

pytest.importorskip("can", reason="python-can is not installed; `make env` installs it")

import can

from biped_control.errors import HardwareError
from biped_control.hardware.bus.actuator_bus import ActuatorBus
from biped_control.hardware.bus.actuator_settings import BusSettings
from biped_control.hardware.bus.can_actuators import CanActuators
from biped_control.hardware.bus.can_port import CanPort
from biped_control.hardware.bus.frame import Frame
from biped_control.hardware.bus.joint_signals import DriveFault, Feedback, JointCommands
from biped_control.hardware.emulated_robot.emulation_settings import EmulationSettings, Mishap
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

KINDS = list(product(["mit", "cia402"], ["virtual", "slcan"]))
LONG = 5.0  # [s] nothing waits so long unless it is broken
NO_WEAR = {"encoder_bits": 0, "lag_s": 0.0, "watchdog_s": 10.0}


@pytest.fixture(params=KINDS, ids="-".join)
def peer(request: pytest.FixtureRequest, emulate: Callable[..., Any]) -> Any:
    settings = EmulationSettings.model_validate({"drive": NO_WEAR, "step_hz": 240.0, "waits": False})
    return emulate(*request.param, settings)


@pytest.fixture
def bus(peer: Any, robot: RobotModel) -> Iterator[ActuatorBus]:
    bus = CanActuators(robot, peer.settings)
    yield bus
    bus.close()


def torque_steps(peer: Any, robot: RobotModel) -> FloatArray:
    """(nu,) what one step of the wire's torque is worth [N m]."""
    kinds = [peer.settings.drives[peer.settings.joints[name].drive] for name in robot.joint_names]
    share = 2.0 / 4095.0 if peer.settings.dialect == "mit" else 1e-3
    return np.array([share * kind.torque for kind in kinds])


def exchange(bus: ActuatorBus, torques: FloatArray, wanted: Callable[[Feedback], bool]) -> Feedback:
    """Sends the same torques until the answers are as wanted."""
    end = time.monotonic() + LONG
    while True:
        sent = time.monotonic()
        bus.send(JointCommands.of_torques(torques))
        feedback = bus.collect(LONG)
        assert (feedback.received >= sent).all()
        if wanted(feedback):
            return feedback
        assert time.monotonic() < end, f"still not as wanted: {feedback}"


def test_drives_say_where_they_are(bus: ActuatorBus, peer: Any, robot: RobotModel) -> None:
    bus.open(powered=True)
    bus.send(JointCommands.of_torques(np.zeros(robot.nu)))
    feedback = bus.collect(LONG)
    np.testing.assert_allclose(feedback.position, peer.robot.state.q[6:], atol=1.1e-4)
    np.testing.assert_allclose(feedback.velocity, 0.0, atol=0.011)
    np.testing.assert_allclose(feedback.temperature, 25.0, atol=0.51)
    assert bus.faults() == ()
    assert bus.ignored_frames == 0


def test_torques_arrive_in_the_right_joints(bus: ActuatorBus, peer: Any, robot: RobotModel) -> None:
    torques = np.linspace(-50.0, 50.0, robot.nu)
    step = torque_steps(peer, robot)
    bus.open(powered=True)
    feedback = exchange(bus, torques, lambda f: bool((np.abs(f.torque - torques) <= 1.1 * step).all()))
    assert np.abs(feedback.torque - torques).max() > 0.0  # it went over the wire
    assert (np.abs(peer.engine.torques[-1] - torques) <= 0.51 * step).all()


def test_torques_are_clamped_to_the_joints_limits(bus: ActuatorBus, peer: Any, robot: RobotModel) -> None:
    step = torque_steps(peer, robot)
    bus.open(powered=True)
    exchange(bus, np.full(robot.nu, 1e9), lambda f: bool((f.torque > 59.0).all()))
    assert (np.abs(peer.engine.torques[-1] - robot.effort_limits) <= 0.51 * step).all()


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("what", ["position", "velocity", "stiffness", "damping", "torque"])
def test_numbers_that_are_none_are_not_sent(
    bus: ActuatorBus, peer: Any, robot: RobotModel, what: str, bad: float
) -> None:
    commands = JointCommands.of_torques(np.zeros(robot.nu))
    values = np.zeros(robot.nu)
    values[-1] = bad
    bus.open(powered=True)
    with pytest.raises(HardwareError, match=f"23 finite numbers of {what}"):
        bus.send(JointCommands(**(vars(commands) | {what: values})))


def test_unpowered_drives_answer_and_obey_nothing(bus: ActuatorBus, peer: Any, robot: RobotModel) -> None:
    bus.open(powered=False)
    before = len(peer.engine.torques)
    feedback = exchange(bus, np.full(robot.nu, 40.0), lambda f: len(peer.engine.torques) > before + 3)
    np.testing.assert_allclose(feedback.position, peer.robot.state.q[6:], atol=1.1e-4)
    assert np.abs(peer.engine.torques).max() == 0.0
    assert bus.faults() == ()


@pytest.mark.parametrize("dialect", ["mit", "cia402"])
def test_unpowered_not_even_the_wire_carries_a_command(
    emulate: Callable[..., Any], robot: RobotModel, dialect: str
) -> None:
    peer = emulate(dialect, "virtual")
    sent: list[Frame] = []

    class Recorder(CanPort):
        def send(self, frames: Iterable[Frame]) -> None:
            sent.extend(kept := list(frames))
            super().send(kept)

    def open_recorder(settings: BusSettings) -> Recorder:
        return Recorder(can.Bus(interface=settings.interface, channel=settings.channel))

    bus = CanActuators(robot, peer.settings, open_recorder)
    bus.open(powered=False)
    del sent[:]
    numbers = np.full(robot.nu, 0.5)
    bus.send(JointCommands(numbers, numbers, numbers, numbers, numbers))
    commands = {frame.data for frame in sent if frame.data}
    bus.close()
    assert len(commands) == 1  # the same to all, whatever their ranges
    assert commands <= {bytes.fromhex("8000800000000800"), bytes(4)}


def test_close_leaves_no_torque(bus: ActuatorBus, peer: Any, robot: RobotModel) -> None:
    bus.open(powered=True)
    exchange(bus, np.full(robot.nu, 40.0), lambda f: bool((f.torque > 39.0).all()))
    bus.close()
    bus.close()
    after = len(peer.engine.torques)
    end = time.monotonic() + LONG
    while len(peer.engine.torques) < after + 3:
        assert time.monotonic() < end
        time.sleep(0.01)
    assert np.abs(peer.engine.torques[-1]).max() == 0.0
    with pytest.raises(HardwareError, match="not open"):
        bus.send(JointCommands.of_torques(np.zeros(robot.nu)))
    with pytest.raises(HardwareError, match="not open"):
        bus.collect(0.0)


def test_it_can_be_opened_again(bus: ActuatorBus, robot: RobotModel) -> None:
    for _ in range(2):
        bus.open(powered=True)
        exchange(bus, np.full(robot.nu, 40.0), lambda f: bool((f.torque > 39.0).all()))
        assert bus.faults() == ()
        bus.close()


def test_braking_opposes_motion(bus: ActuatorBus, peer: Any, robot: RobotModel) -> None:
    state = peer.robot.state
    state.v[6:] = np.where(np.arange(robot.nu) % 2, 1.0, -1.0)
    bus.open(powered=True)
    end = time.monotonic() + LONG
    expected = -10.0 * state.v[6:]
    while not (peer.engine.torques and np.abs(peer.engine.torques[-1] - expected).max() < 0.5):
        assert time.monotonic() < end, f"{peer.engine.torques[-1:]}"
        bus.send(JointCommands.brake(np.full(robot.nu, 10.0)))
        bus.collect(LONG)


@pytest.mark.parametrize("dialect", ["mit", "cia402"])
def test_a_hot_drive_is_a_fault_until_opened_again(
    emulate: Callable[..., Any], robot: RobotModel, dialect: str
) -> None:
    hot = Mishap(at_s=0.1, what="overheat", joint="l_knee_pitch")
    peer = emulate(dialect, "virtual", EmulationSettings(step_hz=240.0, waits=False, mishaps=(hot,)))
    bus = CanActuators(robot, peer.settings)
    try:
        bus.open(powered=True)
        exchange(bus, np.full(robot.nu, 20.0), lambda f: bool(bus.faults()))
        assert bus.faults() == (DriveFault("l_knee_pitch", 1 if dialect == "mit" else 0x4310),)
        knee = robot.joint_index["l_knee_pitch"]
        exchange(bus, np.full(robot.nu, 20.0), lambda f: abs(f.torque[knee]) < 0.2)
        bus.open(powered=True)
        assert bus.faults() == ()
        exchange(bus, np.full(robot.nu, 20.0), lambda f: f.torque[knee] > 19.0)
    finally:
        bus.close()


def test_a_silent_drive_is_named(emulate: Callable[..., Any], robot: RobotModel) -> None:
    silent = Mishap(at_s=0.0, what="silent", joint="torso_yaw")
    peer = emulate("mit", "virtual", EmulationSettings(step_hz=240.0, waits=False, mishaps=(silent,)))
    end = time.monotonic() + LONG
    while not peer.engine.torques:  # the mishap comes with the first step
        assert time.monotonic() < end
        time.sleep(0.01)
    bus = CanActuators(robot, peer.settings, patience_s=0.2)
    with pytest.raises(HardwareError, match="drives of torso_yaw do not switch on"):
        bus.open(powered=True)
    with pytest.raises(HardwareError, match="not open"):
        bus.collect(0.0)


@pytest.mark.parametrize("latency_s", [0.03, 0.4])
def test_answers_that_come_too_late_are_refused(
    emulate: Callable[..., Any], robot: RobotModel, latency_s: float
) -> None:
    """Frames have no number: in a stream of requests, answers to old ones look like those to the newest."""
    link = {"latency_s": latency_s}
    settings = EmulationSettings.model_validate({"link": link, "step_hz": 240.0, "waits": False})
    bus = CanActuators(robot, emulate("mit", "virtual", settings).settings)
    with pytest.raises(HardwareError, match="answer more than 17 ms after they are asked"):
        bus.open(powered=False)
    with pytest.raises(HardwareError, match="not open"):
        bus.collect(0.0)


def test_answers_within_two_ticks_and_lost_ones_are_no_reason_to_refuse(
    emulate: Callable[..., Any], robot: RobotModel
) -> None:
    link = {"latency_s": 0.0042, "loss": 0.05}
    settings = EmulationSettings.model_validate({"link": link, "step_hz": 240.0, "waits": False})
    bus = CanActuators(robot, emulate("mit", "slcan", settings).settings)
    bus.open(powered=False)
    assert bus.faults() == ()
    bus.close()


def test_lost_frames_are_asked_for_again(emulate: Callable[..., Any], robot: RobotModel) -> None:
    settings = EmulationSettings.model_validate({"link": {"loss": 0.1}, "step_hz": 240.0, "waits": False})
    peer = emulate("cia402", "virtual", settings)
    bus = CanActuators(robot, peer.settings)
    bus.open(powered=True)
    assert bus.faults() == ()
    bus.close()


def test_a_bus_that_is_gone_is_reported(emulate: Callable[..., Any], robot: RobotModel) -> None:
    class Unplugged:
        def send(self, frames: Any) -> None:
            pass

        def receive(self, timeout: float) -> list[Any]:
            raise HardwareError("adapter unplugged")

        def close(self) -> None:
            pass

    peer = emulate("mit", "virtual")
    bus = CanActuators(robot, peer.settings, lambda settings: Unplugged())
    with pytest.raises(HardwareError, match="adapter unplugged"):
        bus.open(powered=True)
