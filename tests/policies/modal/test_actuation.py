"""Closed forms of the actuation against least squares and against the motion that they are for."""

import numpy as np
from scipy.integrate import solve_ivp

from biped_control.policies.modal.actuation import actuate_high, actuate_low
from biped_control.robot.mode_response import joint_response

DT = 1.0 / 120.0
FREQUENCIES = np.array([1.5, 4.0, 9.0, 40.0])


def test_low_modes_take_the_first_impulse_of_the_least_squares_plan() -> None:
    random, ticks = np.random.default_rng(9), 12
    position, velocity = random.normal(scale=0.1, size=(2, len(FREQUENCIES)))
    contact = random.normal(scale=0.1, size=(ticks, len(FREQUENCIES)))
    w4, w5, w6 = 0.5, 2.0, 5e-3
    impulses = actuate_low(FREQUENCIES, position, velocity, contact, w4, w5, w6, DT)
    left = DT * np.arange(ticks, 0, -1)
    for mode, w in enumerate(FREQUENCIES):
        a, b = np.sin(w * left) / w, np.cos(w * left)
        rows = np.vstack([np.sqrt(w4) * a, np.sqrt(w5) * b, np.sqrt(w6) * np.eye(ticks)])
        missing = position[mode] - a @ contact[:, mode], velocity[mode] - b @ contact[:, mode]
        right = np.concatenate([[np.sqrt(w4) * missing[0], np.sqrt(w5) * missing[1]], np.zeros(ticks)])
        plan = np.linalg.lstsq(rows, right, rcond=None)[0]
        np.testing.assert_allclose(impulses[mode], plan[0], rtol=1e-9)


def test_high_modes_are_there_a_tick_later() -> None:
    wanted, contact = np.array([0.01, -0.02, 0.005, 0.002]), np.array([0.3, 0.1, -0.2, 0.4])
    impulses = actuate_high(joint_response(FREQUENCIES, DT)[0], wanted, contact)
    for mode, w in enumerate(FREQUENCIES):
        start = [0.0, impulses[mode] + contact[mode]]
        end = solve_ivp(lambda _, x, w=w: [x[1], -w * w * x[0]], (0.0, DT), start, rtol=1e-10, atol=1e-12)
        np.testing.assert_allclose(end.y[0, -1], wanted[mode], rtol=1e-7)
