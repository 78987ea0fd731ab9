"""The simulated inertial unit against finite differences of a motion in closed form."""

import numpy as np

from biped_control.estimation.imu import ImuNoise
from biped_control.robot.base_coordinates import rotation_from_angles
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.imu_sensor import ImuSensor, exact_reading

DT = 1.0 / 120.0
GRAVITY = np.array([0.0, 0.0, -9.81])


def root(time: float) -> FloatArray:
    """(6,) where the base is."""
    return np.array(
        [np.sin(2 * time), 0.3 * np.cos(3 * time), 0.9, 0.5 * time, 0.2 * np.sin(4 * time), 0.3 * time**2]
    )


def state(time: float) -> State:
    """The same with its velocity."""
    return State(root(time), (root(time + 1e-6) - root(time - 1e-6)) / 2e-6)


def test_reading_is_the_integral_of_what_finite_differences_say() -> None:
    start, steps = 0.7, 400
    h = DT / steps
    push, turn = np.zeros(3), np.eye(3)
    first = rotation_from_angles(*root(start)[3:])
    for k in range(steps):
        middle = start + (k + 0.5) * h
        acceleration = (root(middle + 1e-4) - 2 * root(middle) + root(middle - 1e-4))[:3] / 1e-8
        push += h * first.T @ (acceleration - GRAVITY)
    turn = first.T @ rotation_from_angles(*root(start + DT)[3:])
    reading = exact_reading(state(start), state(start + DT), DT)
    np.testing.assert_allclose(reading.push, push, atol=1e-7)
    # Of a small turn the antisymmetric part is the rotation vector but for a third-order term.
    vector = 0.5 * np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]])
    np.testing.assert_allclose(reading.turn, vector, atol=1e-6)


def test_rate_is_how_the_axes_turn() -> None:
    before, after = (rotation_from_angles(*root(0.7 + step)[3:]) for step in (-1e-5, 1e-5))
    spin = rotation_from_angles(*root(0.7)[3:]).T @ (after - before) / 2e-5
    reading = exact_reading(state(0.6), state(0.7), DT)
    np.testing.assert_allclose(reading.rate, [spin[2, 1], spin[0, 2], spin[1, 0]], atol=1e-6)


def test_errors_have_the_stated_size_and_come_again_with_the_seed() -> None:
    noise = ImuNoise(gyro_walk=0.0, accelerometer_walk=0.0)
    still = State(np.zeros(6), np.zeros(6))

    def errors(seed: int) -> tuple[FloatArray, FloatArray]:
        sensor = ImuSensor(noise, DT, seed)
        readings = [sensor.read(still, still) for _ in range(2000)]
        push = np.array([r.push for r in readings]) + DT * GRAVITY
        return np.array([r.turn for r in readings]) - DT * sensor.biases[0], push - DT * sensor.biases[1]

    turns, pushes = errors(1)
    np.testing.assert_allclose(turns.std(), noise.gyro * DT**0.5, rtol=0.05)
    np.testing.assert_allclose(pushes.std(), noise.accelerometer * DT**0.5, rtol=0.05)
    assert abs(turns.mean()) < 4 * noise.gyro * DT**0.5 / 6000**0.5
    np.testing.assert_array_equal(turns, errors(1)[0])
    assert (turns != errors(2)[0]).all()


def test_biases_wander_with_the_root_of_time() -> None:
    noise = ImuNoise(gyro_bias=0.0, accelerometer_bias=0.0)
    still = State(np.zeros(6), np.zeros(6))
    ends = []
    for seed in range(100):
        sensor = ImuSensor(noise, DT, seed)
        for _ in range(30):
            sensor.read(still, still)
        ends.append(sensor.biases)
    spread = np.array(ends).std(axis=(0, 2))
    np.testing.assert_allclose(spread, np.array([noise.gyro_walk, noise.accelerometer_walk]) * 0.5, rtol=0.15)
