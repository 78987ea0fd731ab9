"""Clips that obey no dynamics but follow each other without a jump."""

from collections.abc import Callable
from math import radians

import numpy as np
import pytest

from biped_control.motion.clip import Clip
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray


def first_poses(hub: str, nv: int) -> FloatArray:
    """(2, nv) what a hub begins with; other names, other poses."""
    return np.random.default_rng(list(hub.encode())).normal(size=(2, nv))


def toy_clip(
    name: str,
    start: str | None = None,
    end: str | None = None,
    *,
    advance: Placement | None = None,
    steps: int = 3,
    rate_hz: float = 120.0,
    nv: int = 8,
    robot: str = "toy",
) -> Clip:
    """A clip from hub to hub; without hubs it is one itself."""
    start, end = start or name, end or name
    random = np.random.default_rng(len(name) + steps)
    advance = advance or Placement(1.0, 0.5, 0.25)
    positions = random.normal(size=(steps + 2, nv))
    positions[:2], positions[-2:] = first_poses(start, nv), advance.move(first_poses(end, nv))
    return Clip(
        name=name,
        rate_hz=rate_hz,
        positions=positions,
        torques=random.normal(size=(steps, nv - ROOT_DOF)),
        forces=random.normal(size=(steps, 4, 3)),
        contacts=random.random((steps, 4)) > 0.5,
        advance=advance,
        cyclic=name == start == end,
        start_hub=start,
        end_hub=end,
        robot=robot,
        source="test",
    )


@pytest.fixture(scope="session")
def make_clip() -> Callable[..., Clip]:
    """See `toy_clip`."""
    return toy_clip


@pytest.fixture(scope="session")
def steering_clips() -> dict[str, Clip]:
    """Three hubs; from the walk turns by 30 degrees to both sides."""
    straight, angle = Placement(1.0), radians(30.0)
    clips = (
        toy_clip("walk", advance=straight, steps=100),
        toy_clip("run", advance=Placement(2.5), steps=80),
        toy_clip("stand", advance=Placement(), steps=60),
        toy_clip("left", "walk", "walk", advance=Placement(1.5, 0.5, angle), steps=200),
        toy_clip("right", "walk", "walk", advance=Placement(1.5, -0.5, -angle), steps=200),
        toy_clip("start_run", "walk", "run", advance=straight, steps=150),
        toy_clip("end_run", "run", "walk", advance=straight, steps=150),
        toy_clip("stop", "walk", "stand", advance=straight, steps=150),
        toy_clip("start", "stand", "walk", advance=straight, steps=150),
    )
    return {clip.name: clip for clip in clips}
