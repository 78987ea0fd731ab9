"""The emulated robot on time of the test: what its sensors say is what the simulation does."""

from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from biped_control.errors import ConfigurationError
from biped_control.estimation.imu import ImuNoise
from biped_control.hardware.bus.actuator_settings import load_actuators
from biped_control.hardware.bus.body_frames import ASK, BodyReceiver
from biped_control.hardware.bus.dialects import host_dialect
from biped_control.hardware.bus.drive_signals import DriveCommand
from biped_control.hardware.bus.frame import Frame
from biped_control.hardware.bus.mit import ENABLE
from biped_control.hardware.emulated_robot.emulation_settings import EmulationSettings, Mishap
from biped_control.hardware.emulated_robot.robot import EmulatedRobot
from biped_control.hardware.emulated_robot.standing import standing_state
from biped_control.robot.base_coordinates import base_pose_from_root, rotation_from_angles
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.simulation.engines import create_engine
from biped_control.simulation.settings import EngineSettings

STEP_HZ = 1200.0
KNEE_NODE = 5  # of bus `left`
EXACT = dict.fromkeys((field.name for field in fields(ImuNoise)), 0.0) | {"bandwidth": 1.0}


def emulated(robot: RobotModel, engine: Any, **settings: object) -> EmulatedRobot:
    whole = EmulationSettings.model_validate({"step_hz": STEP_HZ, **settings})
    return EmulatedRobot(robot, load_actuators(), whole, engine)


def sample(body: EmulatedRobot, now: float, receiver: BodyReceiver) -> None:
    body.hear("right", [ASK], now)
    for frame in body.say("right", now):
        receiver.read(frame, now)


def test_free_fall_is_weightless_and_turning_adds_up(robot: RobotModel) -> None:
    engine = create_engine("dart", robot, EngineSettings(physics_rate_hz=STEP_HZ, control_rate_hz=STEP_HZ))
    body, receiver = emulated(robot, engine, waits=False, imu=EXACT), BodyReceiver()
    state = standing_state(robot, height=5.0)
    state.v[3] = 0.8  # turns about its vertical axis; gravity takes nothing of that
    body.reset(state)
    for k in range(120):
        body.advance(k / STEP_HZ)
        sample(body, k / STEP_HZ, receiver)
    fallen, turned = receiver.reading().accelerated, receiver.reading().turned
    assert body.state.v[2] == pytest.approx(-0.1 * GRAVITY, rel=1e-3)
    np.testing.assert_allclose(fallen, 0.0, atol=0.02)
    assert turned[2] == pytest.approx(body.state.q[3] - state.q[3], abs=2e-3)
    pose = base_pose_from_root(body.state.q[:6], body.state.v[:6])
    np.testing.assert_allclose(receiver.reading().rate, pose.angular, atol=1e-3)
    assert receiver.reading().time == pytest.approx(0.1, abs=1e-4)
    np.testing.assert_array_equal(receiver.reading().foot_forces, 0.0)
    engine.close()


def test_standing_it_feels_its_weight(robot: RobotModel) -> None:
    engine = create_engine("dart", robot, EngineSettings(physics_rate_hz=STEP_HZ, control_rate_hz=STEP_HZ))
    body, receiver = emulated(robot, engine, waits=False, imu=EXACT), BodyReceiver()
    body.reset(standing_state(robot))
    forces = []
    for k in range(36):  # it has hardly begun to fold
        body.advance(k / STEP_HZ)
        sample(body, k / STEP_HZ, receiver)
        forces.append(receiver.reading().foot_forces)
    late = np.array(forces[12:])
    impulse = robot.mass * (body.state.v[2] + GRAVITY * 36 / STEP_HZ)
    assert np.sum(forces) / STEP_HZ == pytest.approx(impulse, rel=0.05)
    right, left = late[:, :2].sum(axis=1).mean(), late[:, 2:].sum(axis=1).mean()
    assert right == pytest.approx(left, rel=0.1)
    engine.close()


def test_held_before_the_first_torque_it_feels_gravity_alone(robot: RobotModel, still_engine: Any) -> None:
    body, receiver = emulated(robot, still_engine, waits=True, imu=EXACT), BodyReceiver()
    state = standing_state(robot)
    state.q[3:6] = 0.4, -0.1, 0.2
    body.reset(state)
    for k in range(120):
        body.advance(k / STEP_HZ)
    sample(body, 0.1, receiver)
    up = rotation_from_angles(0.4, -0.1, 0.2)[2]
    np.testing.assert_allclose(receiver.reading().accelerated, 0.1 * GRAVITY * up, atol=1e-3)
    np.testing.assert_array_equal(receiver.reading().turned, 0.0)
    np.testing.assert_allclose(body.trace.times, [0.1])
    np.testing.assert_array_equal(body.trace.roots, [[*state.q[:6], *state.v[:6]]])


def test_it_waits_for_the_first_torque(robot: RobotModel, still_engine: Any) -> None:
    body = emulated(robot, still_engine, waits=True)
    body.reset(standing_state(robot))
    host = host_dialect("mit", load_actuators().ranges_on("left"))
    body.hear("left", [Frame(KNEE_NODE, ENABLE)], 0.0)
    body.hear("left", [host.command(KNEE_NODE, DriveCommand(), True)], 0.0)
    body.advance(0.001)
    assert still_engine.torques == []
    body.hear("left", [host.command(KNEE_NODE, DriveCommand(torque=-50.0), True)], 0.002)
    body.advance(0.003)
    knee = robot.joint_index["l_knee_pitch"]
    assert still_engine.torques[0][knee] > 0.0  # this drive counts against its joint
    assert np.count_nonzero(still_engine.torques[0]) == 1
    body.reset(standing_state(robot))
    body.advance(0.004)
    assert len(still_engine.torques) == 1, "and again after a reset"


def test_a_command_takes_the_latency_both_ways(robot: RobotModel, still_engine: Any) -> None:
    body = emulated(robot, still_engine, waits=False, link={"latency_s": 0.004})
    body.reset(standing_state(robot))
    body.hear("left", [Frame(KNEE_NODE, ENABLE)], 0.0)
    answers = [len(body.say("left", 0.00101 * k)) for k in range(12)]
    assert answers == [0] * 8 + [1] + [0] * 3


def test_cut_and_mended(robot: RobotModel, still_engine: Any) -> None:
    mishaps = [{"at_s": 0.01, "what": "cut"}, {"at_s": 0.02, "what": "mend"}]
    body = emulated(robot, still_engine, waits=False, mishaps=mishaps)
    body.reset(standing_state(robot))
    answers = []
    for k in range(40):
        body.hear("left", [Frame(KNEE_NODE, ENABLE)], k / STEP_HZ)
        answers.append(len(body.say("left", k / STEP_HZ)))
        body.advance(k / STEP_HZ)
    assert answers[:12] == [1] * 12
    assert answers[14:23] == [0] * 9
    assert answers[28:] == [1] * 12


def test_it_loses_a_share_of_all_frames_from_then_on(robot: RobotModel, still_engine: Any) -> None:
    body = emulated(robot, still_engine, waits=False)
    body.reset(standing_state(robot))

    def answered(share: float) -> int:
        body.suffer(Mishap(at_s=0.0, what="lose", share=share))
        body.hear("left", 400 * [Frame(KNEE_NODE, ENABLE)], 0.0)
        return len(body.say("left", 0.0))

    assert [answered(0.0), answered(1.0)] == [400, 0]
    assert answered(0.1) == pytest.approx(400 * 0.9**2, abs=30), "there and back"
    body.suffer(Mishap(at_s=0.0, what="cut"))
    assert answered(0.0) == 0, "a bus that loses nothing more is no whole one"
    body.suffer(Mishap(at_s=0.0, what="mend"))
    body.hear("left", 400 * [Frame(KNEE_NODE, ENABLE)], 0.0)
    assert len(body.say("left", 0.0)) == 400


def test_no_drive_makes_more_than_its_joint_may(robot: RobotModel, still_engine: Any) -> None:
    """Braking is the drive's own business: what its numbers on the bus reach to is more than that."""
    body = emulated(robot, still_engine, waits=False, drive={"lag_s": 0.0})
    body.reset(standing_state(robot))
    host = host_dialect("mit", load_actuators().ranges_on("left"))
    body.hear("left", [Frame(KNEE_NODE, ENABLE)], 0.0)
    body.hear("left", [host.command(KNEE_NODE, DriveCommand(velocity=40.0, damping=100.0), True)], 0.0)
    body.advance(0.001)
    assert np.abs(still_engine.torques[0]).max() == load_actuators().joints["l_knee_pitch"].torque


def test_mishaps_are_checked(robot: RobotModel, still_engine: Any) -> None:
    with pytest.raises(ConfigurationError, match="tail"):
        emulated(robot, still_engine, mishaps=[{"at_s": 0.0, "what": "silent", "joint": "tail"}])
    with pytest.raises(ValueError, match="need a joint"):
        Mishap(at_s=0.0, what="overheat")
    with pytest.raises(ValueError, match="'lose' needs a share"):
        Mishap(at_s=0.0, what="lose")
    with pytest.raises(ValueError, match="need a joint"):
        Mishap(at_s=0.0, what="cut", joint="l_knee_pitch")


@pytest.mark.parametrize(("step", "physics"), [(120, 1200), (500, 1500), (600, 1200), (2000, 2000)])
def test_physics_is_fine_whatever_the_step(step: float, physics: float) -> None:
    assert EmulationSettings(step_hz=step).physics_hz == physics
