"""A short clip that obeys no dynamics: derivatives, sweeps and previews must be right on any motion."""

import numpy as np

from biped_control.motion.clip import Clip
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement

RATE_HZ = 120.0


def waving_clip(robot: RobotModel) -> Clip:
    """Six steps that lead on to themselves, turned."""
    random = np.random.default_rng(7)
    steps = 6
    time = np.arange(steps + 2)[:, None] / RATE_HZ
    amplitude, phase = random.uniform(0.05, 0.3, robot.nv), random.uniform(0.0, 6.0, robot.nv)
    positions = amplitude * np.sin(8.0 * time + phase)
    positions[:, 2] += 0.9
    return Clip(
        name="waving",
        rate_hz=RATE_HZ,
        positions=positions,
        torques=random.normal(scale=30.0, size=(steps, robot.nu)),
        forces=random.normal(scale=100.0, size=(steps, 4, 3)),
        contacts=random.random((steps, 4)) < 0.6,
        advance=Placement(0.3, 0.1, 0.4),
        cyclic=True,
        start_hub="waving",
        end_hub="waving",
        robot=robot.fingerprint,
        source="made up",
    )
