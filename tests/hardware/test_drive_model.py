"""The drive model against closed forms."""

import numpy as np
import pytest

from biped_control.hardware.bus.drive_signals import DriveCommand
from biped_control.hardware.drive_model import DriveModel
from biped_control.hardware.drive_settings import DriveSettings

DT = 1e-3
EXACT = {"lag_s": 0.0, "encoder_bits": 0, "heating_c_s": 0.0, "watchdog_s": 10.0}


def drives(**settings: float) -> DriveModel:
    model = DriveModel(DriveSettings.model_validate(EXACT | settings), np.full(2, 100.0), np.full(2, 20.0))
    model.enabled[:] = True
    return model


def still(model: DriveModel, steps: int) -> np.ndarray:
    return np.array([model.step(DT) for _ in range(steps)])


def test_the_command_is_a_spring_a_damper_and_a_torque() -> None:
    model = drives()
    model.command(0, DriveCommand(position=0.5, velocity=2.0, stiffness=30.0, damping=4.0, torque=1.5))
    model.read(np.array([0.2, 0.0]), np.array([-1.0, 0.0]), DT)
    torque = model.step(DT)
    assert torque[0] == pytest.approx(30.0 * 0.3 + 4.0 * 3.0 + 1.5)
    assert torque[1] == 0.0


def test_torque_is_limited() -> None:
    model = drives()
    model.command(0, DriveCommand(torque=1e6))
    model.command(1, DriveCommand(position=-1e3, stiffness=1e3))
    np.testing.assert_array_equal(still(model, 1)[0], [100.0, -100.0])


def test_torque_follows_with_its_lag() -> None:
    model = drives(lag_s=0.005)
    model.command(0, DriveCommand(torque=40.0))
    means = still(model, 20)[:, 0]
    after = 20 * DT
    assert model.torque[0] == pytest.approx(40.0 * (1.0 - np.exp(-after / 0.005)))
    # What the engine was given is the true impulse of the exponential.
    impulse = 40.0 * (after - 0.005 * (1.0 - np.exp(-after / 0.005)))
    assert means.sum() * DT == pytest.approx(impulse)


def test_the_encoder_counts_in_steps() -> None:
    model = drives(encoder_bits=10)
    step = 2.0 * np.pi / 1024
    angles = np.linspace(-3.0, 3.0, 500)
    read = np.array([(model.read(np.full(2, a), np.zeros(2), DT), model.position[0])[1] for a in angles])
    np.testing.assert_allclose(read / step, np.round(read / step), atol=1e-9)
    assert 0.4 * step < np.abs(read - angles).max() <= 0.5 * step * (1.0 + 1e-9)


def test_velocity_comes_from_the_encoder() -> None:
    model = drives(encoder_bits=20, velocity_filter_s=0.002)
    model.reset(np.zeros(2), np.zeros(2))
    for k in range(1, 51):
        model.read(np.full(2, 3.0 * k * DT), np.full(2, 99.0), DT)
    assert model.velocity[0] == pytest.approx(3.0, abs=2.0 * np.pi / 2**20 / DT)


@pytest.mark.parametrize(("share", "expected"), [(0.0, 0.0), (0.5, -10.0 * 1.5)])
def test_the_watchdog_ends_an_old_command(share: float, expected: float) -> None:
    model = drives(watchdog_s=0.005, watchdog_damping=share)
    model.command(0, DriveCommand(torque=40.0))
    model.read(np.zeros(2), np.full(2, 1.5), DT)
    torques = [model.step(DT)[0] for _ in range(8)]
    assert torques == [40.0] * 5 + [expected] * 3
    model.command(0, DriveCommand(torque=40.0))
    assert model.step(DT)[0] == 40.0


def test_a_drive_that_is_off_makes_no_torque() -> None:
    model = drives()
    model.command(0, DriveCommand(torque=40.0))
    model.command(1, DriveCommand(torque=40.0))
    model.enabled[0] = False
    np.testing.assert_array_equal(still(model, 1)[0], [0.0, 40.0])


def test_it_warms_and_cools() -> None:
    model = drives(heating_c_s=8.0, cooling_s=2.0)
    model.command(0, DriveCommand(torque=50.0))
    still(model, 1000)
    # T' = 8 (1/2)^2 - T / 2 above ambient
    assert model.temperature[0] - 25.0 == pytest.approx(4.0 * (1.0 - np.exp(-0.5)), rel=1e-3)
    assert model.temperature[1] == 25.0


def test_a_hot_drive_lets_go_until_it_is_cooled() -> None:
    model = drives(heating_c_s=1000.0, hottest_c=60.0)
    model.command(0, DriveCommand(torque=100.0))
    torques = still(model, 60)[:, 0]
    assert torques[0] == 100.0
    assert torques[-1] == 0.0
    np.testing.assert_array_equal(model.overheated, [True, False])
    model.cool(0)
    assert still(model, 1)[0, 0] == 100.0


def test_reset_forgets_commands() -> None:
    model = drives()
    model.command(0, DriveCommand(torque=40.0))
    model.reset(np.zeros(2), np.zeros(2))
    np.testing.assert_array_equal(still(model, 1)[0], 0.0)
