"""How well the robot has followed lately."""

from math import exp

import numpy as np
import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.cost import TrackingCost
from biped_control.analysis.recent_cost import MEMORY_S, RecentCost
from biped_control.robot.placement import Placement
from biped_control.robot.state import State


def test_perfect_following_costs_nothing(walk_parts: WalkParts) -> None:
    clip, placement = walk_parts.clips["walk"], Placement(2.0, -1.0, 0.8)
    recent = RecentCost(walk_parts.look_ahead, clip.dt)
    for frame in range(60):
        reference = clip.reference(frame, placement)
        # Measured positions run ahead of the paper's by a step.
        state = placement.to_world(reference.next_state)
        cost = recent.add(state, reference, reference.torques)
        assert cost > 0.0  # torques cost, however well they are followed
    assert recent.value == pytest.approx(0.0, abs=1e-9)


def test_mean_forgets_exponentially(walk_parts: WalkParts) -> None:
    """Against the weighted mean of all ticks, and eq. 18 from `TrackingCost`."""
    clip, random = walk_parts.clips["walk"], np.random.default_rng(1)
    recent, plain = RecentCost(walk_parts.look_ahead, clip.dt), TrackingCost(walk_parts.look_ahead, clip.dt)
    effort = walk_parts.look_ahead.magnitude[: walk_parts.robot.nu]
    excesses = []
    for frame in range(90):
        reference = clip.reference(frame, Placement())
        state = State(
            reference.next_state.q + 0.02 * random.normal(size=29),
            reference.next_state.v + 0.2 * random.normal(size=29),
        )
        torques = reference.torques + random.normal(size=23)
        cost = recent.add(state, reference, torques)
        assert cost == pytest.approx(plain.add(state, reference, torques))
        excesses.append(cost - 0.5 * float(effort @ reference.torques**2))
    keep = exp(-clip.dt / MEMORY_S)
    weights = (1.0 - keep) * keep ** np.arange(len(excesses))[::-1]
    assert recent.value == pytest.approx(weights @ np.array(excesses), rel=1e-9)
