"""The emulated robot as a process of its own: nothing is shared but the buses."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("can", reason="python-can is not installed; `make env` installs it")

from biped_control.hardware.bus.actuator_settings import ActuatorSettings
from biped_control.hardware.bus.can_actuators import CanActuators
from biped_control.hardware.bus.joint_signals import JointCommands
from biped_control.robot.model import RobotModel

COMMAND = [sys.executable, "-m", "biped_control.hardware.emulated_robot"]
LONG = 60.0  # [s]


@pytest.fixture
def process() -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    yield process
    process.kill()
    process.communicate(timeout=LONG)


def test_it_lives_as_long_as_its_parent(
    process: subprocess.Popen[str], robot: RobotModel, shipped: dict[str, Any]
) -> None:
    assert process.stdout is not None
    shipped["buses"] = json.loads(process.stdout.readline())["buses"]
    bus = CanActuators(robot, ActuatorSettings.model_validate(shipped), patience_s=LONG)
    bus.open(powered=True)
    for torque in (5.0, 0.0, 0.0):
        bus.send(JointCommands.of_torques(np.full(robot.nu, torque)))
        feedback = bus.collect(LONG)
    assert np.isfinite(feedback.position).all()
    assert bus.faults() == ()
    bus.close()
    output, _ = process.communicate(timeout=LONG)  # closes its standard input
    assert process.returncode == 0
    report = json.loads(output)
    assert report["seconds"] > 0.0
    assert report["height"] < 1.0


def test_a_wrong_file_is_one_line() -> None:
    done = subprocess.run(
        [*COMMAND, "--actuators", "/nowhere.yaml"], capture_output=True, text=True, timeout=LONG, check=False
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "/nowhere.yaml" in done.stderr
