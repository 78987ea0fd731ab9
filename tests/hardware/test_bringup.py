"""The procedure on an emulated robot that hangs on a hoist, in computed time."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from biped_control.hardware.bringup import BringUp
from biped_control.hardware.bus.actuator_settings import ActuatorSettings
from biped_control.hardware.emulated_robot.emulation_settings import EmulationSettings
from biped_control.hardware.emulated_robot.lock_step_bus import LockStepBus
from biped_control.hardware.emulated_robot.robot import EmulatedRobot
from biped_control.hardware.emulated_robot.standing import ON_HOIST, standing_state
from biped_control.robot.model import RobotModel
from biped_control.simulation.engines import create_engine

JOINTS = ("l_hip_yaw", "l_hip_roll", "r_elbow_pitch")
Hang = Callable[..., tuple[BringUp, EmulatedRobot, list[str]]]


@pytest.fixture
def hang(robot: RobotModel, shipped: dict[str, Any]) -> Iterator[Hang]:
    """A robot on a hoist, and the procedure with a person who says no to `refused`."""
    engines = []

    def make(refused: str = "nothing", believed: dict[str, Any] | None = None, **emulation: Any) -> Any:
        true = ActuatorSettings.model_validate(shipped)
        for joint, changes in (believed or {}).items():
            shipped["joints"][joint] |= changes
        settings = ActuatorSettings.model_validate(shipped)
        hoisted = EmulationSettings.model_validate({"hoisted": True} | emulation)
        engines.append(create_engine("dart", robot, hoisted.engine_settings))
        emulated = EmulatedRobot(robot, true, hoisted, engines[-1])
        emulated.reset(standing_state(robot, ON_HOIST))
        bus = LockStepBus(robot, settings, emulated, hoisted.step_hz)
        asked: list[str] = []

        def confirm(question: str) -> bool:
            asked.append(question)
            return refused not in question

        def pause(seconds: float) -> None:
            bus.advance(bus.now + seconds)

        return BringUp(bus, robot, settings, confirm, pause, joints=JOINTS), emulated, asked

    yield make
    for engine in engines:
        engine.close()


def test_a_sound_robot_passes_and_ends_as_it_began(hang: Hang) -> None:
    bringup, emulated, asked = hang()
    start = emulated.state
    assert bringup.run(), bringup.checks[-1]
    names = [check.name for check in bringup.checks]
    assert names == ["drives", "limits", "IMU", "zeros", "limits", "hold", *JOINTS]
    assert len(asked) == 2 + len(JOINTS)
    np.testing.assert_allclose(emulated.state.q[:6], start.q[:6], atol=1e-9)
    assert not emulated._model.enabled.any(), "the drives are off"


def test_without_a_word_of_the_person_nothing_is_switched_on(hang: Hang) -> None:
    bringup, emulated, _ = hang(refused="switched on")
    assert not bringup.run()
    assert bringup.checks[-1].name == "hold"
    assert not emulated._model.enabled.any()
    assert abs(emulated._model.torque).max() == 0.0


def test_a_wrong_zero_is_found_with_the_right_one(hang: Hang) -> None:
    bringup, emulated, _ = hang(believed={"r_shoulder_roll": {"zero": 0.2}})
    assert not bringup.run()
    check = bringup.checks[-1]
    assert (check.name, check.passed) == ("zeros", False)
    assert "r_shoulder_roll" in check.found
    assert bringup.zeros["r_shoulder_roll"] == pytest.approx(0.0, abs=2e-3)
    assert not emulated._model.enabled.any()


def test_limits_are_those_of_the_drives(hang: Hang) -> None:
    """Drives that are on would pull the knee from 0 to 0.5 rad."""
    bringup, emulated, _ = hang(believed={"l_knee_pitch": {"position": [0.5, 0.8]}})
    assert not bringup.run()
    check = bringup.checks[-1]
    assert (check.name, check.found) == ("limits", "joints within their limits, but for l_knee_pitch")
    assert "`position`" in check.advice
    assert not emulated._model.enabled.any()


def test_joints_are_moved_to_where_their_drives_have_room(hang: Hang) -> None:
    bringup, _, _ = hang(believed={"l_hip_yaw": {"position": [-0.5, 0.04]}})
    assert bringup.run(), bringup.checks[-1]
    assert "-0.100 rad" in next(check.found for check in bringup.checks if check.name == "l_hip_yaw")


def test_a_blocked_joint_and_a_wrong_direction_are_named(hang: Hang) -> None:
    bringup, _, _ = hang(refused="l_hip_roll: did it turn")
    assert not bringup.run()
    assert bringup.checks[-1].name == "l_hip_roll: direction"
    assert "negate" in bringup.checks[-1].advice
    hot = {"mishaps": [{"at_s": 2.0, "what": "overheat", "joint": "l_hip_yaw"}]}
    bringup, emulated, _ = hang(**hot)
    assert not bringup.run()
    assert "l_hip_yaw (error 0x1)" in bringup.checks[-1].found
    assert not emulated._model.enabled.any()
